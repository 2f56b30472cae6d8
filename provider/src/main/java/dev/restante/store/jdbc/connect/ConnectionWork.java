package dev.restante.store.jdbc.connect;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Work on a connection.
 *
 * @param <T> what it returns
 */
@FunctionalInterface
public interface ConnectionWork<T> {
    T on(Connection connection) throws SQLException;
}
