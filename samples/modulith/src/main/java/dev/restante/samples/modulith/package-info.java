/** Externalized events of Spring Modulith on Restante. */
@NullMarked
package dev.restante.samples.modulith;

import org.jspecify.annotations.NullMarked;
