/**
 * Computation of the capacity of several stores with sharded queues, from the capacity of one store. It does not use
 * the other packages.
 */
@NullMarked
package dev.restante.bench.spread;

import org.jspecify.annotations.NullMarked;
