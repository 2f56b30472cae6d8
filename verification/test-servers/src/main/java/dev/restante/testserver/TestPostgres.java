package dev.restante.testserver;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Shared PostgreSQL server of a test JVM, with an empty database for each caller. The server starts on first use, and
 * ends with the JVM. If the tests run as root, which PostgreSQL rejects, the server runs in its own user namespace.
 */
public final class TestPostgres {

    /** Only user, without a password. */
    public static final String USER = "postgres";

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private TestPostgres() {}

    private static final class PostgresServerHolder {
        static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder()
                        .setServerConfig("max_connections", "200")
                        .setServerConfig("shared_buffers", "64MB")
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException("The embedded PostgreSQL does not start", e);
            }
        }
    }

    /** Creates an empty database, and returns its JDBC URL with the user. */
    public static String newDatabase() {
        String name = "test_" + DATABASES.incrementAndGet();
        try (Connection connection =
                        PostgresServerHolder.SERVER.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException("The database " + name + " cannot be created", e);
        }
        return PostgresServerHolder.SERVER.getJdbcUrl(USER, name);
    }
}
