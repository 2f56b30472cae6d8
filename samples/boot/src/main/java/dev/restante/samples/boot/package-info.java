/** Spring Boot application with one starter and no configuration. */
@NullMarked
package dev.restante.samples.boot;

import org.jspecify.annotations.NullMarked;
