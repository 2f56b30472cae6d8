/** Configurations that docs/how-to/spring.md explains. The package {@code orders} is a complete application. */
@NullMarked
package dev.restante.samples.spring;

import org.jspecify.annotations.NullMarked;
