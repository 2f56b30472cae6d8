package dev.restante.testserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Shared MariaDB server of a test JVM, with an empty database for each caller. The server starts on first use, ends
 * with the JVM, and runs only on Linux on x86-64.
 */
public final class TestMariaDb {

    /** User with all rights and without a password. */
    public static final String USER = MariaDbProcess.USER;

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private TestMariaDb() {}

    private static final class MariaDbServerHolder {
        static final MariaDbProcess SERVER = start();

        private static MariaDbProcess start() {
            try {
                return MariaDbProcess.start("--max-connections=200");
            } catch (IOException e) {
                throw new UncheckedIOException("The embedded MariaDB does not start", e);
            }
        }
    }

    /** Returns the JDBC URL of a new, empty database, without a user. */
    public static String newDatabase() {
        String name = "test_" + DATABASES.incrementAndGet();
        try {
            MariaDbServerHolder.SERVER.execute("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException("The database " + name + " cannot be created", e);
        }
        return MariaDbServerHolder.SERVER.address(name);
    }
}
