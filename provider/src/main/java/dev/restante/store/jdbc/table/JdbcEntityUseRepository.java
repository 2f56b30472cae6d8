package dev.restante.store.jdbc.table;

import dev.restante.model.CallLock;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.store.EntityUseRepository;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.connect.CallDeadline;
import dev.restante.store.jdbc.connect.ConnectionWork;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.rows.EntityRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The use of entities.
 *
 * <p>Rows are locked in this order: the topic, the entity, its row of use. Who records a use locks that row only, and
 * if it was taken away meanwhile looks whether the entity was.
 */
public final class JdbcEntityUseRepository implements EntityUseRepository {

    private static final int ATTEMPTS = 5;

    private static final String EXTEND = "UPDATE restante_entity_use SET used_at = ? WHERE entity = ? AND used_at < ?";
    private static final String INSERT = "INSERT INTO restante_entity_use (entity, used_at) VALUES (?, ?)";

    private static final String SCHEDULED =
            "SELECT 1 FROM restante_delivery WHERE entity = ? AND state IN (1, 7) LIMIT 1";

    private final Database database;
    private final EntityRemoval removal;

    /** What the databases do by row locks, this does on HSQLDB, which has none. */
    private final CallLock lock;

    /** {@code lock} is held by all who change which entities there are. */
    public JdbcEntityUseRepository(Database database, CallLock lock) {
        this.database = database;
        this.removal = new EntityRemoval(database);
        this.lock = lock;
    }

    @Override
    public boolean use(long entityId, long usedUntil) {
        String doing = "the use of the entity " + entityId + " can't be recorded";
        for (int attempt = 1; ; attempt++) {
            try {
                return transaction(doing, connection -> use(connection, entityId, usedUntil));
            } catch (StoreException e) {
                // Another node may have recorded the first use between the look and the insert.
                if (e.kind() != Kind.CONSTRAINT || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static boolean use(Connection connection, long entityId, long usedUntil) throws SQLException {
        if (EntityRemoval.update(connection, EXTEND, usedUntil, entityId, usedUntil) > 0
                || usedUntil(connection, entityId, "").isPresent()) {
            return true;
        }
        if (EntityRows.find(connection, entityId, "").isEmpty()) {
            return false;
        }
        return EntityRemoval.update(connection, INSERT, entityId, usedUntil) > 0;
    }

    private static Optional<Long> usedUntil(Connection connection, long entityId, String forUpdate)
            throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT used_at FROM restante_entity_use WHERE entity = ?" + forUpdate)) {
            select.setLong(1, entityId);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(row.getLong(1)) : Optional.empty();
            }
        }
    }

    @Override
    public Map<Long, Long> usedUntil() {
        return database.read("the use of entities can't be read", connection -> {
            Map<Long, Long> usedUntil = new HashMap<>();
            try (PreparedStatement select =
                            connection.prepareStatement("SELECT entity, used_at FROM restante_entity_use");
                    ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    usedUntil.put(rows.getLong(1), rows.getLong(2));
                }
            }
            return usedUntil;
        });
    }

    @Override
    public List<Entity> removeIdle(Entity seen, long lastUse, long now) {
        return database.upkeep()
                .betweenBatches(() -> once(
                        "the idle entity " + seen.id() + " can't be deleted",
                        connection -> removeIdle(connection, seen, lastUse, now)));
    }

    /** Without another attempt where the rows of others can be waited for: the caller looks again by itself. */
    private <T> T once(String doing, ConnectionWork<T> work) {
        return database.upkeep().stopsBatches() ? transaction(doing, work) : database.transactionOnce(doing, work);
    }

    private List<Entity> removeIdle(Connection connection, Entity seen, long lastUse, long now) throws SQLException {
        long entityId = seen.id();
        String forUpdate = database.dialect().forUpdate();
        Optional<Entity> found = EntityRows.find(connection, entityId, "");
        if (found.isEmpty()) {
            return List.of();
        }
        if (found.get().kind() == EntityKind.SUBSCRIPTION) {
            EntityRows.find(connection, found.get().parentId(), forUpdate);
        } else if (found.get().kind() == EntityKind.QUEUE) {
            // Before batches and other nodes have to wait.
            if (isUsed(found.get(), seen, usedUntil(connection, entityId, ""), lastUse)) {
                return List.of();
            }
            removal.awaitBatches(connection, found.get());
        }
        Entity entity = EntityRows.find(connection, entityId, forUpdate).orElse(null);
        Optional<Long> usedUntil = usedUntil(connection, entityId, forUpdate);
        if (entity == null || isUsed(entity, seen, usedUntil, lastUse)) {
            return List.of();
        }
        if (EntityRemoval.firstProtected(connection, entity).isPresent() || isKept(connection, entity)) {
            EntityRemoval.update(connection, EXTEND, now, entityId, now);
            return List.of();
        }
        List<Entity> gone = removal.takeOut(connection, entity);
        for (Entity each : gone) {
            EntityRemoval.update(connection, "DELETE FROM restante_entity_use WHERE entity = ?", each.id());
        }
        return gone;
    }

    /** Returns whether an entity was used after an instant, or altered since the caller saw it. */
    private static boolean isUsed(Entity entity, Entity seen, Optional<Long> usedUntil, long lastUse) {
        return entity.version() != seen.version() || usedUntil.isEmpty() || usedUntil.get() > lastUse;
    }

    private static boolean isKept(Connection connection, Entity entity) throws SQLException {
        return switch (entity.kind()) {
            case QUEUE, DEAD_LETTER_QUEUE -> hasScheduled(connection, entity.id());
            case SUBSCRIPTION -> EntityUsers.isUsed(connection, entity.id());
            case TOPIC -> {
                if (hasScheduled(connection, entity.id())) {
                    yield true;
                }
                for (Entity subscription : EntityRemoval.subscriptions(connection, entity.id())) {
                    if (hasScheduled(connection, subscription.id())
                            || EntityUsers.isUsed(connection, subscription.id())) {
                        yield true;
                    }
                }
                yield false;
            }
        };
    }

    private static boolean hasScheduled(Connection connection, long entityId) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SCHEDULED)) {
            select.setLong(1, entityId);
            try (ResultSet row = select.executeQuery()) {
                return row.next();
            }
        }
    }

    private <T> T transaction(String doing, ConnectionWork<T> work) {
        if (!database.upkeep().stopsBatches()) {
            return database.impatient().transaction(doing, work);
        }
        return lock.holding(() -> database.impatient().transaction(doing, work), () -> CallDeadline.tooLate(doing));
    }
}
