/** JDBC: repositories, writers and the opening of databases. */
@NullMarked
package dev.restante.store.jdbc;

import org.jspecify.annotations.NullMarked;
