/** Spring Boot integration: the properties {@code restante.*} and the beans that they configure. */
@NullMarked
package dev.restante.spring.boot;

import org.jspecify.annotations.NullMarked;
