package dev.restante.ra.store;

import org.jspecify.annotations.Nullable;

/**
 * Settings of the store that an activation (a deployed message-driven bean) uses, with the client id of the connection
 * factory.
 *
 * @param clientId the client id of the connection factory; null if it has none
 */
public record StoreReference(StoreSettings settings, @Nullable String clientId) {}
