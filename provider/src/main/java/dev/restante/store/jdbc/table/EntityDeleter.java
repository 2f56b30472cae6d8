package dev.restante.store.jdbc.table;

import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.store.EntityRepository.EmptyDeletionResult;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.connect.ConnectionWork;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.DirectDeliveryTable;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.database.Statements;
import dev.restante.store.jdbc.database.UpdateCounts;
import dev.restante.store.jdbc.rows.DeliveryRows;
import dev.restante.store.jdbc.rows.EntityRows;
import dev.restante.store.jdbc.rows.SharedMessageRows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deleter of queues, topics and subscriptions in two phases: it detaches an entity (removes name and users), and then
 * purges messages and other rows.
 */
public final class EntityDeleter {

    private static final Logger LOG = LoggerFactory.getLogger(EntityDeleter.class);

    private static final int DELETE_BATCH = 1_000;

    private static final String LOCK_PRESENCE =
            "SELECT deletion_announced FROM restante_entity_presence WHERE entity IN (?, ?) ORDER BY entity";

    /** Update that locks entity rows on databases where a read does not. */
    private static final String LOCK = "UPDATE restante_entity SET version = version + 1 WHERE id IN (?, ?)";

    /** Statement with an expression that prevents plans which scan all deliveries of the entity. */
    private static final String DELETE = "DELETE FROM restante_delivery WHERE id = ? AND entity + 0 = ?";

    /** Unreadable rows, which scans of the order index skip, except rows of a known state that have an owner. */
    private static final String UNKNOWN_VALUES =
            " AND (state NOT BETWEEN 1 AND 8 OR (owner = 0 AND precedence NOT BETWEEN 0 AND 9)) AND id < ";

    private record DeletedRow(long id, long message, boolean onlyDelivery) {}

    private final Database database;
    private final DeletionAnnouncer announcer;
    private final BlockingTransactions blockingTransactions;

    public EntityDeleter(Database database) {
        this.database = database;
        this.announcer = new DeletionAnnouncer(database);
        this.blockingTransactions = new BlockingTransactions(database);
    }

    /**
     * Checks that an entity and its dependent entities are not protected from deletion.
     *
     * @throws StoreException with kind PROTECTED if one of them is protected
     */
    private static void requireUnprotected(Connection connection, Entity entity) throws SQLException {
        Optional<Entity> found = firstProtected(connection, entity);
        if (found.isPresent()) {
            throw new StoreException(
                    StoreFailureKind.PROTECTED,
                    DisplayText.quote(found.get().name())
                            + " is protected from deletion, and nothing was deleted. Set"
                            + " its option deletionProtected to false first.",
                    null);
        }
    }

    /** Returns the first protected entity among an entity and its dependent entities (STA-03). */
    static Optional<Entity> firstProtected(Connection connection, Entity entity) throws SQLException {
        List<Entity> owners = new ArrayList<>();
        EntityRows.find(connection, entity.id(), "").ifPresent(owners::add);
        if (entity.kind() == EntityKind.TOPIC) {
            owners.addAll(subscriptions(connection, entity.id()));
        }
        for (Entity owner : owners) {
            if (owner.options().deletionProtected()) {
                return Optional.of(owner);
            }
            Optional<Entity> deadLetterQueue = EntityRows.find(connection, owner.deadLetterQueueId(), "");
            if (deadLetterQueue.isPresent() && deadLetterQueue.get().options().deletionProtected()) {
                return deadLetterQueue;
            }
        }
        return Optional.empty();
    }

    /**
     * Removes the name, presence row and users of an entity. The transaction must have locked the topics of a
     * subscription, and must have {@linkplain #awaitBatches waited for batches} before it detaches a permanent queue.
     *
     * @return the detached entities, including the subscriptions of a topic
     * @throws StoreException with kind PROTECTED if one of them is protected
     */
    List<Entity> detach(Connection connection, Entity entity) throws SQLException {
        lockPresenceRows(connection, entity);
        // A concurrent change of deletionProtected is already committed, or waits and then finds no entity.
        Statements.update(connection, LOCK, entity.id(), entity.deadLetterQueueId());
        requireUnprotected(connection, entity);
        List<Entity> detached = new ArrayList<>();
        detached.add(entity);
        Statements.update(
                connection,
                "DELETE FROM restante_entity_presence WHERE entity IN (?, ?)",
                entity.id(),
                entity.deadLetterQueueId());
        rename(connection, entity.id());
        if (entity.deadLetterQueueId() != 0) {
            rename(connection, entity.deadLetterQueueId());
        }
        Statements.update(connection, "DELETE FROM restante_entity_using_node WHERE entity = ?", entity.id());
        Statements.update(connection, "DELETE FROM restante_in_flight_share WHERE entity = ?", entity.id());
        Statements.update(connection, "DELETE FROM restante_prefetch_count WHERE entity = ?", entity.id());
        if (entity.kind() == EntityKind.SUBSCRIPTION) {
            SubscribedTopics.incrementVersions(connection, SubscribedTopics.Parent.of(entity));
        } else if (entity.kind() == EntityKind.TOPIC) {
            SubscribedTopics.incrementVersion(connection, entity.id());
            for (Entity subscription : subscriptions(connection, entity.id())) {
                detached.addAll(detach(connection, subscription));
            }
        }
        return detached;
    }

