package dev.restante.ra.store;

import org.jspecify.annotations.Nullable;

/**
 * Store that an activation uses, with its client id.
 *
 * @param clientId the client id of the connection factory; null if it has none
 */
public record StoreReference(StoreSettings settings, @Nullable String clientId) {}
