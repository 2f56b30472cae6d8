package dev.restante.bench.report;

import dev.restante.bench.measure.RunOutcome;

/**
 * Outcome of one run with scenario, contender and round.
 *
 * @param round the round, from 1
 */
public record RunResult(String scenario, String contender, int round, RunOutcome outcome) {}
