package dev.restante.testing;

import dev.restante.store.jdbc.mariadb.MariaDbDialect;
import dev.restante.store.jdbc.schema.SchemaMigrator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One real MariaDB server per test JVM, started when the first test wants it and ended with the JVM, however that ends.
 * Each caller gets a database of its own. It needs no installation, and runs as root, too. It flushes its log at each
 * commit, as one that is in use does.
 */
public final class MariaDbServer {

    /** May do anything, and has no password. */
    public static final String USER = MariaDbProcess.USER;

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private MariaDbServer() {}

    private static final class Running {
        static final MariaDbProcess SERVER = start();

        private static MariaDbProcess start() {
            try {
                return MariaDbProcess.start("--max-connections=400");
            } catch (IOException e) {
                throw new UncheckedIOException("the embedded MariaDB does not start", e);
            }
        }
    }

    /** The JDBC URL of a new database with an empty store of the current schema. */
    public static String newDatabase() {
        String url = newEmptyDatabase();
        try (Connection connection = DriverManager.getConnection(url)) {
            new SchemaMigrator(new MariaDbDialect(false, 0, null), url, Eventually.PATIENCE_MILLIS).migrate(connection);
        } catch (SQLException e) {
            throw new IllegalStateException("the schema can't be created", e);
        }
        return url;
    }

    /** The JDBC URL of a new database without anything, the schema included. */
    public static String newEmptyDatabase() {
        String name = "test_" + DATABASES.incrementAndGet();
        execute("CREATE DATABASE " + name);
        return Running.SERVER.url(name);
    }

    /** Drops a database, whether somebody is connected to it or not. */
    public static void drop(String url) {
        execute("DROP DATABASE " + url.replaceFirst("\\?.*", "").replaceFirst(".*/", ""));
    }

    private static void execute(String sql) {
        try (Connection connection = DriverManager.getConnection(Running.SERVER.url(""));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException("the embedded MariaDB does not execute " + sql, e);
        }
    }
}
