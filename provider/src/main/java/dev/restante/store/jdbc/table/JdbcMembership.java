package dev.restante.store.jdbc.table;

import static dev.restante.store.jdbc.table.LongStatements.longs;
import static dev.restante.store.jdbc.table.LongStatements.update;

import dev.restante.model.ProductVersion;
import dev.restante.store.Membership;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Nodes, their leases and their deaths.
 *
 * <p>The pipeline row (0, 0) serializes joins: it is updated first, it counts the incarnations, and it inherits the
 * highest id of those that are forgotten.
 */
public final class JdbcMembership implements Membership {

    private static final Logger LOGGER = LoggerFactory.getLogger(JdbcMembership.class);

    private static final String HIGHEST_ID = "SELECT MAX(highest_id) FROM restante_pipeline";
    private static final String INSERT_NODE =
            "INSERT INTO restante_node (incarnation, node_number, name, lease_until, alive, version)"
                    + " VALUES (?, ?, ?, ?, TRUE, ?)";
    private static final String INSERT_PIPELINE =
            "INSERT INTO restante_pipeline (incarnation, pipeline_number, batch, alive, highest_id) VALUES (?, ?, 0, TRUE, 0)";
    private static final String RENEW =
            "UPDATE restante_node SET lease_until = ? WHERE incarnation = ? AND alive = TRUE";
    private static final String SAY_WAITING = "UPDATE restante_node SET waiting = ? WHERE incarnation = ?";
    private static final String WAITING_ELSEWHERE =
            "SELECT waiting FROM restante_node WHERE alive = TRUE AND incarnation <> ?";
    private static final String EXPIRED =
            "SELECT incarnation FROM restante_node WHERE alive = TRUE AND lease_until >= ? AND lease_until < ? ORDER BY incarnation";
    private static final String DEAD = "SELECT incarnation FROM restante_node WHERE alive = FALSE ORDER BY incarnation";
    private static final String FENCE_PIPELINES = "UPDATE restante_pipeline SET alive = FALSE WHERE incarnation = ?";
    private static final String FENCE_NODE =
            "UPDATE restante_node SET alive = FALSE WHERE incarnation = ? AND alive = TRUE AND lease_until < ?";

    /** Not all databases read the table that they change, unless it is done before in a table of its own. */
    private static final String INHERIT_HIGHEST_ID =
            """
            UPDATE restante_pipeline
            SET highest_id = (SELECT highest FROM (
              SELECT MAX(p.highest_id) AS highest FROM restante_pipeline p WHERE p.incarnation IN (0, ?)) known)
            WHERE incarnation = 0 AND pipeline_number = 0""";

    private static final String KEEP_PIPELINES = "UPDATE restante_pipeline SET kept_until = ? WHERE incarnation = ?";
    private static final String ENTITIES = "SELECT id FROM restante_entity";
    private static final String RELEASE = "UPDATE restante_delivery SET state = " + DeliveryRows.comingBackAs(2)
            + ", owner = 0, suspect = TRUE, visible_at = 0, due_at = expires_at"
            + " WHERE id = ? AND owner = ? AND state + 0 = 3";

    private static final Logger LOG = LoggerFactory.getLogger(JdbcMembership.class);

    private final Database database;

    /** For what must not take longer than a part of the lease. */
    private final Database urgent;

    private final boolean exclusive;
    private final String owned;

    /**
     * Without what a transaction of the application has removed and not committed: that goes on with its connection,
     * whatever becomes of the node.
     */
    private final String releasable;

    public JdbcMembership(Database database, boolean exclusive) {
        this.database = database;
        this.urgent = database.urgent();
        this.exclusive = exclusive;
        this.owned = "SELECT id FROM restante_delivery WHERE entity = ? AND state = 3 AND owner = ?"
                + " ORDER BY entity, state, precedence, queue_position, "
                + database.dialect().idInOrder()
                + " LIMIT ?"
                + database.dialect().alongIndex();
        this.releasable = owned + database.dialect().forUpdateOfFree();
    }

    @Override
    public Joined join(String name, long leaseUntil, int pipelines) {
        try {
            return tryToJoin(name, leaseUntil, pipelines);
        } catch (StoreException e) {
            if (e.kind() != Kind.CONSTRAINT) {
                throw e;
            }
            LOG.debug("Another node was the first to join the new store {}", database.where(), e);
            return tryToJoin(name, leaseUntil, pipelines);
        }
    }

