package dev.restante.store.jdbc.table;

import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.ShownText;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.connect.ConnectionWork;
import dev.restante.store.jdbc.database.BornDeliveries;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.database.UpdateCounts;
import dev.restante.store.jdbc.rows.DeliveryRows;
import dev.restante.store.jdbc.rows.EntityRows;
import dev.restante.store.jdbc.rows.SharedMessages;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Takes entities away with all that they have. */
public final class EntityRemoval {

    private static final int DELETE_BATCH = 1_000;

    private static final String PRESENT =
            "SELECT deletion_announced FROM restante_entity_presence WHERE entity IN (?, ?) ORDER BY entity";

    /** Locks rows where reading them does not. */
    private static final String LOCK = "UPDATE restante_entity SET version = version + 1 WHERE id IN (?, ?)";

    /** The expression keeps planners from walking along all deliveries of the entity. */
    private static final String DELETE = "DELETE FROM restante_delivery WHERE id = ? AND entity + 0 = ?";

    /** Rows that every walk along the order index passes over. An owner keeps rows of a known state. */
    private static final String OUT_OF_RANGE =
            " AND (state NOT BETWEEN 1 AND 8 OR (owner = 0 AND precedence NOT BETWEEN 0 AND 9)) AND id < ";

    /** A delivery to delete. */
    private record Row(long id, long message, boolean sole) {}

    private final Database database;
    private final DeletionNotice notice;
    private final LongTransactions longTransactions;

    public EntityRemoval(Database database) {
        this.database = database;
        this.notice = new DeletionNotice(database);
        this.longTransactions = new LongTransactions(database);
    }

    /**
     * Looks whether nothing of what would go with an entity is protected.
     *
     * @throws StoreException with kind PROTECTED if something is
     */
    private static void checkUnprotected(Connection connection, Entity entity) throws SQLException {
        Optional<Entity> kept = firstProtected(connection, entity);
        if (kept.isPresent()) {
            throw new StoreException(
                    Kind.PROTECTED,
                    ShownText.quoted(kept.get().name())
                            + " is protected from deletion: nothing was deleted. Take its option"
                            + " deletionProtected off first.",
                    null);
        }
    }

