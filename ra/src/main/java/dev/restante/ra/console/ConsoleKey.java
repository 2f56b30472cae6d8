package dev.restante.ra.console;

import dev.restante.ra.store.StoreSettings;

/** Key of a console: store settings and read-only flag. */
public record ConsoleKey(StoreSettings settings, boolean readOnly) {}