    private Joined tryToJoin(String name, long leaseUntil, int pipelines) {
        return database.transaction("a node can't join", connection -> {
            long incarnation = NodeIdentity.nextIncarnation(database, connection);
            if (exclusive) {
                for (long former : longs(connection, EXPIRED, Long.MIN_VALUE, Long.MAX_VALUE)) {
                    fence(connection, former, Long.MAX_VALUE);
                }
            }
            StrayRows.release(connection);
            int nodeNumber = NodeIdentity.freeNumber(database, connection);
            long highestId = longs(connection, HIGHEST_ID).get(0);
            try (PreparedStatement insert = connection.prepareStatement(INSERT_NODE)) {
                insert.setLong(1, incarnation);
                insert.setInt(2, nodeNumber);
                insert.setString(3, name);
                insert.setLong(4, leaseUntil);
                insert.setString(5, ProductVersion.TEXT);
                insert.executeUpdate();
            }
            for (int pipeline = 0; pipeline < pipelines; pipeline++) {
                update(connection, INSERT_PIPELINE, incarnation, pipeline);
            }
            return new Joined(incarnation, nodeNumber, highestId);
        });
    }

    @Override
    public long storeMillis() {
        return urgent.read("the time can't be read", connection -> longs(
                        connection, database.dialect().storeMillis())
                .get(0));
    }

    @Override
    public boolean renewLease(long incarnation, long leaseUntil) {
        return urgent.transaction(
                "the lease of incarnation " + incarnation + " can't be renewed",
                connection -> update(connection, RENEW, leaseUntil, incarnation) == 1);
    }

    @Override
    public void announceWaiting(long incarnation, Set<Long> entityIds) {
        String waiting = entityIds.stream().sorted().map(String::valueOf).collect(Collectors.joining(" "));
        urgent.transaction("incarnation " + incarnation + " can't say what it waits for", connection -> {
            try (PreparedStatement update = connection.prepareStatement(SAY_WAITING)) {
                update.setString(1, waiting.isEmpty() ? null : waiting);
                update.setLong(2, incarnation);
                return update.executeUpdate();
            }
        });
    }

