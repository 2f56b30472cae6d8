package dev.restante.store.jdbc.table;

import static dev.restante.store.jdbc.database.Statements.longs;
import static dev.restante.store.jdbc.database.Statements.update;

import dev.restante.model.ProductVersion;
import dev.restante.store.Membership;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Statements;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repository of nodes, their leases, and the declaration of silent nodes as dead.
 *
 * <p>The pipeline row (0, 0) serializes joins: each join updates it first. It counts the incarnations, and inherits the
 * highest id of removed incarnations.
 */
public final class JdbcMembership implements Membership {

    private static final Logger LOG = LoggerFactory.getLogger(JdbcMembership.class);

    private static final String HIGHEST_ID = "SELECT MAX(highest_id) FROM restante_pipeline";
    private static final String INSERT_NODE =
            "INSERT INTO restante_node (incarnation, node_number, name, lease_until, alive, restante_version)"
                    + " VALUES (?, ?, ?, ?, TRUE, ?)";
    private static final String INSERT_PIPELINE =
            "INSERT INTO restante_pipeline (incarnation, pipeline_number, last_batch, alive, highest_id) VALUES (?, ?, 0, TRUE, 0)";
    private static final String RENEW =
            "UPDATE restante_node SET lease_until = ? WHERE incarnation = ? AND alive = TRUE";
    private static final String UPDATE_AWAITED = "UPDATE restante_node SET awaited_entities = ? WHERE incarnation = ?";
    private static final String AWAITED_BY_OTHERS =
            "SELECT awaited_entities FROM restante_node WHERE alive = TRUE AND incarnation <> ?";
    private static final String EXPIRED =
            "SELECT incarnation FROM restante_node WHERE alive = TRUE AND lease_until >= ? AND lease_until < ? ORDER BY incarnation";
    private static final String DEAD = "SELECT incarnation FROM restante_node WHERE alive = FALSE ORDER BY incarnation";
    private static final String FENCE_PIPELINES = "UPDATE restante_pipeline SET alive = FALSE WHERE incarnation = ?";
    private static final String FENCE_NODE =
            "UPDATE restante_node SET alive = FALSE WHERE incarnation = ? AND alive = TRUE AND lease_until < ?";

    /** Statement with a derived table, because some databases cannot read the table that they update. */
    private static final String INHERIT_HIGHEST_ID =
            """
            UPDATE restante_pipeline
            SET highest_id = (SELECT highest FROM (
              SELECT MAX(p.highest_id) AS highest FROM restante_pipeline p WHERE p.incarnation IN (0, ?)) known)
            WHERE incarnation = 0 AND pipeline_number = 0""";

    private static final String KEEP_PIPELINES = "UPDATE restante_pipeline SET kept_until = ? WHERE incarnation = ?";
    private static final String ENTITIES = "SELECT id FROM restante_entity";
    private static final String RELEASE = "UPDATE restante_delivery SET state = " + DeliveryRows.returnStateSql(2)
            + ", owner = 0, redelivery_suspected = TRUE, visible_at = 0, due_at = expires_at"
            + " WHERE id = ? AND owner = ? AND state + 0 = 3";

    private final Database database;

    /** Database access for calls that must not take longer than part of the lease. */
    private final Database heartbeatDatabase;

    private final boolean exclusive;
    private final String owned;

    /**
     * Query that skips deliveries which an uncommitted application transaction has removed, because this transaction
     * outlives the node.
     */
    private final String releasable;

    public JdbcMembership(Database database, boolean exclusive) {
        this.database = database;
        this.heartbeatDatabase = database.forHeartbeat();
        this.exclusive = exclusive;
        this.owned = "SELECT id FROM restante_delivery WHERE entity = ? AND state = 3 AND owner = ?"
                + " ORDER BY entity, state, precedence, queue_position, "
                + database.dialect().idOrderExpression()
                + " LIMIT ?"
                + database.dialect().useIndexHint();
        this.releasable = owned + database.dialect().forUpdateSkipLocked();
    }

    @Override
    public JoinedNode join(String name, long leaseUntil, int pipelines) {
        try {
            return tryToJoin(name, leaseUntil, pipelines);
        } catch (StoreException e) {
            if (e.kind() != StoreFailureKind.CONSTRAINT) {
                throw e;
            }
            LOG.debug(
                    "Another node was the first to join the new store {}. This node joins after it.",
                    database.databaseName(),
                    e);
            return tryToJoin(name, leaseUntil, pipelines);
        }
    }

