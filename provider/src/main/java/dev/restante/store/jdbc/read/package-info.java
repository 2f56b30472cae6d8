/** JDBC implementation of the reads of deliveries and messages. */
@NullMarked
package dev.restante.store.jdbc.read;

import org.jspecify.annotations.NullMarked;
