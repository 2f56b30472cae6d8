package dev.restante.store.jdbc.batch;

import static java.util.Objects.requireNonNull;

import dev.restante.model.ApplicationConnection;
import java.sql.Connection;

/**
 * Wrapper that carries an application's JDBC connection through interfaces without JDBC types, so that messages take
 * part in its transaction.
 *
 * @param connection connection, which Restante does not close
 */
public record JdbcApplicationConnection(Connection connection) implements ApplicationConnection {

    public JdbcApplicationConnection {
        requireNonNull(connection, "connection");
    }

    static Connection unwrap(ApplicationConnection connection) {
        return ((JdbcApplicationConnection) connection).connection();
    }

    /** Compares by identity, because equality of pooled connections depends on the pool. */
    @Override
    public boolean equals(Object other) {
        return other instanceof JdbcApplicationConnection one && one.connection == connection;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(connection);
    }
}
