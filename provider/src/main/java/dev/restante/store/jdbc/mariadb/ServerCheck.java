package dev.restante.store.jdbc.mariadb;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.product.DatabaseProduct;
import dev.restante.store.jdbc.schema.SchemaMigrator;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a server and its sessions must be like so that nothing gets lost, or changed on its way. */
public final class ServerCheck {

    private static final Logger LOGGER = LoggerFactory.getLogger(ServerCheck.class);

    private static final long LEAST_BYTES_AT_ONCE = 4L << 20;

    private static final int OLDEST_MAJOR = 10;
    private static final int OLDEST_MINOR = 6;

    /** Any of them refuses what does not fit into a column; otherwise it is cut. */
    private static final Set<String> STRICT = Set.of("STRICT_TRANS_TABLES", "STRICT_ALL_TABLES");

    /** What is stored, or how it is asked for, would be something else. */
    private static final Set<String> NOT_POSSIBLE = Set.of("EMPTY_STRING_IS_NULL", "ORACLE");

    private static final String SETTINGS =
            """
            SELECT DATABASE(), @@sql_mode, @@innodb_flush_log_at_trx_commit, @@innodb_rollback_on_timeout,
              @@session.max_user_connections, CURRENT_USER()""";

    /** A version that there is, and one that there is not. */
    private static final String COUNT = "UPDATE restante_schema SET file = file WHERE version = ?";

    /** Of two, three and four bytes. */
    private static final String TEXT = "\u00e4\u20ac\ud83d\udcec";

    private ServerCheck() {}

    /**
     * How large a statement may be with all that it carries.
     *
     * @throws StoreException if that is less than anything needs
     */
    public static long mostBytesAtOnce(Connection connection, String where) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@max_allowed_packet")) {
            row.next();
            long bytes = row.getLong(1);
            if (bytes < LEAST_BYTES_AT_ONCE) {
                throw refused(
                        where,
                        "its max_allowed_packet is " + bytes + "; it must be " + LEAST_BYTES_AT_ONCE
                                + " at least, and more than the largest message");
            }
            return bytes;
        }
    }

    /**
     * Checks a server by a session.
     *
     * @throws StoreException if it can't be used
     */
    static void check(Connection connection, String where) throws SQLException {
        DatabaseMetaData server = connection.getMetaData();
        int major = server.getDatabaseMajorVersion();
        int minor = server.getDatabaseMinorVersion();
        if (major < OLDEST_MAJOR || (major == OLDEST_MAJOR && minor < OLDEST_MINOR)) {
            throw refused(where, "it is MariaDB " + server.getDatabaseProductVersion() + "; 10.6 or later is needed");
        }
        settings(connection, where);
    }

    /**
     * Checks the settings of a server and a session.
     *
     * @throws StoreException if messages would get lost or changed by them
     */
    public static void settings(Connection connection, String where) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(SETTINGS)) {
            row.next();
            requireDatabase(row.getString(1), where);
            requireModes(row.getString(2), where);
            requireConnections(row.getLong(5), row.getString(6), where);
            if (row.getInt(3) != 1) {
                LOGGER.warn(
                        "{} has innodb_flush_log_at_trx_commit = {}: what was sent may be lost when its machine fails; set it to 1",
                        where,
                        row.getInt(3));
            }
            if (row.getBoolean(4)) {
                throw refused(
                        where,
                        "it has innodb_rollback_on_timeout = ON, with which a row that is locked by somebody else undoes"
                                + " what many have sent together; set it to OFF");
            }
        }
    }

    /**
     * What is kept as bytes has to be read as the text that it was.
     *
     * @throws StoreException if the session or the driver changes it
     */
    public static void requireText(Connection connection, String where) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT CAST(? AS BINARY), ?")) {
            select.setString(1, TEXT);
            select.setString(2, TEXT);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                if (!TEXT.equals(row.getString(1)) || !TEXT.equals(row.getString(2))) {
                    throw refused(
                            where,
                            "its connections change text on its way: set the driver's characterEncoding to UTF-8");
                }
            }
        }
    }

    private static void requireDatabase(@Nullable String database, String where) {
        if (database == null) {
            throw refused(where, "the URL names no database: append /DATABASE to the host");
        }
    }

    private static void requireModes(String modes, String where) {
        Set<String> set = new TreeSet<>(Arrays.asList(modes.split(",")));
        if (set.stream().noneMatch(STRICT::contains)) {
            throw refused(
                    where,
                    "its sql_mode '" + modes + "' is not strict, so that what does not fit is cut: let it have"
                            + " STRICT_TRANS_TABLES");
        }
        set.retainAll(NOT_POSSIBLE);
        if (!set.isEmpty()) {
            throw refused(where, "its sql_mode has " + String.join(", ", set) + ", with which it is another language");
        }
    }

    /** With fewer a node opens, and then waits in vain for those that it needs at work; 0 is no limit. */
    private static void requireConnections(long limit, String user, String where) {
        if (limit > 0 && limit < DatabaseProduct.LEAST_CONNECTIONS) {
            throw refused(
                    where,
                    "max_user_connections of the user '" + user + "' is " + limit + ", and a node needs "
                            + DatabaseProduct.LEAST_CONNECTIONS
                            + " connections, and 13 in a rush: raise it for each node that uses it");
        }
    }

    private static StoreException refused(String where, String why) {
        return new StoreException(Kind.FATAL, where + " can't be used: " + why, null);
    }

    /**
     * Batches have to tell of each row whether it was found, changed or not: by this it is known whose a delivery is.
     *
     * @param options those of the driver with which they don't
     * @throws StoreException if they don't
     */
    public static void requireCounts(Connection connection, String where, String options) throws SQLException {
        if (!countsRows(connection)) {
            throw refused(
                    where,
                    "its connections don't tell which rows a batch has found. Leave out of the driver's options "
                            + options);
        }
    }

    /** By as many as a driver may send another way than few. */
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
