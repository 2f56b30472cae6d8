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
 * One real MariaDB server per test JVM, started when the first test wants it and ended with the JVM, however that ends.
 * Each caller gets a database of its own. It needs no installation, and runs as root, too. It flushes its log at each
 * commit, as one that is in use does.
 */
public final class MariaDbServer {

    /** May do anything, and has no password. */
    public static final String USER = MariaDbProcess.USER;

    /** May read and write the tables of databases that had a schema when they were new, and make none. */
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

    /** The JDBC URL of a new database with an empty store of the current schema. */
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

    /** The URL of a database of {@link #USER} for a user who may do no more there than a node needs. */
    public static String asApplication(String url) {
        return url.replace("user=" + USER, "user=" + APPLICATION);
    }

    /** The URL of such a database for {@link #USER}; any other stays as it is. */
    public static String asOwner(String url) {
        return url.startsWith("jdbc:mariadb:") ? url.replace("user=" + APPLICATION, "user=" + USER) : url;
    }

    /** The JDBC URL of a new database without anything, the schema included. */
    public static String newEmptyDatabase() {
        String name = "test_" + DATABASES.incrementAndGet();
        execute("CREATE DATABASE " + name);
        return Running.SERVER.url(name);
    }

    /** Drops a database, whether somebody is connected to it or not. */
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
