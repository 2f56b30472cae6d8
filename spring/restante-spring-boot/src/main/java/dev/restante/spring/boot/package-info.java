/** Restante in Spring Boot 4: what is configured by {@code restante.*}, and the beans that follow from it. */
@NullMarked
package dev.restante.spring.boot;

import org.jspecify.annotations.NullMarked;
