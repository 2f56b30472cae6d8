package dev.restante.bench.report;

import dev.restante.bench.measure.Outcome;

/**
 * One outcome and where it belongs.
 *
 * @param round from 1
 */
public record Result(String scenario, String contender, int round, Outcome outcome) {}
