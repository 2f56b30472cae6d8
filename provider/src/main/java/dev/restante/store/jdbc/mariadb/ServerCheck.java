package dev.restante.store.jdbc.mariadb;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.database.Statements;
import dev.restante.store.jdbc.product.DatabaseProduct;
import dev.restante.store.jdbc.schema.SchemaMigrator;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Check of the server and session settings without which MariaDB or MySQL would lose or change messages. */
public final class ServerCheck {

    private static final Logger LOGGER = LoggerFactory.getLogger(ServerCheck.class);

    private static final long MIN_PACKET_BYTES = 4L << 20;

    private static final int MIN_MAJOR_VERSION = 10;
    private static final int MIN_MINOR_VERSION = 6;

    /** Modes with which the server rejects values that do not fit into a column, instead of truncating them. */
    private static final Set<String> STRICT = Set.of("STRICT_TRANS_TABLES", "STRICT_ALL_TABLES");

    /** Modes that change stored values or the meaning of statements. */
    private static final Set<String> UNSUPPORTED_MODES = Set.of("EMPTY_STRING_IS_NULL", "ORACLE");

    private static final String SETTINGS =
            """
            SELECT DATABASE(), @@sql_mode, @@innodb_flush_log_at_trx_commit, @@innodb_rollback_on_timeout,
              @@session.max_user_connections, CURRENT_USER()""";

    /** Update that matches one row or none, depending on the version. */
    private static final String COUNT = "UPDATE restante_schema SET file = file WHERE version = ?";

    /** Characters of two, three and four bytes in UTF-8. */
    private static final String TEXT = "\u00e4\u20ac\ud83d\udcec";

    private ServerCheck() {}

    /**
     * Returns the maximum size of a statement with its parameters, in bytes.
     *
     * @throws StoreException if it is too small for any use
     */
    public static long maxPacketBytes(Connection connection, String databaseName) throws SQLException {
        long bytes =
                Statements.firstLong(connection, "SELECT @@max_allowed_packet").orElseThrow();
        if (bytes < MIN_PACKET_BYTES) {
            throw unsupported(
                    databaseName,
                    "its max_allowed_packet is " + bytes + ". Set it to at least " + MIN_PACKET_BYTES
                            + ", and to more than the size of the largest message");
        }
        return bytes;
    }

    /**
     * Checks the server.
     *
     * @throws StoreException if the server cannot be used
     */
    static void requireSupported(Connection connection, String databaseName) throws SQLException {
        DatabaseMetaData server = connection.getMetaData();
        int major = server.getDatabaseMajorVersion();
        int minor = server.getDatabaseMinorVersion();
        if (major < MIN_MAJOR_VERSION || (major == MIN_MAJOR_VERSION && minor < MIN_MINOR_VERSION)) {
            throw unsupported(
                    databaseName,
                    "it is MariaDB " + server.getDatabaseProductVersion() + ". Use MariaDB 10.6 or later");
        }
        requireSettings(connection, databaseName);
    }

    /**
     * Checks the settings.
     *
     * @throws StoreException if these settings would lose or change messages
     */
    public static void requireSettings(Connection connection, String databaseName) throws SQLException {
        Statements.forEach(connection, SETTINGS, row -> {
            requireDatabase(row.getString(1), databaseName);
            requireModes(row.getString(2), databaseName);
            requireConnections(row.getLong(5), row.getString(6), databaseName);
            if (row.getInt(3) != 1) {
                LOGGER.warn(
                        "{} has innodb_flush_log_at_trx_commit = {}. Sent messages"
                                + " may be lost if its machine fails. Set it to 1.",
                        databaseName,
                        row.getInt(3));
            }
            if (row.getBoolean(4)) {
                throw unsupported(
                        databaseName,
                        "it has innodb_rollback_on_timeout = ON, so one lock timeout would roll"
                                + " back a whole batch of messages. Set it to OFF");
            }
        });
    }

    /**
     * Checks that text stored as bytes can be read as text again.
     *
     * @throws StoreException if the session or the driver changes text
     */
    public static void requireText(Connection connection, String databaseName) throws SQLException {
        String sql = "SELECT CAST(? AS BINARY), ?";
        boolean intact = Statements.first(
                        connection,
                        sql,
                        row -> TEXT.equals(row.getString(1)) && TEXT.equals(row.getString(2)),
                        TEXT,
                        TEXT)
                .orElse(false);
        if (!intact) {
            throw unsupported(
                    databaseName,
                    "its connections change text in transit. Set the driver option characterEncoding to UTF-8");
        }
    }

    private static void requireDatabase(@Nullable String database, String databaseName) {
        if (database == null) {
            throw unsupported(databaseName, "the URL names no database. Append /DATABASE to the host");
        }
    }

    private static void requireModes(String modes, String databaseName) {
        Set<String> set = new TreeSet<>(Arrays.asList(modes.split(",")));
        if (set.stream().noneMatch(STRICT::contains)) {
            throw unsupported(
                    databaseName,
                    "its sql_mode '" + modes
                            + "' is not strict, so the server would truncate values"
                            + " that do not fit. Add STRICT_TRANS_TABLES to it");
        }
        set.retainAll(UNSUPPORTED_MODES);
        if (!set.isEmpty()) {
            throw unsupported(
                    databaseName,
                    "its sql_mode has " + String.join(", ", set)
                            + ", which changes stored values or the meaning of statements. Remove it from sql_mode");
        }
    }

    /** Rejects a limit with which a node could open, but would later wait in vain for connections; 0 means no limit. */
    private static void requireConnections(long limit, String user, String databaseName) {
        if (limit > 0 && limit < DatabaseProduct.MIN_CONNECTIONS) {
            throw unsupported(
                    databaseName,
                    "max_user_connections of the user '" + user + "' is " + limit + ", and a node needs "
                            + DatabaseProduct.MIN_CONNECTIONS
                            + " connections, and 13 under load. Raise the limit to the need of all nodes");
        }
    }

    private static StoreException unsupported(String databaseName, String reason) {
        return new StoreException(StoreFailureKind.FATAL, databaseName + " cannot be used: " + reason, null);
    }

    /**
     * Checks that a batch reports for each row whether it was found, even if unchanged, which tells the owner of a
     * delivery.
     *
     * @param options the driver options that prevent these reports
     * @throws StoreException if the reports are wrong
     */
    public static void requireUpdateCounts(Connection connection, String databaseName, String options)
            throws SQLException {
        if (!countsRows(connection)) {
            throw unsupported(
                    databaseName,
                    "its connections do not report which rows a batch has found. Remove these driver options: "
                            + options);
        }
    }

    /** Tries a batch of five rows, because drivers may send few rows in another way. */
    private static boolean countsRows(Connection connection) throws SQLException {
        boolean autoCommit = connection.getAutoCommit();
        connection.setAutoCommit(false);
        try (PreparedStatement update = connection.prepareStatement(COUNT)) {
            for (int version : new int[] {SchemaMigrator.VERSION, -1, -1, SchemaMigrator.VERSION, -1}) {
                update.setInt(1, version);
                update.addBatch();
            }
            return Arrays.equals(update.executeBatch(), new int[] {1, 0, 0, 1, 0});
        } finally {
            connection.rollback();
            connection.setAutoCommit(autoCommit);
        }
    }
}
