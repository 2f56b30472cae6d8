package dev.restante.store.jdbc.table;

import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.TimeBudgetLock;
import dev.restante.model.TopicPattern;
import dev.restante.store.EntityUseRepository;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.connect.CallDeadline;
import dev.restante.store.jdbc.connect.ConnectionWork;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Statements;
import dev.restante.store.jdbc.rows.EntityRows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Repository of the instants at which entities were last used, for the deletion of idle entities.
 *
 * <p>Transactions lock rows in this order: the topics, the entity, its last-use row. Recording a use locks only the
 * last-use row, and checks the entity if that row is missing.
 */
public final class JdbcEntityUseRepository implements EntityUseRepository {

    private static final int ATTEMPTS = 5;

    private static final String EXTEND =
            "UPDATE restante_entity_last_use SET used_until = ? WHERE entity = ? AND used_until < ?";
    private static final String INSERT = "INSERT INTO restante_entity_last_use (entity, used_until) VALUES (?, ?)";

    private static final String SCHEDULED =
            "SELECT 1 FROM restante_delivery WHERE entity = ? AND state IN (1, 7) LIMIT 1";

    private final Database database;
    private final EntityDeleter deleter;

    /** Lock that replaces row locks on HSQLDB. */
    private final TimeBudgetLock entitiesLock;

    /**
     * Creates the repository.
     *
     * @param entitiesLock the lock for all changes that create or delete entities
     */
    public JdbcEntityUseRepository(Database database, TimeBudgetLock entitiesLock) {
        this.database = database;
        this.deleter = new EntityDeleter(database);
        this.entitiesLock = entitiesLock;
    }

    @Override
    public boolean recordUse(long entityId, long usedUntil) {
        String failureText = "The use of entity " + entityId + " cannot be recorded";
        for (int attempt = 1; ; attempt++) {
            try {
                return transaction(failureText, connection -> recordUse(connection, entityId, usedUntil));
            } catch (StoreException e) {
                // Another node may have recorded the first use between the query and the insert.
                if (e.kind() != StoreFailureKind.CONSTRAINT || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static boolean recordUse(Connection connection, long entityId, long usedUntil) throws SQLException {
        if (Statements.update(connection, EXTEND, usedUntil, entityId, usedUntil) > 0
                || lastUses(connection, entityId, "").isPresent()) {
            return true;
        }
        if (EntityRows.find(connection, entityId, "").isEmpty()) {
            return false;
        }
        return Statements.update(connection, INSERT, entityId, usedUntil) > 0;
    }

    private static Optional<Long> lastUses(Connection connection, long entityId, String forUpdate) throws SQLException {
        return Statements.first(
                connection,
                "SELECT used_until FROM restante_entity_last_use WHERE entity = ?" + forUpdate,
                row -> row.getLong(1),
                entityId);
    }

    @Override
    public Map<Long, Long> lastUses() {
        return database.read("The use of entities cannot be read", connection -> {
            Map<Long, Long> usedUntil = new HashMap<>();
            Statements.forEach(
                    connection,
                    "SELECT entity, used_until FROM restante_entity_last_use",
                    row -> usedUntil.put(row.getLong(1), row.getLong(2)));
            return usedUntil;
        });
    }

    @Override
    public List<Entity> removeIfIdle(Entity expected, long lastUseMillis, long nowMillis) {
        return database.maintenance()
                .runWithoutBatches(() -> runOnce(
                        "The idle entity " + expected.id() + " cannot be deleted",
                        connection -> removeIfIdle(connection, expected, lastUseMillis, nowMillis)));
    }

    /** Runs a transaction, without retries on databases with row locks, because the caller tries again later. */
    private <T> T runOnce(String failureText, ConnectionWork<T> work) {
        return database.maintenance().blocksBatches()
                ? transaction(failureText, work)
                : database.transactionOnce(failureText, work);
    }

    private List<Entity> removeIfIdle(Connection connection, Entity expected, long lastUseMillis, long nowMillis)
            throws SQLException {
        long entityId = expected.id();
        String forUpdate = database.dialect().forUpdate();
        Optional<Entity> found = EntityRows.find(connection, entityId, "");
        if (found.isEmpty()) {
            return List.of();
        }
        if (found.get().kind() == EntityKind.SUBSCRIPTION) {
            SubscribedTopics.lock(connection, database.dialect(), List.of(SubscribedTopics.Parent.of(found.get())));
        } else if (found.get().kind() == EntityKind.QUEUE) {
            // This early check does not make batches and other nodes wait.
            if (isUsed(found.get(), expected, lastUses(connection, entityId, ""), lastUseMillis)) {
                return List.of();
            }
            deleter.awaitBatches(connection, found.get());
        }
        Entity entity = EntityRows.find(connection, entityId, forUpdate).orElse(null);
        Optional<Long> usedUntil = lastUses(connection, entityId, forUpdate);
        if (entity == null || isUsed(entity, expected, usedUntil, lastUseMillis)) {
            return List.of();
        }
        if (EntityDeleter.firstProtected(connection, entity).isPresent()
                || isExemptFromIdleDeletion(connection, entity)) {
            Statements.update(connection, EXTEND, nowMillis, entityId, nowMillis);
            return List.of();
        }
        List<Entity> removed = deleter.detach(connection, entity);
        for (Entity each : removed) {
            Statements.update(connection, "DELETE FROM restante_entity_last_use WHERE entity = ?", each.id());
        }
        return removed;
    }

    /** Returns whether an entity was used after an instant, or was altered since the caller read it. */
    private static boolean isUsed(Entity entity, Entity expected, Optional<Long> usedUntil, long lastUseMillis) {
        return entity.version() != expected.version() || usedUntil.isEmpty() || usedUntil.get() > lastUseMillis;
    }

    private static boolean isExemptFromIdleDeletion(Connection connection, Entity entity) throws SQLException {
        return switch (entity.kind()) {
            case QUEUE, DEAD_LETTER_QUEUE -> hasScheduled(connection, entity.id());
            case SUBSCRIPTION -> EntityUserRows.isUsed(connection, entity.id());
            case TOPIC -> {
                if (hasScheduled(connection, entity.id())) {
                    yield true;
                }
                for (Entity subscription : EntityDeleter.subscriptions(connection, entity.id())) {
                    if (hasScheduled(connection, subscription.id())
                            || EntityUserRows.isUsed(connection, subscription.id())) {
                        yield true;
                    }
                }
                yield isUsedByPattern(connection, entity);
            }
        };
    }

    /** Returns whether a node uses a subscription whose pattern matches a topic (WILD-03). */
    private static boolean isUsedByPattern(Connection connection, Entity topic) throws SQLException {
        for (Entity subscription : EntityDeleter.subscriptions(connection, TopicPattern.ROOT_ID)) {
            if (TopicPattern.covers(subscription, topic.name())
                    && EntityUserRows.isUsed(connection, subscription.id())) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasScheduled(Connection connection, long entityId) throws SQLException {
        return Statements.exists(connection, SCHEDULED, entityId);
    }

    private <T> T transaction(String failureText, ConnectionWork<T> work) {
        if (!database.maintenance().blocksBatches()) {
            return database.failFast().transaction(failureText, work);
        }
        return entitiesLock.callLocked(
                () -> database.failFast().transaction(failureText, work), () -> CallDeadline.timedOut(failureText));
    }
}
