/** Spring Modulith's externalised events on Restante. */
@NullMarked
package dev.restante.samples.modulith;

import org.jspecify.annotations.NullMarked;