    /** What is protected now of that which would go with an entity; empty if nothing is (STA-03). */
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
     * Takes an entity out of use: its name no longer leads to it, no node uses it, and its topic no longer has it.
     * Within a transaction that has locked the topic, and has {@linkplain #awaitBatches waited for batches} if the
     * entity is a queue that lasts.
     *
     * @return what has gone, a topic's subscriptions included
     * @throws StoreException with kind PROTECTED if something of that is protected
     */
    List<Entity> takeOut(Connection connection, Entity entity) throws SQLException {
        keepBatchesAway(connection, entity);
        // Who protects one of them at the same time has done so before, or waits and finds it gone.
        update(connection, LOCK, entity.id(), entity.deadLetterQueueId());
        checkUnprotected(connection, entity);
        List<Entity> gone = new ArrayList<>();
        gone.add(entity);
        update(
                connection,
                "DELETE FROM restante_entity_presence WHERE entity IN (?, ?)",
                entity.id(),
                entity.deadLetterQueueId());
        rename(connection, entity.id());
        if (entity.deadLetterQueueId() != 0) {
            rename(connection, entity.deadLetterQueueId());
        }
        update(connection, "DELETE FROM restante_entity_user WHERE entity = ?", entity.id());
        update(connection, "DELETE FROM restante_quota_share WHERE entity = ?", entity.id());
        update(connection, "DELETE FROM restante_buffer_stock WHERE entity = ?", entity.id());
        if (entity.kind() == EntityKind.SUBSCRIPTION) {
            countUp(connection, entity.parentId());
        } else if (entity.kind() == EntityKind.TOPIC) {
            countUp(connection, entity.id());
            for (Entity subscription : subscriptions(connection, entity.id())) {
                gone.addAll(takeOut(connection, subscription));
            }
        }
        return gone;
    }

    /**
     * Waits for the batches under way that store something in an entity or in its dead-letter queue, and announces the
     * deletion of a queue. Until the transaction ends no other batches begin. First of all, because batches take these
     * locks before others, and must not wait for a transaction that waits for them.
     */
    void awaitBatches(Connection connection, Entity entity) throws SQLException {
        boolean announced = keepBatchesAway(connection, entity);
        if (announced && !database.upkeep().stopsBatches()) {
            notice.announce(connection);
        }
    }

    /** Locks the rows that batches look for; returns whether the deletion has to be announced. */
    private boolean keepBatchesAway(Connection connection, Entity entity) throws SQLException {
        boolean announced = false;
        try (PreparedStatement select =
                connection.prepareStatement(PRESENT + database.dialect().forUpdate())) {
            select.setLong(1, entity.id());
            select.setLong(2, entity.deadLetterQueueId());
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    announced |= rows.getBoolean(1);
                }
            }
        }
        return announced;
    }

    private static void rename(Connection connection, long id) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                "UPDATE restante_entity SET name = ?, lasting = FALSE, version = version + 1 WHERE id = ?")) {
            update.setString(1, EntityRows.GONE + id);
            update.setLong(2, id);
            update.executeUpdate();
        }
    }

    /** The set of a topic's subscriptions changes. */
    static void countUp(Connection connection, long topicId) throws SQLException {
        update(
                connection,
                "UPDATE restante_entity SET subscription_set_version = subscription_set_version + 1 WHERE id = ?",
                topicId);
    }

    static List<Entity> subscriptions(Connection connection, long topicId) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement(EntityRows.SELECT + " WHERE parent = ? AND kind = 3 ORDER BY id")) {
            select.setLong(1, topicId);
            return EntityRows.list(select);
        }
    }

    /**
     * Deletes an entity; a topic with its subscriptions.
     *
     * @return whether it existed
     * @throws StoreException with kind PROTECTED if something of that is protected: nothing was deleted
     */
    boolean remove(Entity entity) {
        List<Entity> gone = betweenBatches(entity, connection -> {
            awaitBatches(connection, entity);
            return takeOutIfThere(connection, entity);
        });
        gone.forEach(this::purge);
        return !gone.isEmpty();
    }

    /**
     * The same of a queue, unless it or its dead-letter queue has deliveries.
     *
     * @return whether it is gone
     */
    boolean removeEmpty(Entity queue) {
        Optional<List<Entity>> gone = betweenBatches(queue, connection -> {
            // First: the look below then sees all messages that batches have stored there.
            awaitBatches(connection, queue);
            update(connection, LOCK, queue.id(), queue.deadLetterQueueId());
            checkUnprotected(connection, queue);
            return anyDelivery(connection, queue.id()) || anyDelivery(connection, queue.deadLetterQueueId())
                    ? Optional.empty()
                    : Optional.of(takeOutIfThere(connection, queue));
        });
        gone.ifPresent(all -> all.forEach(this::purge));
        return gone.isPresent();
    }

    /** Returns how many deletions have waited in vain for open transactions. */
    long blocked() {
        return longTransactions.blockedDeletions();
    }

    private <T> T betweenBatches(Entity entity, ConnectionWork<T> work) {
        try {
            return database.upkeep().betweenBatches(() -> database.knownTransaction(cantBeDeleted(entity), work));
        } catch (StoreException e) {
            boolean waited = e.kind() == Kind.TRANSIENT || e.kind() == Kind.UNAVAILABLE;
            throw waited ? longTransactions.named(e) : e;
        }
    }

    private List<Entity> takeOutIfThere(Connection connection, Entity entity) throws SQLException {
        Optional<Entity> there =
                EntityRows.find(connection, entity.id(), database.dialect().forUpdate());
        return there.isPresent() ? takeOut(connection, there.get()) : List.of();
    }

    private static String cantBeDeleted(Entity entity) {
        return ShownText.quoted(entity.name()) + " can't be deleted";
    }

    /** Removes what an entity has that has gone, and the entity. */
    void purge(Entity gone) {
        deleteDeliveries(gone);
        deleteRows(gone);
    }

    /** Deletes the rows of an entity and of its dead-letter queue. */
    private void deleteRows(Entity entity) {
        boolean deleted =
                database.knownTransaction(cantBeDeleted(entity), connection -> deleteRows(connection, entity));
        if (deleted) {
            EntityRows.noteDeleted(entity);
        }
    }

    private static boolean deleteRows(Connection connection, Entity entity) throws SQLException {
        update(connection, "DELETE FROM restante_entity_user WHERE entity = ?", entity.id());
        update(connection, "DELETE FROM restante_quota_share WHERE entity = ?", entity.id());
        update(connection, "DELETE FROM restante_buffer_stock WHERE entity = ?", entity.id());
        update(connection, "DELETE FROM restante_entity_use WHERE entity = ?", entity.id());
        update(connection, "DELETE FROM restante_duplicate_id WHERE entity = ?", entity.id());
        update(connection, "DELETE FROM restante_receive_attempt WHERE entity = ?", entity.id());
        update(connection, "DELETE FROM restante_message_group WHERE entity = ?", entity.id());
        update(connection, "DELETE FROM restante_last_value WHERE entity = ?", entity.id());
        update(connection, "DELETE FROM restante_subscription_rule WHERE subscription = ?", entity.id());
        if (entity.deadLetterQueueId() != 0) {
            update(connection, "DELETE FROM restante_entity WHERE id = ?", entity.deadLetterQueueId());
        }
        return update(connection, "DELETE FROM restante_entity WHERE id = ?", entity.id()) > 0;
    }

    /** Whether an entity has any delivery, in whatever state. */
    public boolean anyDelivery(Connection connection, long entityId) throws SQLException {
        if (database.dialect().born().count(connection, entityId) > 0) {
            return true;
        }
        try (PreparedStatement select =
                connection.prepareStatement("SELECT 1 FROM restante_delivery WHERE entity = ? LIMIT 1")) {
            select.setLong(1, entityId);
            try (ResultSet row = select.executeQuery()) {
                return row.next();
            }
        }
    }

    /** Deletes the deliveries of an entity and of its dead-letter queue. */
    void deleteDeliveries(Entity entity) {
        deleteDeliveries(entity.id());
        if (entity.deadLetterQueueId() != 0) {
            deleteDeliveries(entity.deadLetterQueueId());
        }
    }

    private void deleteDeliveries(long entityId) {
        String doing = "deliveries of the entity " + entityId + " can't be deleted";
        BornDeliveries born = database.dialect().born();
        if (born != BornDeliveries.NONE) {
            database.transaction(doing, connection -> {
                born.moveAllOf(connection, entityId);
                return true;
            });
        }
        boolean more = true;
        while (more) {
            more = database.transaction(doing, connection -> deleteSomeDeliveries(connection, entityId, ""))
                    == DELETE_BATCH;
        }
    }

    long deleteOutOfRange(long entityId, long beforeId) {
        String doing = "deliveries of the entity " + entityId + " that can't be read can't be deleted";
        long deleted = 0;
        int last;
        do {
            last = database.transaction(
                    doing, connection -> deleteSomeDeliveries(connection, entityId, OUT_OF_RANGE + beforeId));
            deleted += last;
        } while (last == DELETE_BATCH);
        return deleted;
    }

    /**
     * Deliveries by ascending id, then the counters of shared messages, as batches do, so that neither waits for the
     * other in a circle.
     */
    private static int deleteSomeDeliveries(Connection connection, long entityId, String which) throws SQLException {
        List<Row> rows = some(connection, entityId, which);
        if (rows.isEmpty()) {
            return 0;
        }
        SortedMap<Long, Integer> shared = new TreeMap<>();
        List<Long> messages = new ArrayList<>();
        boolean[] deleted =
                deleteEach(connection, DELETE, rows.stream().map(Row::id).toList(), entityId);
        for (int i = 0; i < deleted.length; i++) {
            Row row = rows.get(i);
            // Another node may have completed or moved the delivery meanwhile: then its message is not this one's.
            if (deleted[i] && row.sole()) {
                messages.add(row.message());
            } else if (deleted[i]) {
                shared.merge(row.message(), 1, Integer::sum);
            }
        }
        deleteEach(connection, DeliveryRows.DELETE_MESSAGE, messages);
        StatementCache statements = new StatementCache(connection);
        try {
            SharedMessages.countDown(statements, shared);
        } finally {
            statements.close();
        }
        return rows.size();
    }

    private static List<Row> some(Connection connection, long entityId, String which) throws SQLException {
        List<Row> rows = new ArrayList<>();
        try (PreparedStatement select =
                connection.prepareStatement("SELECT id, message, sole FROM restante_delivery WHERE entity = ?" + which
                        + " LIMIT " + DELETE_BATCH)) {
            select.setLong(1, entityId);
            try (ResultSet found = select.executeQuery()) {
                while (found.next()) {
                    rows.add(new Row(found.getLong(1), found.getLong(2), found.getBoolean(3)));
                }
            }
        }
        rows.sort(Comparator.comparingLong(Row::id));
        return rows;
    }

    /** Deletes rows by their ids; further parameters of the statement are the same for all. */
    private static boolean[] deleteEach(Connection connection, String sql, List<Long> ids, long... further)
            throws SQLException {
        // HSQLDB refuses to execute a batch of nothing.
        if (ids.isEmpty()) {
            return new boolean[0];
        }
        try (PreparedStatement delete = connection.prepareStatement(sql)) {
            for (long id : ids) {
                delete.setLong(1, id);
                for (int i = 0; i < further.length; i++) {
                    delete.setLong(2 + i, further[i]);
                }
                delete.addBatch();
            }
            return UpdateCounts.hits(delete.executeBatch());
        }
    }

    static int update(Connection connection, String sql, long... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setLong(i + 1, parameters[i]);
            }
            return statement.executeUpdate();
        }
    }
}
