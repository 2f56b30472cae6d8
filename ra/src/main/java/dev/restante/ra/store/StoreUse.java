package dev.restante.ra.store;

import org.jspecify.annotations.Nullable;

/**
 * Which store an activation uses, and how.
 *
 * @param clientId that of its connection factory; null for none
 */
public record StoreUse(StoreSettings settings, @Nullable String clientId) {}
