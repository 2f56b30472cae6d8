/** Spring transactions for messages, and the placement and configuration of the store, without Spring Boot. */
@NullMarked
package dev.restante.spring;

import org.jspecify.annotations.NullMarked;
