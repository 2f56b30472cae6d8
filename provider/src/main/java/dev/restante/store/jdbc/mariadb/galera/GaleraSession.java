package dev.restante.store.jdbc.mariadb.galera;

import dev.restante.model.Uninterrupted;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.rows.NamedValues;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A connection to a server of a cluster, and what can be asked there. */
public final class GaleraSession {

    /** Of the server of a session: its name, and what tells servers apart that were given the same. */
    public static final String SERVER = "CONCAT_WS('/', @@wsrep_node_name, @@hostname, @@port)";

    private static final String WRITER = "galera.writer";
    private static final String CHANGE = "galera.change";
    private static final String STORE = "galera.store";

    /** Address of a server that was given none. */
    private static final String NO_ADDRESS = "AUTO";

    /**
     * 1 on the server that all nodes write to; on any other it is an error, because it has two rows, which
     * {@link #WRONG_SERVER} tells. It costs no round trip where it is a part of another statement.
     */
    public static final String REQUIRE_WRITER = "(SELECT 1 FROM restante_setting WHERE name = '" + STORE
            + "' OR (name = '" + WRITER + "' AND setting_value <> " + SERVER + "))";

    /** The server's code for a subquery that has more than one row; nothing else of ours has such a one. */
    public static final int WRONG_SERVER = 1242;

    /** True on the server that all nodes write to; null where none was agreed on. */
    public static final String IS_WRITER =
            "(SELECT setting_value = " + SERVER + " FROM restante_setting WHERE name = '" + WRITER + "')";

    /** Mark of the store that no other server has; null where no writer was agreed on. */
    public static final String OF_STORE = "(SELECT setting_value FROM restante_setting WHERE name = '" + STORE + "')";

    /** When all is applied that was committed anywhere before; never on a server that is cut off. */
    private static final String CURRENT = "SET STATEMENT wsrep_sync_wait = 7, wsrep_dirty_reads = OFF FOR ";

    private static final String STATUS = "SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_ready',"
            + " 'wsrep_cluster_status', 'wsrep_local_state_comment', 'wsrep_incoming_addresses', 'wsrep_local_index')";

    private static final String VIEW = CURRENT + "SELECT " + SERVER
            + ", TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000,"
            + " (SELECT MAX(lease_until) FROM restante_node WHERE alive),"
            + " (SELECT setting_value FROM restante_setting WHERE name = '" + WRITER + "'),"
            + " (SELECT setting_value FROM restante_setting WHERE name = '" + CHANGE + "')";

    private static final String INSERT = "INSERT IGNORE INTO restante_setting (name, setting_value) VALUES ('" + CHANGE
            + "', ?), ('" + STORE + "', ?), ('" + WRITER + "', " + SERVER + ")";

    private static final String UPDATE_CHANGE =
            "UPDATE restante_setting SET setting_value = ? WHERE name = '" + CHANGE + "' AND setting_value = ?";

    private static final String UPDATE_WRITER =
            "UPDATE restante_setting SET setting_value = ? WHERE name = '" + WRITER + "'";

    /**
     * Each batch writes the row of its pipeline, and of two servers that write the same row one commits. So a batch
     * that another server has begun before the change is undone, or comes before it.
     */
    private static final String UPDATE_PIPELINES =
            "UPDATE restante_pipeline SET highest_id = highest_id + 1 WHERE alive";

    /** So many batches at most that were begun before may yet undo a change. */
    private static final int MOST_ATTEMPTS = 100;

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** The server's code for what was undone because another server has changed the same. */
    private static final int UNDONE = 1213;

    private static final String VARIABLES = "SHOW VARIABLES WHERE Variable_name IN ('wsrep_on', 'wsrep_osu_method')";
    private static final String PROVIDER = "SHOW GLOBAL VARIABLES LIKE 'wsrep_on'";

    private final Connection connection;

    public GaleraSession(Connection connection) {
        this.connection = connection;
    }

    private Map<String, String> show(String sql) throws SQLException {
        return NamedValues.of(connection, sql);
    }

    /** True if the server belongs to a cluster, or is to. */
    public boolean isInCluster() throws SQLException {
        return "ON".equals(show(PROVIDER).get("wsrep_on"));
    }

    /** True if the server takes statements. */
    public boolean isReady() throws SQLException {
        return isReady(show(STATUS));
    }

    private static boolean isReady(Map<String, String> status) {
        return "ON".equals(status.get("wsrep_ready")) && "Primary".equals(status.get("wsrep_cluster_status"));
    }

