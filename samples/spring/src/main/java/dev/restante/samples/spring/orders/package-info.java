/** Spring Boot application with messages and tables in one database. */
@NullMarked
package dev.restante.samples.spring.orders;

import org.jspecify.annotations.NullMarked;
