/** Configurations of docs/how-to/spring-listeners.md. The package {@code orders} is a complete application. */
@NullMarked
package dev.restante.samples.spring;

import org.jspecify.annotations.NullMarked;
