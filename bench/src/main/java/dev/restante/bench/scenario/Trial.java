package dev.restante.bench.scenario;

import java.nio.file.Path;

/**
 * Where and with which settings one turn runs.
 *
 * @param directory exists and is empty at the start of the turn
 */
public record Trial(Settings settings, Path directory) {}
