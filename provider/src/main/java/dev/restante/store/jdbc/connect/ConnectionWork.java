package dev.restante.store.jdbc.connect;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Work on a JDBC connection that returns a result.
 *
 * @param <T> type of the result
 */
@FunctionalInterface
public interface ConnectionWork<T> {
    T execute(Connection connection) throws SQLException;
}
