package dev.restante.store.jdbc.mariadb.galera;

import dev.restante.model.Uninterruptibles;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.database.Statements;
import dev.restante.store.jdbc.rows.ServerVariables;
import java.sql.Connection;
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

/** Session on a server of a Galera cluster with queries for the cluster state and the designated writer. */
public final class GaleraSession {

    /** Name of the server of a session, with machine and port to distinguish equal names. */
    public static final String SERVER = "CONCAT_WS('/', @@wsrep_node_name, @@hostname, @@port)";

    private static final String WRITER = "galera.writer";
    private static final String CHANGE = "galera.change";
    private static final String STORE = "galera.store";

    /** Address of a server without a configured address. */
    private static final String NO_ADDRESS = "AUTO";

    /**
     * Subquery that returns 1 on the designated writer. On another server it has two rows and fails with
     * {@link #WRONG_SERVER}. As a part of another statement it costs no round trip.
     */
    public static final String REQUIRE_WRITER = "(SELECT 1 FROM restante_setting WHERE name = '" + STORE
            + "' OR (name = '" + WRITER + "' AND setting_value <> " + SERVER + "))";

    /** Error number of a subquery with more than one row, which no other statement of the store causes. */
    public static final int WRONG_SERVER = 1242;

    /** Subquery that is true on the designated writer; null if there is none yet. */
    public static final String IS_WRITER =
            "(SELECT setting_value = " + SERVER + " FROM restante_setting WHERE name = '" + WRITER + "')";

    /** Subquery for the unique mark of the store; null if no writer was designated yet. */
    public static final String STORE_MARK = "(SELECT setting_value FROM restante_setting WHERE name = '" + STORE + "')";

    /** Prefix that waits until all earlier commits of the cluster are applied; fails on a disconnected server. */
    private static final String WITH_SYNC_WAIT = "SET STATEMENT wsrep_sync_wait = 7, wsrep_dirty_reads = OFF FOR ";

    private static final String STATUS = "SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_ready',"
            + " 'wsrep_cluster_status', 'wsrep_local_state_comment', 'wsrep_incoming_addresses', 'wsrep_local_index')";

    private static final String READ_STATE = WITH_SYNC_WAIT + "SELECT " + SERVER
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
     * Update that conflicts with all running batches, because each batch writes the row of its pipeline. If two servers
     * write one row, only one commits. Therefore a batch that began on another server before the change is rolled back,
     * or precedes the change.
     */
    private static final String UPDATE_PIPELINES =
            "UPDATE restante_pipeline SET highest_id = highest_id + 1 WHERE alive";

    /** Maximum number of batches that may roll back a change of the writer. */
    private static final int MAX_ATTEMPTS = 100;

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** Error number of a transaction that was rolled back because of a conflict with another server. */
    private static final int CONFLICT_ROLLED_BACK = 1213;

    private static final String VARIABLES = "SHOW VARIABLES WHERE Variable_name IN ('wsrep_on', 'wsrep_osu_method')";
    private static final String PROVIDER = "SHOW GLOBAL VARIABLES LIKE 'wsrep_on'";

    private final Connection connection;

    public GaleraSession(Connection connection) {
        this.connection = connection;
    }

    private Map<String, String> show(String sql) throws SQLException {
        return ServerVariables.of(connection, sql);
    }

    /** Returns whether the server is configured for a cluster. */
    public boolean isInCluster() throws SQLException {
        return "ON".equals(show(PROVIDER).get("wsrep_on"));
    }

    public boolean isReady() throws SQLException {
        return isReady(show(STATUS));
    }

    private static boolean isReady(Map<String, String> status) {
        return "ON".equals(status.get("wsrep_ready")) && "Primary".equals(status.get("wsrep_cluster_status"));
    }

    /**
     * Checks that a server of a cluster can be used.
     *
     * @throws StoreException if it cannot
     */
    public void require(String databaseName) throws SQLException {
        Map<String, String> session = show(VARIABLES);
        if (!"ON".equals(session.get("wsrep_on"))) {
            throw unsupported(
                    databaseName,
                    "its sessions have wsrep_on = OFF, so changes would not reach the other servers. Set it to ON");
        }
        if (!"TOI".equals(session.get("wsrep_osu_method"))) {
            throw unsupported(
                    databaseName,
                    "it has wsrep_OSU_method = RSU, so tables would be created on one server only. Set it to TOI");
        }
        Map<String, String> status = show(STATUS);
        List<String> members = members(status);
        String own = address(status, members);
        if (own.isEmpty() || Collections.frequency(members, own) > 1) {
            throw unsupported(
                    databaseName,
                    "the servers of its cluster need different addresses, but their addresses are " + members
                            + ". Set wsrep_node_incoming_address on each server");
        }
    }

