/** Quarkus on Restante. */
@NullMarked
package dev.restante.samples.quarkus;

import org.jspecify.annotations.NullMarked;
