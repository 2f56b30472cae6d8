package dev.restante.store.jdbc.hsqldb;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.connect.JdbcUrls;
import dev.restante.store.jdbc.database.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Functions that set or check the HSQLDB settings without which the database could lose messages or grow without limit.
 */
final class HsqldbSettings {

    /*
     * lock_file: the file lock of the operating system replaces it, and ends with its process. write_delay: each commit
     * is forced to disk. nio: an interrupted thread would close the channel of the data file for all threads. cache: up
     * to 100,000 rows or 100 MB of rows. full_log_replay: the opening fails, instead of silently dropping a part of the
     * log that cannot be replayed, for example on a full disk.
     */
    private static final Map<String, String> URL_PROPERTIES = new TreeMap<>(Map.of(
            "hsqldb.lock_file", "false",
            "hsqldb.write_delay", "false",
            "hsqldb.tx", "mvcc",
            "hsqldb.tx_level", "read_committed",
            "hsqldb.nio_data_file", "false",
            "hsqldb.cache_rows", "100000",
            "hsqldb.cache_size", "100000",
            "hsqldb.full_log_replay", "true"));

    /** Properties that do not suit an encrypted log, because only HSQLDB can tell where a crash has torn it. */
    private static final Set<String> NOT_IF_ENCRYPTED = Set.of("hsqldb.full_log_replay");

    private HsqldbSettings() {}

    /** Returns the URL with the required properties that it does not have yet. */
    static String withDefaults(String url) {
        StringBuilder completed = new StringBuilder(url);
        URL_PROPERTIES.forEach((key, value) -> {
            boolean wanted = !(NOT_IF_ENCRYPTED.contains(key) && JdbcUrls.isEncrypted(url));
            if (wanted && !JdbcUrls.hasProperty(url, key)) {
                completed.append(';').append(key).append('=').append(value);
            }
        });
        return completed.toString();
    }

    /** Applies settings to a database that Restante opened. */
    static void apply(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET DATABASE TRANSACTION CONTROL MVCC");
            statement.execute("SET FILES WRITE DELAY FALSE");
            statement.execute("SET FILES SPACE TRUE");
            statement.execute("SET FILES LOG SIZE 0");
        }
    }

    /** Checks the settings of a database that the application opened. */
    static void require(Connection connection, String databaseName) throws SQLException {
        require(connection, databaseName, "hsqldb.tx", "MVCC", "SET DATABASE TRANSACTION CONTROL MVCC");
        require(connection, databaseName, "hsqldb.write_delay_millis", "0", "SET FILES WRITE DELAY FALSE");
        require(connection, databaseName, "hsqldb.log_size", "0", "SET FILES LOG SIZE 0");
        if (property(connection, "hsqldb.files_space").orElse("0").equals("0")
                && JdbcUrls.memoryName(connection.getMetaData().getURL()).isEmpty()) {
            throw new StoreException(
                    StoreFailureKind.FATAL,
                    databaseName
                            + " has hsqldb.files_space=0, so its files would grow with every message; execute SET FILES SPACE TRUE",
                    null);
        }
    }

    private static void require(
            Connection connection, String databaseName, String property, String value, String remedy)
            throws SQLException {
        String found = property(connection, property).orElse("unknown");
        if (!value.equalsIgnoreCase(found)) {
            throw new StoreException(
                    StoreFailureKind.FATAL,
                    databaseName + " has " + property + "=" + found + ", but messages are safe only with " + value
                            + ". Execute " + remedy,
                    null);
        }
    }

    private static Optional<String> property(Connection connection, String name) throws SQLException {
        String sql = "SELECT property_value FROM INFORMATION_SCHEMA.SYSTEM_PROPERTIES WHERE LOWER(property_name) = ?";
        return Statements.first(connection, sql, row -> row.getString(1), name);
    }
}
