/**
 * The benchmark: Restante, two other Jakarta Messaging providers and raw JDBC, measured alternately in one run.
 *
 * <p>{@link dev.restante.bench.Main} is the entry point. A {@code Contender} is what is measured, a {@code Scenario}
 * how.
 */
@NullMarked
package dev.restante.bench;

import org.jspecify.annotations.NullMarked;
