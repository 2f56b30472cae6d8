/** Test support for Spring Boot applications: a slice for listeners, and queues for assertions. */
@NullMarked
package dev.restante.spring.boot.test;

import org.jspecify.annotations.NullMarked;
