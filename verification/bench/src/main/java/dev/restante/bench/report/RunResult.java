package dev.restante.bench.report;

import dev.restante.bench.measure.RunOutcome;

/**
 * Data for the report on one run: its outcome, with the names of scenario and contender (compared system), and the
 * round.
 *
 * @param round the round, from 1
 */
public record RunResult(String scenario, String contender, int round, RunOutcome outcome) {}
