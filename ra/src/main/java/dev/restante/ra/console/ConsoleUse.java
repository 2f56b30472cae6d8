package dev.restante.ra.console;

import dev.restante.ra.store.StoreSettings;

/**
 * The store that a console shows.
 *
 * @param readOnly whether nothing can be changed there
 */
public record ConsoleUse(StoreSettings settings, boolean readOnly) {}
