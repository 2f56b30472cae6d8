/** Tests of the public surface of Restante: its module and its public classes. */
@NullMarked
package dev.restante.surface;

import org.jspecify.annotations.NullMarked;
