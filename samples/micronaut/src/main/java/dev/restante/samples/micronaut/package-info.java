/** Micronaut JMS on Restante. */
@NullMarked
package dev.restante.samples.micronaut;

import org.jspecify.annotations.NullMarked;
