package dev.restante.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Work on a connection.
 *
 * @param <T> what it returns
 */
@FunctionalInterface
interface ConnectionWork<T> {
    T on(Connection connection) throws SQLException;
}