    /**
     * Waits for running batches that store messages in an entity or in its dead-letter queue, and announces the
     * deletion of a queue. Blocks new batches until the transaction ends. It takes its locks first in the transaction,
     * because batches take them first too, so that there is no deadlock.
     */
    void awaitBatches(Connection connection, Entity entity) throws SQLException {
        boolean announced = lockPresenceRows(connection, entity);
        if (announced && !database.maintenance().blocksBatches()) {
            announcer.announce(connection);
        }
    }

    /** Locks the presence rows; returns whether the deletion must be announced. */
    private boolean lockPresenceRows(Connection connection, Entity entity) throws SQLException {
        List<Boolean> announced = Statements.list(
                connection,
                LOCK_PRESENCE + database.dialect().forUpdate(),
                row -> row.getBoolean(1),
                entity.id(),
                entity.deadLetterQueueId());
        return announced.contains(true);
    }

    private static void rename(Connection connection, long id) throws SQLException {
        Statements.update(
                connection,
                "UPDATE restante_entity SET name = ?, permanent = FALSE, version = version + 1 WHERE id = ?",
                EntityRows.DELETED_PREFIX + id,
                id);
    }

    static List<Entity> subscriptions(Connection connection, long topicId) throws SQLException {
        return EntityRows.list(connection, " WHERE parent = ? AND kind = 3 ORDER BY id", topicId);
    }

    /**
     * Deletes an entity, and the subscriptions of a topic.
     *
     * @return true if the entity existed
     * @throws StoreException with kind PROTECTED if one of them is protected; nothing was deleted
     */
    boolean remove(Entity entity) {
        List<Entity> detached = runWithoutBatches(entity, connection -> {
            awaitBatches(connection, entity);
            return detachIfPresent(connection, entity);
        });
        tryPurge(detached);
        return !detached.isEmpty();
    }

    /** Deletes a queue, unless the queue or its dead-letter queue has deliveries. */
    EmptyDeletionResult removeEmpty(Entity queue) {
        Optional<List<Entity>> detached = runWithoutBatches(queue, connection -> {
            // First, so that the query below sees all messages that batches have stored.
            awaitBatches(connection, queue);
            Statements.update(connection, LOCK, queue.id(), queue.deadLetterQueueId());
            requireUnprotected(connection, queue);
            return anyDelivery(connection, queue.id()) || anyDelivery(connection, queue.deadLetterQueueId())
                    ? Optional.empty()
                    : Optional.of(detachIfPresent(connection, queue));
        });
        if (detached.isEmpty()) {
            return EmptyDeletionResult.HAS_DELIVERIES;
        }
        tryPurge(detached.get());
        return detached.get().isEmpty() ? EmptyDeletionResult.NOT_FOUND : EmptyDeletionResult.DELETED;
    }

    /** Returns the number of deletions that timed out because of open transactions. */
    long blockedDeletionCount() {
        return blockingTransactions.blockedDeletions();
    }

    private <T> T runWithoutBatches(Entity entity, ConnectionWork<T> work) {
        try {
            return database.maintenance()
                    .runWithoutBatches(() -> database.trackedTransaction(cantBeDeleted(entity), work));
        } catch (StoreException e) {
            boolean waited = e.kind() == StoreFailureKind.TRANSIENT || e.kind() == StoreFailureKind.UNAVAILABLE;
            throw waited ? blockingTransactions.addBlockers(e) : e;
        }
    }

    private List<Entity> detachIfPresent(Connection connection, Entity entity) throws SQLException {
        Optional<Entity> found =
                EntityRows.find(connection, entity.id(), database.dialect().forUpdate());
        return found.isPresent() ? detach(connection, found.get()) : List.of();
    }

    private static String cantBeDeleted(Entity entity) {
        return DisplayText.quote(entity.name()) + " cannot be deleted";
    }

    /**
     * Removes the remaining rows of entities whose deletion is committed. A failure is no failure of the deletion.
     * Nodes of a shared store look for such rows with each heartbeat, and every node does when it opens the store.
     */
    private void tryPurge(List<Entity> detached) {
        try {
            detached.forEach(this::purge);
        } catch (StoreException e) {
            LOG.warn(
                    "{} is deleted, but its remaining messages could not be removed. Restante removes them later,"
                            + " at the latest when a node opens the store.",
                    DisplayText.quote(detached.get(0).name()),
                    e);
        }
    }

    /** Removes the remaining rows of a detached entity. */
    void purge(Entity detached) {
        deleteDeliveries(detached);
        deleteRows(detached);
    }

