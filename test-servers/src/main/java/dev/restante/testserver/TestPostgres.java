package dev.restante.testserver;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The PostgreSQL server of a test JVM, started when the first test wants it and stopped with the JVM. Each caller gets
 * an empty database of its own. Where the tests run as root, which PostgreSQL refuses, the server runs in a user name
 * space of its own.
 */
public final class TestPostgres {

    /** The only user; it has no password. */
    public static final String USER = "postgres";

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private TestPostgres() {}

    private static final class Running {
        static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder()
                        .setServerConfig("max_connections", "200")
                        .setServerConfig("shared_buffers", "64MB")
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException("the embedded PostgreSQL does not start", e);
            }
        }
    }

    /** The JDBC URL of a new, empty database, with the user. */
    public static String newDatabase() {
        String name = "test_" + DATABASES.incrementAndGet();
        try (Connection connection = Running.SERVER.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException("the database " + name + " can't be created", e);
        }
        return Running.SERVER.getJdbcUrl(USER, name);
    }
}
