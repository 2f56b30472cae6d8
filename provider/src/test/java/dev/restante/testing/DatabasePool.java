package dev.restante.testing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Databases of a MariaDB or MySQL server that one test after another borrows. They contain an empty store of the
 * current schema, and tests may change only their rows. Creating a database takes the server seconds.
 */
final class DatabasePool {

    private static final long PATIENCE_MILLIS = 2_000;
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final String SESSIONS =
            "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE DB = DATABASE() AND ID <> CONNECTION_ID()";

    private static final String TABLES =
            """
            SELECT TABLE_NAME FROM information_schema.TABLES
            WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE' AND TABLE_NAME <> 'restante_schema'""";

    /** Query of a test's changes besides rows: checks, triggers, tables and columns. */
    private static final String FINGERPRINT =
            """
            SELECT CONCAT_WS(' ',
              (SELECT COUNT(*) FROM information_schema.CHECK_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = DATABASE()),
              (SELECT COUNT(*) FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = DATABASE()),
              (SELECT SHA2(GROUP_CONCAT(TABLE_NAME, COLUMN_NAME, COLUMN_TYPE ORDER BY TABLE_NAME, ORDINAL_POSITION), 256)
                FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE()),
              (SELECT GROUP_CONCAT(version) FROM restante_schema))""";

    private final Supplier<String> server;
    private final Consumer<String> drop;
    private final String restartIds;

    /** Fingerprint of a new database. */
    private @Nullable String originalFingerprint;

    /** Returned databases of successful tests. */
    private final Deque<String> returned = new ArrayDeque<>();

    private @Nullable List<String> ofThisTest;

    /**
     * Creates the databases of a server.
     *
     * @param server creates a database
     * @param drop drops a database by its URL
     * @param restartIds statement that restarts the ids of entities
     */
    DatabasePool(Supplier<String> server, Consumer<String> drop, String restartIds) {
        this.server = server;
        this.drop = drop;
        this.restartIds = restartIds;
    }

    /** Returns the JDBC URL of a database for the duration of the test. */
    synchronized String borrow() {
        if (ofThisTest == null) {
            throw new IllegalStateException("only a test class with this extension can borrow a database");
        }
        String url = returned.isEmpty() ? newDatabase() : cleaned(returned.removeFirst());
        ofThisTest.add(url);
        return url;
    }

    private String newDatabase() {
        String url = server.get();
        if (originalFingerprint == null) {
            try (Connection connection = DriverManager.getConnection(url);
                    Statement statement = connection.createStatement()) {
                originalFingerprint =
                        SqlQueries.firstColumn(connection, FINGERPRINT).get(0);
            } catch (SQLException e) {
                throw new IllegalStateException("the database " + url + " can't be inspected", e);
            }
        }
        return url;
    }

    /**
     * Empties a returned database. Returns a new database instead if the test changed its tables or left connections
     * open.
     */
    private String cleaned(String url) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
            while (!SqlQueries.firstColumn(connection, SESSIONS).equals(List.of("0"))) {
                if (System.nanoTime() > deadlineNanos) {
                    return newDatabase();
                }
                LockSupport.parkNanos(LOOK_NANOS);
            }
            if (!SqlQueries.firstColumn(connection, FINGERPRINT).equals(List.of(String.valueOf(originalFingerprint)))) {
                drop.accept(url);
                return newDatabase();
            }
            List<String> tables = SqlQueries.firstColumn(connection, TABLES);
            connection.setAutoCommit(false);
            statement.execute("SET foreign_key_checks = 0");
            for (String table : tables) {
                statement.execute("DELETE FROM " + table);
            }
            // The only rows of a new store, except the versions of its schema.
            statement.execute("INSERT INTO restante_setting (name, setting_value)"
                    + " VALUES ('policies', '0'), ('topic-patterns', '')");
            connection.commit();
            statement.execute(restartIds);
            return url;
        } catch (SQLException e) {
            throw new IllegalStateException("the database " + url + " can't be emptied", e);
        }
    }

    /** Begins a test, if none has begun. Test instances can be nested. */
    synchronized void begin() {
        if (ofThisTest == null) {
            ofThisTest = new ArrayList<>();
        }
    }

    synchronized void end(boolean succeeded) {
        if (succeeded && ofThisTest != null) {
            returned.addAll(ofThisTest);
        }
        ofThisTest = null;
    }
}
