package dev.restante.store.jdbc.connect;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Function that uses a JDBC connection and returns a result, for runners that supply the connection and handle its
 * failures.
 *
 * @param <T> type of the result
 */
@FunctionalInterface
public interface ConnectionWork<T> {
    T execute(Connection connection) throws SQLException;
}
