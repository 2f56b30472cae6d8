package dev.restante.bench;

/**
 * One outcome and where it belongs.
 *
 * @param round from 1
 */
record Result(String scenario, String contender, int round, Outcome outcome) {}