    @Override
    public Others others(long incarnation) {
        return urgent.read("what other nodes wait for can't be read", connection -> {
            boolean any = false;
            Set<Long> entityIds = new HashSet<>();
            try (PreparedStatement select = connection.prepareStatement(WAITING_ELSEWHERE)) {
                select.setLong(1, incarnation);
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        any = true;
                        String waiting = rows.getString(1);
                        if (waiting != null) {
                            addEntities(waiting, entityIds);
                        }
                    }
                }
            }
            return new Others(any, entityIds);
        });
    }

    /**
     * What this version does not understand is the wish of a newer one, or of somebody who is no node: it costs that
     * one a poll interval.
     */
    private void addEntities(String waiting, Set<Long> entityIds) {
        for (String id : waiting.split(" ")) {
            try {
                entityIds.add(Long.valueOf(id));
            } catch (NumberFormatException foreign) {
                LOGGER.debug("what a node of {} waits for can't be read", database.where(), foreign);
            }
        }
    }

    @Override
    public List<Long> declareDead(long endedFrom, long endedBefore) {
        List<Long> overdue =
                urgent.read("leases can't be read", connection -> longs(connection, EXPIRED, endedFrom, endedBefore));
        List<Long> declared = new ArrayList<>();
        for (long incarnation : overdue) {
            if (fenceUnlessLocked(incarnation, endedBefore)) {
                declared.add(incarnation);
            }
        }
        return declared;
    }

    /** A lock of somebody else or of the silent one keeps nobody from his own heartbeat: the next one tries again. */
    private boolean fenceUnlessLocked(long incarnation, long endedBefore) {
        try {
            return urgent.transactionOnce(
                    "incarnation " + incarnation + " can't be declared dead",
                    connection -> fence(connection, incarnation, endedBefore));
        } catch (StoreException e) {
            if (e.kind() != Kind.TRANSIENT) {
                throw e;
            }
            LOG.info("Incarnation {} is silent, and can't be declared dead yet: {}", incarnation, e.getMessage());
            return false;
        }
    }

    /**
     * Fences an incarnation whose lease is still over; it uses nothing any more. Waits for a batch of it that is being
     * committed right now.
     */
    private static boolean fence(Connection connection, long incarnation, long leaseBefore) throws SQLException {
        if (update(connection, FENCE_NODE, incarnation, leaseBefore) == 0) {
            return false;
        }
        update(connection, FENCE_PIPELINES, incarnation);
        update(connection, "DELETE FROM restante_entity_user WHERE incarnation = ?", incarnation);
        update(connection, JdbcMessageGroupRepository.RELEASE_ALL, incarnation);
        return true;
    }

    @Override
    public List<ListedNode> nodes() {
        return database.longRead("nodes can't be listed", NodeListing::read);
    }

    @Override
    public Map<Long, String> names() {
        return database.read("names of nodes can't be read", NodeListing::names);
    }

    @Override
    public List<Long> dead() {
        return database.read("dead nodes can't be read", connection -> longs(connection, DEAD));
    }

    @Override
    public List<Long> releaseDead(long deadIncarnation, int limit, long keptUntil) {
        return database.transaction(
                "deliveries of incarnation " + deadIncarnation + " can't be released", connection -> {
                    if (!longs(connection, DEAD).contains(deadIncarnation)) {
                        return List.of();
                    }
                    Set<Long> entities = new TreeSet<>();
                    int left = limit;
                    database.dialect().born().move(connection, deadIncarnation, limit);
                    for (long entity : longs(connection, ENTITIES)) {
                        List<Long> ids = longs(connection, releasable, entity, deadIncarnation, left);
                        if (!ids.isEmpty()) {
                            release(connection, ids, deadIncarnation);
                            ReplacedRows.remove(
                                    connection, ids, database.dialect().forUpdate());
                            entities.add(entity);
                            left -= ids.size();
                        }
                        if (left == 0) {
                            break;
                        }
                    }
                    if (entities.isEmpty() && !ownsAny(connection, deadIncarnation)) {
                        forget(connection, deadIncarnation, keptUntil);
                    }
                    return List.copyOf(entities);
                });
    }

    private static void release(Connection connection, List<Long> ids, long deadIncarnation) throws SQLException {
        try (PreparedStatement release = connection.prepareStatement(RELEASE)) {
            for (long id : ids.stream().sorted().toList()) {
                release.setLong(1, id);
                release.setLong(2, deadIncarnation);
                release.addBatch();
            }
            release.executeBatch();
        }
    }

    @Override
    public void leave(long incarnation, long keptUntil) {
        database.transaction("incarnation " + incarnation + " can't leave", connection -> {
            fence(connection, incarnation, Long.MAX_VALUE);
            database.dialect().born().move(connection, incarnation, 1);
            // What it should have given back and did not stays with a dead incarnation, whose deliveries are released
            // like any other's.
            if (ownsAny(connection, incarnation)) {
                return false;
            }
            forget(connection, incarnation, keptUntil);
            return true;
        });
    }

    private boolean ownsAny(Connection connection, long incarnation) throws SQLException {
        for (long entity : longs(connection, ENTITIES)) {
            if (!longs(connection, owned, entity, incarnation, 1).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** What tells of its batches stays. */
    private static void forget(Connection connection, long incarnation, long keptUntil) throws SQLException {
        update(connection, INHERIT_HIGHEST_ID, incarnation);
        if (keptUntil == NOT_KEPT) {
            update(connection, "DELETE FROM restante_void_batch WHERE incarnation = ?", incarnation);
            update(connection, "DELETE FROM restante_pipeline WHERE incarnation = ?", incarnation);
        } else {
            update(connection, KEEP_PIPELINES, keptUntil, incarnation);
        }
        update(connection, "DELETE FROM restante_quota_share WHERE incarnation = ?", incarnation);
        update(connection, "DELETE FROM restante_node WHERE incarnation = ?", incarnation);
        // Also what others told after they were declared dead.
        update(
                connection,
                "DELETE FROM restante_buffer_stock"
                        + " WHERE incarnation NOT IN (SELECT incarnation FROM restante_node)");
    }
}
