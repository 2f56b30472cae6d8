package dev.restante.bench.scenario;

import java.nio.file.Path;

/**
 * Settings and data directory of one scenario run.
 *
 * @param directory the existing directory, which is empty at the start
 */
public record RunContext(BenchmarkSettings settings, Path directory) {}
