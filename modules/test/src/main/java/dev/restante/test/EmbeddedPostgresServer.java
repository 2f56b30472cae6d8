package dev.restante.test;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/** PostgreSQL server of a test JVM, started on first use, with a database for each store. */
final class EmbeddedPostgresServer {

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private EmbeddedPostgresServer() {}

    private static final class ServerHolder {
        static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.start();
            } catch (IOException e) {
                throw new UncheckedIOException("The embedded PostgreSQL does not start", e);
            }
        }
    }

    static String newDatabase() throws SQLException {
        String name = "restante_test_" + DATABASES.incrementAndGet();
        execute("CREATE DATABASE " + name);
        return name;
    }

    static String url(String database) {
        return ServerHolder.SERVER.getJdbcUrl("postgres", database);
    }

    static void drop(String database) {
        try {
            execute("DROP DATABASE IF EXISTS " + database + " WITH (FORCE)");
        } catch (SQLException e) {
            throw new IllegalStateException("The database of a test cannot be dropped", e);
        }
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = ServerHolder.SERVER.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
