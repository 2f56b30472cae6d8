/**
 * Benchmark of Restante, two other Jakarta Messaging providers and raw JDBC, measured alternately in one run.
 *
 * <p>{@link dev.restante.bench.Main} is the entry point. Each of these packages uses only the packages before it:
 * {@code measure}, {@code load}, {@code contender}, {@code node}, {@code scenario}, {@code report}, and this package. A
 * {@code Contender} is a measured system, and a {@code Scenario} is a way to measure it. The independent package
 * {@code spread} computes the capacity of several stores.
 */
@NullMarked
package dev.restante.bench;

import org.jspecify.annotations.NullMarked;
