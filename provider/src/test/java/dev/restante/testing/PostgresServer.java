package dev.restante.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One real PostgreSQL server per test JVM, started when the first test wants it and stopped with the JVM. Each caller
 * gets an empty database of its own. It needs no installation; where the tests run as root, which PostgreSQL refuses,
 * the server runs in a user name space of its own.
 */
public final class PostgresServer {

    /** The only user; it has no password. */
    public static final String USER = "postgres";

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private PostgresServer() {}

    private static final class Running {
        static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder()
                        .setServerConfig("max_connections", "200")
                        .setServerConfig("shared_buffers", "64MB")
                        // For tests where it takes part in distributed transactions; Restante does not need it.
                        .setServerConfig("max_prepared_transactions", "20")
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException("the embedded PostgreSQL does not start", e);
            }
        }
    }

    /** The JDBC URL of a new, empty database. */
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

    /**
     * Declares the last node that has opened the store in a database dead, as another node does when a lease is over.
     */
    public static void declareLastNodeDead(String url) throws SQLException {
        try (Connection store = DriverManager.getConnection(url);
                Statement statement = store.createStatement()) {
            for (String table : new String[] {"node", "pipeline"}) {
                statement.execute("UPDATE restante_" + table + " SET alive = FALSE WHERE incarnation = ("
                        + "SELECT max(incarnation) FROM restante_node)");
            }
        }
    }
}
