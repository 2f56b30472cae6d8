package dev.restante.store.jdbc.table;

import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.StoredTextKind;
import dev.restante.model.TimeBudgetLock;
import dev.restante.model.policy.PolicySet;
import dev.restante.store.EntityRepository;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.connect.CallDeadline;
import dev.restante.store.jdbc.connect.ConnectionWork;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Statements;
import dev.restante.store.jdbc.rows.EntityRows;
import dev.restante.store.jdbc.rows.OptionsCodec;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Repository of queues and topics and of their dead-letter queues. */
public final class JdbcEntityRepository implements EntityRepository {

    private static final int CREATE_ATTEMPTS = 5;

    private static final String ALTER =
            "UPDATE restante_entity SET options = ?, version = version + 1 WHERE id = ? AND version = ?";

    private static final Comparator<Entity> BY_NAME =
            Comparator.comparing(Entity::name, StoredTextKind.CODE_POINT_ORDER).thenComparing(Entity::kind);

    private final Database database;
    private final EntityDeleter deleter;
    private final TimeBudgetLock entitiesLock;

    /**
     * Creates the repository.
     *
     * @param entitiesLock the lock for all changes that create or delete entities
     */
    public JdbcEntityRepository(Database database, TimeBudgetLock entitiesLock) {
        this.database = database;
        this.deleter = new EntityDeleter(database);
        this.entitiesLock = entitiesLock;
    }

    @Override
    public Optional<Entity> find(EntityKind kind, String name) {
        return database.read(
                "Entity " + DisplayText.quote(name) + " cannot be read",
                connection -> EntityRows.find(connection, kind, name, ""));
    }

    @Override
    public Optional<Entity> find(long id) {
        return database.read("Entity " + id + " cannot be read", connection -> EntityRows.find(connection, id, ""));
    }

    @Override
    public List<Entity> find(Collection<Long> ids) {
        return database.read(
                "The entities cannot be read",
                connection -> EntityRows.listAll(connection, " WHERE id IN " + IdPages.PARAMETERS, IdPages.of(ids)));
    }

    @Override
    public long deleteUnknownValues(long entityId, long beforeId) {
        return deleter.deleteUnknownValues(entityId, beforeId);
    }

    @Override
    public List<Entity> list() {
        return database.read("The entities cannot be read", connection -> {
            // Sorted here, because databases disagree on the order of characters beyond 16 bits.
            return EntityRows.list(connection, "").stream().sorted(BY_NAME).toList();
        });
    }

    @Override
    public Entity findOrCreateQueue(String name, EntityOptions options) {
        return findOrCreate(EntityKind.QUEUE, name, () -> createQueueIfAbsent(name, options));
    }

    @Override
    public Entity findOrCreateTopic(String name, EntityOptions options) {
        return findOrCreate(EntityKind.TOPIC, name, () -> createTopicIfAbsent(name, options));
    }

    private Entity findOrCreate(EntityKind kind, String name, Supplier<Optional<Entity>> addition) {
        for (int attempt = 1; attempt <= CREATE_ATTEMPTS; attempt++) {
            Optional<Entity> found = find(kind, name).or(addition);
            if (found.isPresent()) {
                return found.get();
            }
        }
        throw new StoreException(
                StoreFailureKind.UNAVAILABLE,
                "Entity " + DisplayText.quote(name)
                        + " cannot be created, because it is repeatedly deleted at the same time. Try again",
                null);
    }

    @Override
    public Optional<Entity> createQueueIfAbsent(String name, EntityOptions options) {
        return add(EntityKind.QUEUE, name, connection -> insertQueue(connection, name, options));
    }

    @Override
    public Optional<Entity> createTopicIfAbsent(String name, EntityOptions options) {
        return add(EntityKind.TOPIC, name, connection -> {
            PolicySet policies = PolicyRows.read(connection, database.dialect().forShare());
            SubscribedTopics.keepPatterns(connection, database.dialect());
            long id = EntityRows.nextId(connection, database.dialect());
            Entity topic = policies.apply(new Entity(id, EntityKind.TOPIC, name, 0, 0, options, 1), name);
            EntityRows.insert(connection, topic);
            return topic;
        });
    }

    private Optional<Entity> add(EntityKind kind, String name, ConnectionWork<Entity> insertion) {
        for (int attempt = 1; ; attempt++) {
            if (find(kind, name).isPresent()) {
                return Optional.empty();
            }
            try {
                String failureText = "Entity " + DisplayText.quote(name) + " cannot be created";
                return Optional.of(entitiesLock.callLocked(
                        () -> database.trackedTransaction(failureText, insertion),
                        () -> CallDeadline.timedOut(failureText)));
            } catch (StoreException e) {
                // Another node may have created the entity between the query and the insert.
                if (e.kind() != StoreFailureKind.CONSTRAINT || attempt == CREATE_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private Entity insertQueue(Connection connection, String name, EntityOptions options) throws SQLException {
        PolicySet policies = PolicyRows.read(connection, database.dialect().forShare());
        long id = EntityRows.nextId(connection, database.dialect());
        long deadLetterId = EntityRows.nextId(connection, database.dialect());
        Entity queue = policies.apply(new Entity(id, EntityKind.QUEUE, name, 0, deadLetterId, options, 1), name);
        EntityRows.insert(connection, queue);
        EntityRows.insertDeadLetterQueue(connection, queue, name, policies);
        return queue;
    }

    @Override
    public Optional<Entity> alter(Entity expected, EntityOptions options) {
        long id = expected.id();
        Optional<Entity> altered = database.trackedTransaction("Entity " + id + " cannot be altered", connection -> {
            String encoded = OptionsCodec.encode(options, storedOptions(connection, id));
            return Statements.update(connection, ALTER, encoded, id, expected.version()) == 0
                    ? Optional.empty()
                    : EntityRows.find(connection, id, "");
        });
        altered.ifPresent(EntityRows::logAltered);
        return altered;
    }

    private String storedOptions(Connection connection, long id) throws SQLException {
        String sql = "SELECT options FROM restante_entity WHERE id = ?"
                + database.dialect().forUpdate();
        return Statements.first(connection, sql, row -> row.getString(1), id).orElse("");
    }

    @Override
    public boolean delete(long id) {
        return find(id).map(deleter::remove).orElse(false);
    }

    @Override
    public EmptyDeletionResult deleteEmpty(long id) {
        return find(id).map(deleter::removeEmpty).orElse(EmptyDeletionResult.NOT_FOUND);
    }

    @Override
    public long blockedDeletions() {
        return deleter.blockedDeletionCount();
    }
}
