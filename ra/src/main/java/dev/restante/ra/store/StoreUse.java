package dev.restante.ra.store;

import org.jspecify.annotations.Nullable;

/**
 * The store that an activation uses, and its client id there.
 *
 * @param clientId that of its connection factory; null for none
 */
public record StoreUse(StoreSettings settings, @Nullable String clientId) {}