    /**
     * Checks a server of a cluster.
     *
     * @throws StoreException if it can't be used
     */
    public void require(String where) throws SQLException {
        Map<String, String> session = show(VARIABLES);
        if (!"ON".equals(session.get("wsrep_on"))) {
            throw refused(where, "its sessions have wsrep_on = OFF, so that nothing reaches the other servers");
        }
        if (!"TOI".equals(session.get("wsrep_osu_method"))) {
            throw refused(where, "it has wsrep_OSU_method = RSU, with which tables are made on one server only");
        }
        Map<String, String> status = show(STATUS);
        List<String> members = members(status);
        String own = address(status, members);
        if (own.isEmpty() || Collections.frequency(members, own) > 1) {
            throw refused(
                    where,
                    "the servers of its cluster can't be told apart by their addresses, which are " + members
                            + ": set wsrep_node_incoming_address on each");
        }
    }

    private static StoreException refused(String where, String why) {
        return new StoreException(Kind.FATAL, where + " can't be used: " + why, null);
    }

    private static List<String> members(Map<String, String> status) {
        return Arrays.stream(status.getOrDefault("wsrep_incoming_addresses", "").split(",", -1))
                .map(String::trim)
                .toList();
    }

    /**
     * Empty for a server that belongs to no cluster now, whose place is the highest number that there is; and for one
     * that was given none.
     */
    private static String address(Map<String, String> status, List<String> members) {
        long place = Long.parseUnsignedLong(status.getOrDefault("wsrep_local_index", "0"));
        String address = place >= 0 && place < members.size() ? members.get((int) place) : "";
        return address.equals(NO_ADDRESS) ? "" : address;
    }

    /** True on the server that all nodes write to, as all of the cluster knows it now. */
    boolean isWriter() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(CURRENT + "SELECT " + IS_WRITER)) {
            row.next();
            return row.getBoolean(1);
        }
    }

    ServerView look() throws SQLException {
        Map<String, String> status = show(STATUS);
        List<String> members = members(status);
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(VIEW)) {
            row.next();
            String writer = row.getString(4);
            String change = row.getString(5);
            return new ServerView(
                    row.getString(1),
                    address(status, members),
                    isReady(status),
                    "Synced".equals(status.get("wsrep_local_state_comment")),
                    members,
                    writer == null || change == null ? null : AgreedServer.of(writer, change),
                    row.getLong(2),
                    row.getLong(3));
        }
    }

    /** Waits until the server has applied all that was committed anywhere before. */
    public void awaitOthers() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeQuery(CURRENT + "SELECT 1").close();
        }
    }

    /**
     * Makes the server the one that all nodes write to. First nobody may write to the former one any more: on one that
     * is in use each batch would undo the change.
     *
     * @param seen as it was seen before
     * @return false if somebody else has changed it meanwhile
     */
    boolean agree(ServerView seen) throws SQLException {
        AgreedServer former = seen.agreed();
        if (former == null) {
            String text = new AgreedServer(1, seen.nowMillis(), seen.server(), seen.address()).text();
            return changed(
                    () -> execute(INSERT, text, UUID.randomUUID().toString()) == 3 && execute(UPDATE_PIPELINES) >= 0);
        }
        AgreedServer left = former;
        if (former.isWriter()) {
            left = new AgreedServer(former.change() + 1, seen.nowMillis(), AgreedServer.NOBODY, seen.address());
            if (!change(former, left, false)) {
                return false;
            }
        }
        AgreedServer next = new AgreedServer(left.change() + 1, seen.nowMillis(), seen.server(), seen.address());
        for (int attempt = 1; ; attempt++) {
            try {
                return change(left, next, true);
            } catch (SQLException e) {
                if (e.getErrorCode() != UNDONE || attempt == MOST_ATTEMPTS) {
                    throw e;
                }
                Uninterrupted.pause(PAUSE_NANOS);
            }
        }
    }

    private boolean change(AgreedServer from, AgreedServer to, boolean pipelines) throws SQLException {
        return changed(() -> execute(UPDATE_CHANGE, to.text(), from.text()) == 1
                && execute(UPDATE_WRITER, to.server()) == 1
                && (!pipelines || execute(UPDATE_PIPELINES) >= 0));
    }

    /** The statements of a transaction, which is committed if they say so. */
    @FunctionalInterface
    private interface Statements {
        boolean execute() throws SQLException;
    }

    private boolean changed(Statements statements) throws SQLException {
        connection.setAutoCommit(false);
        try {
            boolean changed = statements.execute();
            if (changed) {
                connection.commit();
            }
            return changed;
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    private int execute(String sql, @Nullable String... texts) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < texts.length; i++) {
                statement.setString(i + 1, texts[i]);
            }
            return statement.executeUpdate();
        }
    }
}
