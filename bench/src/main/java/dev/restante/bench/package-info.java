/**
 * The benchmark: Restante, two other Jakarta Messaging providers and raw JDBC, measured alternately in one run.
 *
 * <p>{@link dev.restante.bench.Main} is the entry point. The rooms, from the ground up; each uses those before it only:
 * {@code measure}, {@code load}, {@code contender}, {@code node}, {@code scenario}, {@code report}, and this package,
 * which runs them.
 * A {@code Contender} is what is measured, a {@code Scenario} how. Apart from all that, {@code spread} computes what
 * several stores would carry.
 */
@NullMarked
package dev.restante.bench;

import org.jspecify.annotations.NullMarked;
