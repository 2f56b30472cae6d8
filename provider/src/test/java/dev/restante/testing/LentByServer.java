package dev.restante.testing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
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
 * Databases with an empty store of the current schema that are lent to one test after the other, by a server of MariaDB
 * or MySQL, while nothing but their rows changes: to make one takes the server seconds.
 */
final class LentByServer {

    private static final long PATIENCE_MILLIS = 2_000;
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final String SESSIONS =
            "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE DB = DATABASE() AND ID <> CONNECTION_ID()";

    private static final String TABLES =
            """
            SELECT TABLE_NAME FROM information_schema.TABLES
            WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE' AND TABLE_NAME <> 'restante_schema'""";

    /** Changes of a test besides rows: checks, triggers, tables and columns. */
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

    /** Of a new database. */
    private @Nullable String original;

    /** Of tests that have succeeded. */
    private final Deque<String> back = new ArrayDeque<>();

    private @Nullable List<String> ofThisTest;

    /**
     * Those of a server.
     *
     * @param server makes a database
     * @param drop takes one away, by its URL
     * @param restartIds lets the ids of entities begin again
     */
    LentByServer(Supplier<String> server, Consumer<String> drop, String restartIds) {
        this.server = server;
        this.drop = drop;
        this.restartIds = restartIds;
    }

    /** The JDBC URL of a database, until the test is over. */
    synchronized String lend() {
        if (ofThisTest == null) {
            throw new IllegalStateException(
                    "a database is lent to a test, for its time, by a class with this extension");
        }
        String url = back.isEmpty() ? newDatabase() : cleaned(back.removeFirst());
        ofThisTest.add(url);
        return url;
    }

    private String newDatabase() {
        String url = server.get();
        if (original == null) {
            try (Connection connection = DriverManager.getConnection(url);
                    Statement statement = connection.createStatement()) {
                original = list(statement, FINGERPRINT).get(0);
            } catch (SQLException e) {
                throw new IllegalStateException("the database " + url + " can't be looked at", e);
            }
        }
        return url;
    }

    /** The one that was lent; another where somebody has changed its tables or does not close his connections. */
    private String cleaned(String url) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
            while (!list(statement, SESSIONS).equals(List.of("0"))) {
                if (System.nanoTime() > deadlineNanos) {
                    return newDatabase();
                }
                LockSupport.parkNanos(LOOK_NANOS);
            }
            if (!list(statement, FINGERPRINT).equals(List.of(String.valueOf(original)))) {
                drop.accept(url);
                return newDatabase();
            }
            List<String> tables = list(statement, TABLES);
            connection.setAutoCommit(false);
            statement.execute("SET foreign_key_checks = 0");
            for (String table : tables) {
                statement.execute("DELETE FROM " + table);
            }
            connection.commit();
            statement.execute(restartIds);
            return url;
        } catch (SQLException e) {
            throw new IllegalStateException("the database " + url + " can't be emptied", e);
        }
    }

    private static List<String> list(Statement statement, String query) throws SQLException {
        List<String> found = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }

    /** A test begins; an instance may be within another. */
    synchronized void begin() {
        if (ofThisTest == null) {
            ofThisTest = new ArrayList<>();
        }
    }

    synchronized void end(boolean succeeded) {
        if (succeeded && ofThisTest != null) {
            back.addAll(ofThisTest);
        }
        ofThisTest = null;
    }
}
