/** Small runnable examples, one {@code main} each. */
@NullMarked
package dev.restante.samples;

import org.jspecify.annotations.NullMarked;
