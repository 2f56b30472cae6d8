/**
 * How it is measured: a scenario gives one contender its turn.
 */
@NullMarked
package dev.restante.bench.scenario;

import org.jspecify.annotations.NullMarked;
