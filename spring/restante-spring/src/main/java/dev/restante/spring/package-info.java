/** Messages in the transactions of Spring, and where they are kept. Without Spring Boot. */
@NullMarked
package dev.restante.spring;

import org.jspecify.annotations.NullMarked;
