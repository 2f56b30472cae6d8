/** Restante in the place of the broker of a test. */
@NullMarked
package dev.restante.foreign;

import org.jspecify.annotations.NullMarked;
