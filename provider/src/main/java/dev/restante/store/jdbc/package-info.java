/** A store in an SQL database: its opening, and where the database product is chosen. */
@NullMarked
package dev.restante.store.jdbc;

import org.jspecify.annotations.NullMarked;
