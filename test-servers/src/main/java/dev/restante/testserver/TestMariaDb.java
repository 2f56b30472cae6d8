package dev.restante.testserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The MariaDB server of a test JVM, started when the first test wants it and ended with the JVM, however that ends.
 * Each caller gets an empty database of its own. It comes for Linux on x86-64.
 */
public final class TestMariaDb {

    /** May do anything, and has no password. */
    public static final String USER = MariaDbProcess.USER;

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private TestMariaDb() {}

    private static final class Running {
        static final MariaDbProcess SERVER = start();

        private static MariaDbProcess start() {
            try {
                return MariaDbProcess.start("--max-connections=200");
            } catch (IOException e) {
                throw new UncheckedIOException("the embedded MariaDB does not start", e);
            }
        }
    }

    /** The JDBC URL of a new, empty database, without a user. */
    public static String newDatabase() {
        String name = "test_" + DATABASES.incrementAndGet();
        try {
            Running.SERVER.execute("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException("the database " + name + " can't be created", e);
        }
        return Running.SERVER.address(name);
    }
}
