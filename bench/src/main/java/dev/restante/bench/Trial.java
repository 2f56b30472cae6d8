package dev.restante.bench;

import java.nio.file.Path;

/**
 * Where and with which settings one turn runs.
 *
 * @param directory exists and is empty at the start of the turn
 */
record Trial(Settings settings, Path directory) {}
