package dev.restante.testing;

import dev.restante.store.jdbc.mariadb.MariaDbDialect;
import dev.restante.store.jdbc.schema.SchemaMigrator;
import dev.restante.testserver.MariaDbProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * MariaDB server of a test JVM, which starts at its first use and ends with the JVM in every case. Each caller gets a
 * new database. The server needs no installation and can run as root. It flushes its log at each commit, like a server
 * in production.
 */
public final class MariaDbServer {

    /** User with all privileges and without a password. */
    public static final String USER = MariaDbProcess.USER;

    /** User who may only read and write the tables of new databases with a schema. */
    private static final String APPLICATION = "application";

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

    /** Returns the JDBC URL of a new database with an empty store of the current schema. */
    public static String newDatabase() {
        String url = newEmptyDatabase();
        try (Connection connection = DriverManager.getConnection(url)) {
            new SchemaMigrator(new MariaDbDialect(false, 0, null), url, Eventually.PATIENCE_MILLIS)
                    .migrate(connection, 0);
        } catch (SQLException e) {
            throw new IllegalStateException("the schema can't be created", e);
        }
        execute("CREATE USER IF NOT EXISTS " + APPLICATION + "@localhost");
        execute("GRANT SELECT, INSERT, UPDATE, DELETE ON " + name(url) + ".* TO " + APPLICATION + "@localhost");
        return url;
    }

    private static String name(String url) {
        return url.replaceFirst("\\?.*", "").replaceFirst(".*/", "");
    }

    /** Returns the URL of a database for a user with only the privileges that a node needs. */
    public static String asApplication(String url) {
        return url.replace("user=" + USER, "user=" + APPLICATION);
    }

    /** Returns the URL of such a database for {@link #USER}. Any other URL is returned unchanged. */
    public static String asOwner(String url) {
        return url.startsWith("jdbc:mariadb:") ? url.replace("user=" + APPLICATION, "user=" + USER) : url;
    }

    /** Returns the JDBC URL of a new empty database without a schema. */
    public static String newEmptyDatabase() {
        String name = "test_" + DATABASES.incrementAndGet();
        execute("CREATE DATABASE " + name);
        return Running.SERVER.url(name);
    }

    /** Drops a database, even if it has connections. */
    public static void drop(String url) {
        execute("DROP DATABASE " + name(url));
    }

    private static void execute(String sql) {
        try {
            Running.SERVER.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException("the embedded MariaDB does not execute " + sql, e);
        }
    }
}