    private void deleteRows(Entity entity) {
        boolean deleted =
                database.trackedTransaction(cantBeDeleted(entity), connection -> deleteRows(connection, entity));
        if (deleted) {
            EntityRows.logDeleted(entity);
        }
    }

    private static boolean deleteRows(Connection connection, Entity entity) throws SQLException {
        Statements.update(connection, "DELETE FROM restante_entity_using_node WHERE entity = ?", entity.id());
        Statements.update(connection, "DELETE FROM restante_in_flight_share WHERE entity = ?", entity.id());
        Statements.update(connection, "DELETE FROM restante_prefetch_count WHERE entity = ?", entity.id());
        Statements.update(connection, "DELETE FROM restante_entity_last_use WHERE entity = ?", entity.id());
        Statements.update(connection, "DELETE FROM restante_duplicate_id WHERE entity = ?", entity.id());
        Statements.update(connection, "DELETE FROM restante_receive_attempt WHERE entity = ?", entity.id());
        Statements.update(connection, "DELETE FROM restante_message_group WHERE entity = ?", entity.id());
        Statements.update(connection, "DELETE FROM restante_last_value WHERE entity = ?", entity.id());
        Statements.update(connection, "DELETE FROM restante_subscription_rule WHERE subscription = ?", entity.id());
        if (entity.deadLetterQueueId() != 0) {
            Statements.update(connection, "DELETE FROM restante_entity WHERE id = ?", entity.deadLetterQueueId());
        }
        return Statements.update(connection, "DELETE FROM restante_entity WHERE id = ?", entity.id()) > 0;
    }

    /** Returns whether an entity has a delivery in any state. */
    public boolean anyDelivery(Connection connection, long entityId) throws SQLException {
        return database.dialect().directDeliveries().count(connection, entityId) > 0
                || Statements.exists(connection, "SELECT 1 FROM restante_delivery WHERE entity = ? LIMIT 1", entityId);
    }

    void deleteDeliveries(Entity entity) {
        deleteDeliveries(entity.id());
        if (entity.deadLetterQueueId() != 0) {
            deleteDeliveries(entity.deadLetterQueueId());
        }
    }

    private void deleteDeliveries(long entityId) {
        String failureText = "The messages of entity " + entityId + " cannot be deleted";
        DirectDeliveryTable directDeliveries = database.dialect().directDeliveries();
        if (directDeliveries != DirectDeliveryTable.NO_TABLE) {
            database.transaction(failureText, connection -> {
                directDeliveries.moveAllToOrdinary(connection, entityId);
                return true;
            });
        }
        boolean more = true;
        while (more) {
            more = database.transaction(failureText, connection -> deleteSomeDeliveries(connection, entityId, ""))
                    == DELETE_BATCH;
        }
    }

    long deleteUnknownValues(long entityId, long beforeId) {
        String failureText = "The unreadable messages of entity " + entityId + " cannot be deleted";
        long deleted = 0;
        int last;
        do {
            last = database.trackedTransaction(
                    failureText, connection -> deleteSomeDeliveries(connection, entityId, UNKNOWN_VALUES + beforeId));
            deleted += last;
        } while (last == DELETE_BATCH);
        return deleted;
    }

    /**
     * Deletes deliveries by ascending id and then updates the counters of shared messages. Batches use the same order,
     * so that there is no deadlock.
     */
    private static int deleteSomeDeliveries(Connection connection, long entityId, String which) throws SQLException {
        List<DeletedRow> rows = some(connection, entityId, which);
        if (rows.isEmpty()) {
            return 0;
        }
        SortedMap<Long, Integer> shared = new TreeMap<>();
        List<Long> messages = new ArrayList<>();
        boolean[] deleted = UpdateCounts.changedRows(
                Statements.updateEach(connection, DELETE, rows, row -> new Object[] {row.id(), entityId}));
        for (int i = 0; i < deleted.length; i++) {
            DeletedRow row = rows.get(i);
            // Another node may have completed or moved a delivery meanwhile, and then keeps or deletes its message.
            if (deleted[i] && row.onlyDelivery()) {
                messages.add(row.message());
            } else if (deleted[i]) {
                shared.merge(row.message(), 1, Integer::sum);
            }
        }
        Statements.updateEach(connection, DeliveryRows.DELETE_MESSAGE, messages, id -> new Object[] {id});
        try (StatementCache statements = new StatementCache(connection)) {
            SharedMessageRows.countDown(statements, shared);
        }
        return rows.size();
    }

    private static List<DeletedRow> some(Connection connection, long entityId, String which) throws SQLException {
        List<DeletedRow> rows = Statements.list(
                connection,
                "SELECT id, message, only_delivery FROM restante_delivery WHERE entity = ?" + which + " LIMIT "
                        + DELETE_BATCH,
                row -> new DeletedRow(row.getLong(1), row.getLong(2), row.getBoolean(3)),
                entityId);
        rows.sort(Comparator.comparingLong(DeletedRow::id));
        return rows;
    }
}