    private JoinedNode tryToJoin(String name, long leaseUntil, int pipelines) {
        return database.transaction("A node cannot join", connection -> {
            long incarnation = NodeIdentityAllocator.nextIncarnation(database, connection);
            if (exclusive) {
                for (long former : longs(connection, EXPIRED, Long.MIN_VALUE, Long.MAX_VALUE)) {
                    fence(connection, former, Long.MAX_VALUE);
                }
            }
            OrphanedRows.release(connection);
            int nodeNumber = NodeIdentityAllocator.lowestFreeNodeNumber(database, connection);
            long highestId = longs(connection, HIGHEST_ID).get(0);
            update(connection, INSERT_NODE, incarnation, nodeNumber, name, leaseUntil, ProductVersion.TEXT);
            for (int pipeline = 0; pipeline < pipelines; pipeline++) {
                update(connection, INSERT_PIPELINE, incarnation, pipeline);
            }
            return new JoinedNode(incarnation, nodeNumber, highestId);
        });
    }

    @Override
    public long storeMillis() {
        return heartbeatDatabase.read("The clock of the database cannot be read", connection -> longs(
                        connection, database.dialect().clockMillisSql())
                .get(0));
    }

    @Override
    public boolean renewLease(long incarnation, long leaseUntil) {
        return heartbeatDatabase.transaction(
                "The lease of incarnation " + incarnation + " cannot be renewed",
                connection -> update(connection, RENEW, leaseUntil, incarnation) == 1);
    }

    @Override
    public void announceDemand(long incarnation, Set<Long> entityIds) {
        String waiting = entityIds.stream().sorted().map(String::valueOf).collect(Collectors.joining(" "));
        heartbeatDatabase.transaction(
                "Awaited entities of incarnation " + incarnation + " cannot be written",
                connection -> update(connection, UPDATE_AWAITED, waiting.isEmpty() ? null : waiting, incarnation));
    }

    @Override
    public OtherNodes otherNodes(long incarnation) {
        return heartbeatDatabase.read("The awaited entities of other nodes cannot be read", connection -> {
            List<Optional<String>> awaited = Statements.list(
                    connection, AWAITED_BY_OTHERS, row -> Optional.ofNullable(row.getString(1)), incarnation);
            Set<Long> entityIds = new HashSet<>();
            awaited.forEach(ids -> ids.ifPresent(waiting -> addEntities(waiting, entityIds)));
            return new OtherNodes(!awaited.isEmpty(), entityIds);
        });
    }

    /**
     * Adds the entity ids in a text, except unreadable ones; the node that wrote such an id then waits for one poll
     * interval.
     */
    private void addEntities(String waiting, Set<Long> entityIds) {
        for (String id : waiting.split(" ")) {
            try {
                entityIds.add(Long.valueOf(id));
            } catch (NumberFormatException foreign) {
                LOG.debug(
                        "An awaited entity of a node of {} cannot be read. Restante ignores it.",
                        database.databaseName(),
                        foreign);
            }
        }
    }

    @Override
    public List<Long> declareDead(long endedFrom, long endedBefore) {
        List<Long> overdue = heartbeatDatabase.read(
                "The leases cannot be read", connection -> longs(connection, EXPIRED, endedFrom, endedBefore));
        List<Long> declared = new ArrayList<>();
        for (long incarnation : overdue) {
            if (fenceUnlessLocked(incarnation, endedBefore)) {
                declared.add(incarnation);
            }
        }
        return declared;
    }

    /**
     * Fences an incarnation, unless another transaction locks its rows; a lock must not delay this heartbeat, and the
     * next one tries again.
     */
    private boolean fenceUnlessLocked(long incarnation, long endedBefore) {
        try {
            return heartbeatDatabase.transactionOnce(
                    "Incarnation " + incarnation + " cannot be declared dead",
                    connection -> fence(connection, incarnation, endedBefore));
        } catch (StoreException e) {
            if (e.kind() != StoreFailureKind.TRANSIENT) {
                throw e;
            }
            LOG.info(
                    "Incarnation {} is silent, but cannot be declared dead yet. Restante tries again: {}",
                    incarnation,
                    e.getMessage());
            return false;
        }
    }