    private static StoreException unsupported(String databaseName, String reason) {
        return new StoreException(StoreFailureKind.FATAL, databaseName + " cannot be used: " + reason, null);
    }

    private static List<String> members(Map<String, String> status) {
        return Arrays.stream(status.getOrDefault("wsrep_incoming_addresses", "").split(",", -1))
                .map(String::trim)
                .toList();
    }

    /**
     * Returns the address of the server. Empty if the server has none, or belongs to no cluster now; its index is then
     * the highest possible number.
     */
    private static String address(Map<String, String> status, List<String> members) {
        long index = Long.parseUnsignedLong(status.getOrDefault("wsrep_local_index", "0"));
        String address = index >= 0 && index < members.size() ? members.get((int) index) : "";
        return address.equals(NO_ADDRESS) ? "" : address;
    }

    /** Returns whether the server is the designated writer in the latest state of the cluster. */
    boolean isWriter() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(WITH_SYNC_WAIT + "SELECT " + IS_WRITER)) {
            row.next();
            return row.getBoolean(1);
        }
    }

    GaleraServerState readState() throws SQLException {
        Map<String, String> status = show(STATUS);
        List<String> members = members(status);
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(READ_STATE)) {
            row.next();
            String writer = row.getString(4);
            String change = row.getString(5);
            return new GaleraServerState(
                    row.getString(1),
                    address(status, members),
                    isReady(status),
                    "Synced".equals(status.get("wsrep_local_state_comment")),
                    members,
                    writer == null || change == null ? null : DesignatedWriter.of(writer, change),
                    row.getLong(2),
                    row.getLong(3));
        }
    }

    /** Waits until the server has applied all earlier commits of the cluster. */
    public void awaitReplication() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeQuery(WITH_SYNC_WAIT + "SELECT 1").close();
        }
    }

    /**
     * Makes the server the designated writer:
     * <ol>
     * <li>The current writer is replaced by {@link DesignatedWriter#NONE}, so that no node writes. While it is in use,
     *     each of its batches would roll back the next step.
     * <li>The server becomes the writer, in a transaction that conflicts with all running batches.
     * </ol>
     *
     * @return false if another node has changed the writer meanwhile
     */
    boolean designate(GaleraServerState seen) throws SQLException {
        DesignatedWriter former = seen.designatedWriter();
        if (former == null) {
            String text = new DesignatedWriter(1, seen.serverClockMillis(), seen.serverName(), seen.address()).encode();
            return changed(
                    () -> execute(INSERT, text, UUID.randomUUID().toString()) == 3 && execute(UPDATE_PIPELINES) >= 0);
        }
        DesignatedWriter left = former;
        if (former.isWriter()) {
            left = new DesignatedWriter(
                    former.version() + 1, seen.serverClockMillis(), DesignatedWriter.NONE, seen.address());
            if (!change(former, left, false)) {
                return false;
            }
        }
        DesignatedWriter next =
                new DesignatedWriter(left.version() + 1, seen.serverClockMillis(), seen.serverName(), seen.address());
        for (int attempt = 1; ; attempt++) {
            try {
                return change(left, next, true);
            } catch (SQLException e) {
                if (e.getErrorCode() != CONFLICT_ROLLED_BACK || attempt == MAX_ATTEMPTS) {
                    throw e;
                }
                Uninterruptibles.sleep(PAUSE_NANOS);
            }
        }
    }

    private boolean change(DesignatedWriter from, DesignatedWriter to, boolean pipelines) throws SQLException {
        return changed(() -> execute(UPDATE_CHANGE, to.encode(), from.encode()) == 1
                && execute(UPDATE_WRITER, to.server()) == 1
                && (!pipelines || execute(UPDATE_PIPELINES) >= 0));
    }

    /** Statements of a transaction that decide whether it commits. */
    @FunctionalInterface
    private interface TransactionBody {
        boolean execute() throws SQLException;
    }

    private boolean changed(TransactionBody body) throws SQLException {
        connection.setAutoCommit(false);
        try {
            boolean changed = body.execute();
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
        return Statements.update(connection, sql, (Object[]) texts);
    }
}
