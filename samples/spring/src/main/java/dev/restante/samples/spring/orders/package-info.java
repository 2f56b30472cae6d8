/** A Spring Boot application whose messages and tables are in one database. */
@NullMarked
package dev.restante.samples.spring.orders;

import org.jspecify.annotations.NullMarked;