    /**
     * Fences an incarnation if its lease is still over, and deletes its users and group locks. Waits for a batch that
     * the incarnation is committing.
     */
    private static boolean fence(Connection connection, long incarnation, long leaseBefore) throws SQLException {
        if (update(connection, FENCE_NODE, incarnation, leaseBefore) == 0) {
            return false;
        }
        update(connection, FENCE_PIPELINES, incarnation);
        update(connection, "DELETE FROM restante_entity_using_node WHERE incarnation = ?", incarnation);
        update(connection, JdbcMessageGroupRepository.RELEASE_ALL_OF_NODE, incarnation);
        return true;
    }

    @Override
    public List<StoredNode> nodes() {
        return database.longRead("The nodes cannot be listed", NodeListing::read);
    }

    @Override
    public Map<Long, String> nodeNames() {
        return database.read("The names of nodes cannot be read", NodeListing::names);
    }

    @Override
    public List<Long> deadIncarnations() {
        return database.read("The dead nodes cannot be read", connection -> longs(connection, DEAD));
    }

    @Override
    public List<Long> releaseOfDead(long deadIncarnation, int limit, long outcomesKeptUntilMillis) {
        return database.transaction(
                "The messages of incarnation " + deadIncarnation + " cannot be released", connection -> {
                    if (!longs(connection, DEAD).contains(deadIncarnation)) {
                        return List.of();
                    }
                    Set<Long> entities = new TreeSet<>();
                    int left = limit;
                    database.dialect().directDeliveries().moveToOrdinary(connection, deadIncarnation, limit);
                    for (long entity : longs(connection, ENTITIES)) {
                        List<Long> ids = longs(connection, releasable, entity, deadIncarnation, left);
                        if (!ids.isEmpty()) {
                            Statements.updateEach(
                                    connection, RELEASE, ids.stream().sorted().toList(), id ->
                                            new Object[] {id, deadIncarnation});
                            ReplacedValueRemover.remove(
                                    connection, ids, database.dialect().forUpdate());
                            entities.add(entity);
                            left -= ids.size();
                        }
                        if (left == 0) {
                            break;
                        }
                    }
                    if (entities.isEmpty() && !ownsDeliveries(connection, deadIncarnation)) {
                        forget(connection, deadIncarnation, outcomesKeptUntilMillis);
                    }
                    return List.copyOf(entities);
                });
    }

    @Override
    public void leave(long incarnation, long outcomesKeptUntilMillis) {
        database.transaction("Incarnation " + incarnation + " cannot leave", connection -> {
            fence(connection, incarnation, Long.MAX_VALUE);
            database.dialect().directDeliveries().moveToOrdinary(connection, incarnation, 1);
            // If the node has not returned all its deliveries, it stays as a dead incarnation, whose deliveries other
            // nodes release.
            if (ownsDeliveries(connection, incarnation)) {
                return false;
            }
            forget(connection, incarnation, outcomesKeptUntilMillis);
            return true;
        });
    }

    private boolean ownsDeliveries(Connection connection, long incarnation) throws SQLException {
        for (long entity : longs(connection, ENTITIES)) {
            if (!longs(connection, owned, entity, incarnation, 1).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Removes an incarnation; the outcomes of its batches stay for their retention time. */
    private static void forget(Connection connection, long incarnation, long keptUntil) throws SQLException {
        update(connection, INHERIT_HIGHEST_ID, incarnation);
        if (keptUntil == OUTCOMES_NOT_KEPT) {
            update(connection, "DELETE FROM restante_void_batch WHERE incarnation = ?", incarnation);
            update(connection, "DELETE FROM restante_pipeline WHERE incarnation = ?", incarnation);
        } else {
            update(connection, KEEP_PIPELINES, keptUntil, incarnation);
        }
        update(connection, "DELETE FROM restante_in_flight_share WHERE incarnation = ?", incarnation);
        update(connection, "DELETE FROM restante_node WHERE incarnation = ?", incarnation);
        // Includes reports that nodes wrote after they were declared dead.
        update(
                connection,
                "DELETE FROM restante_prefetch_count"
                        + " WHERE incarnation NOT IN (SELECT incarnation FROM restante_node)");
    }
}
