package dev.restante.store.jdbc.batch;

import static java.util.Objects.requireNonNull;

import dev.restante.model.ApplicationConnection;
import java.sql.Connection;

/**
 * A JDBC connection of the application.
 *
 * @param connection stays the application's
 */
public record JdbcApplicationConnection(Connection connection) implements ApplicationConnection {

    public JdbcApplicationConnection {
        requireNonNull(connection, "connection");
    }

    static Connection of(ApplicationConnection connection) {
        return ((JdbcApplicationConnection) connection).connection();
    }

    /** By identity: what a pool hands out may take two connections for equal, or none. */
    @Override
    public boolean equals(Object other) {
        return other instanceof JdbcApplicationConnection one && one.connection == connection;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(connection);
    }
}
