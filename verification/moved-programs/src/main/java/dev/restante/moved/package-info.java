/** Comparison of programs for other JMS providers: their results on the original and on Restante. */
@NullMarked
package dev.restante.moved;

import org.jspecify.annotations.NullMarked;
