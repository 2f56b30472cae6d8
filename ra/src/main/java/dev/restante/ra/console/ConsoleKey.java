package dev.restante.ra.console;

import dev.restante.ra.store.StoreSettings;

/**
 * Map key by which {@link ConsoleRegistry} shares one open console among administered objects with equal store settings
 * and an equal read-only flag.
 */
public record ConsoleKey(StoreSettings settings, boolean readOnly) {}
