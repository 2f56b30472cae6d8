package dev.restante.store.jdbc.hsqldb;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.connect.UrlText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The settings that an HSQLDB database needs to keep messages. */
final class HsqldbSettings {

    /*
     * lock_file: the operating system's file lock does the work and dies with its process. write_delay: each commit is
     * forced to disk. nio: an interrupted thread would close the channel of the data file for everybody. cache: up to
     * 100,000 rows or 100 MB of them. full_log_replay: what can't be replayed, such as on a full disk, ends the
     * opening, instead of being left out for ever without a word.
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

    /** Of an encrypted log nobody but HSQLDB can tell where a crash has torn it. */
    private static final Set<String> NOT_IF_ENCRYPTED = Set.of("hsqldb.full_log_replay");

    private HsqldbSettings() {}

    /** The URL with the properties that it needs and does not have yet. */
    static String completed(String url) {
        StringBuilder completed = new StringBuilder(url);
        URL_PROPERTIES.forEach((key, value) -> {
            boolean wanted = !(NOT_IF_ENCRYPTED.contains(key) && UrlText.isEncrypted(url));
            if (wanted && !UrlText.hasProperty(url, key)) {
                completed.append(';').append(key).append('=').append(value);
            }
        });
        return completed.toString();
    }

    /** Settings of the database itself, for one that we opened. */
    static void apply(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET DATABASE TRANSACTION CONTROL MVCC");
            statement.execute("SET FILES WRITE DELAY FALSE");
            statement.execute("SET FILES SPACE TRUE");
            statement.execute("SET FILES LOG SIZE 0");
        }
    }

    /** Checks what a database that the application opened has to have. */
    static void require(Connection connection, String where) throws SQLException {
        require(connection, where, "hsqldb.tx", "MVCC", "SET DATABASE TRANSACTION CONTROL MVCC");
        require(connection, where, "hsqldb.write_delay_millis", "0", "SET FILES WRITE DELAY FALSE");
        require(connection, where, "hsqldb.log_size", "0", "SET FILES LOG SIZE 0");
        if (property(connection, "hsqldb.files_space").orElse("0").equals("0")
                && UrlText.memoryName(connection.getMetaData().getURL()).isEmpty()) {
            throw new StoreException(
                    Kind.FATAL,
                    where
                            + " has hsqldb.files_space=0, so its files would grow with every message; execute SET FILES SPACE TRUE",
                    null);
        }
    }

    private static void require(Connection connection, String where, String property, String value, String remedy)
            throws SQLException {
        String found = property(connection, property).orElse("unknown");
        if (!value.equalsIgnoreCase(found)) {
            throw new StoreException(
                    Kind.FATAL,
                    where + " has " + property + "=" + found + ", but messages are kept safely only with " + value
                            + "; execute " + remedy,
                    null);
        }
    }

    private static Optional<String> property(Connection connection, String name) throws SQLException {
        String sql = "SELECT property_value FROM INFORMATION_SCHEMA.SYSTEM_PROPERTIES WHERE LOWER(property_name) = ?";
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, name);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty();
            }
        }
    }
}
