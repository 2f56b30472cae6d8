/** Loads of producers and consumers, and their execution. */
@NullMarked
package dev.restante.bench.load;

import org.jspecify.annotations.NullMarked;
