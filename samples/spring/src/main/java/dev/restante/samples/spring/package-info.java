/** The configurations for Spring that docs/spring.md explains; {@code orders} is a whole application. */
@NullMarked
package dev.restante.samples.spring;

import org.jspecify.annotations.NullMarked;
