package dev.restante.store.jdbc.table;

import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.ShownText;
import dev.restante.model.StoredText;
import dev.restante.store.EntityRepository;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.connect.ConnectionWork;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.rows.EntityRows;
import dev.restante.store.jdbc.rows.OptionsCodec;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Entities. A queue and its dead-letter queue share one name space, because applications address both as queues: either
 * kind finds both.
 */
public final class JdbcEntityRepository implements EntityRepository {

    private static final int CREATE_ATTEMPTS = 5;

    /** Versions begin with 1. */
    private static final long ANY_VERSION = 0;

    private static final String ALTER =
            "UPDATE restante_entity SET options = ?, version = version + 1 WHERE id = ? AND (version = ? OR ? = "
                    + ANY_VERSION + ")";

    private static final Comparator<Entity> BY_NAME =
            Comparator.comparing(Entity::name, StoredText.ORDER).thenComparing(Entity::kind);

    private final Database database;
    private final EntityRemoval removal;

    public JdbcEntityRepository(Database database) {
        this.database = database;
        this.removal = new EntityRemoval(database);
    }

    @Override
    public Optional<Entity> find(EntityKind kind, String name) {
        return database.read(
                "the entity " + ShownText.quoted(name) + " can't be read",
                connection -> EntityRows.find(connection, kind, name, ""));
    }

    @Override
    public Optional<Entity> find(long id) {
        return database.read("the entity " + id + " can't be read", connection -> EntityRows.find(connection, id, ""));
    }

    @Override
    public List<Entity> find(Collection<Long> ids) {
        return database.read("entities can't be read", connection -> {
            List<Entity> found = new ArrayList<>();
            try (PreparedStatement select =
                    connection.prepareStatement(EntityRows.SELECT + " WHERE id IN " + IdPages.PARAMETERS)) {
                for (List<Long> page : IdPages.of(ids)) {
                    IdPages.bind(select, page);
                    found.addAll(EntityRows.list(select));
                }
            }
            return found;
        });
    }

    @Override
    public long deleteOutOfRange(long entityId, long beforeId) {
        return removal.deleteOutOfRange(entityId, beforeId);
    }

    @Override
    public List<Entity> list() {
        return database.read("the entities can't be read", connection -> {
            try (PreparedStatement select = connection.prepareStatement(EntityRows.SELECT)) {
                // Here, because databases do not agree on the order of what is beyond 16 bits.
                return EntityRows.list(select).stream().sorted(BY_NAME).toList();
            }
        });
    }

    @Override
    public Entity createQueue(String name, EntityOptions options) {
        return findOrAdd(EntityKind.QUEUE, name, () -> addQueue(name, options));
    }

    @Override
    public Entity createTopic(String name, EntityOptions options) {
        return findOrAdd(EntityKind.TOPIC, name, () -> addTopic(name, options));
    }

    private Entity findOrAdd(EntityKind kind, String name, Supplier<Optional<Entity>> addition) {
        for (int attempt = 1; attempt <= CREATE_ATTEMPTS; attempt++) {
            Optional<Entity> found = find(kind, name).or(addition);
            if (found.isPresent()) {
                return found.get();
            }
        }
        throw new StoreException(
                Kind.UNAVAILABLE,
                "the entity " + ShownText.quoted(name) + " can't be created: others keep deleting it",
                null);
    }

    @Override
    public Optional<Entity> addQueue(String name, EntityOptions options) {
        return add(EntityKind.QUEUE, name, connection -> insertQueue(connection, name, options));
    }

    @Override
    public Optional<Entity> addTopic(String name, EntityOptions options) {
        return add(EntityKind.TOPIC, name, connection -> {
            long id = EntityRows.nextId(connection, database.dialect());
            Entity topic = new Entity(id, EntityKind.TOPIC, name, 0, 0, options, 1);
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
                return Optional.of(database.knownTransaction(
                        "the entity " + ShownText.quoted(name) + " can't be created", insertion));
            } catch (StoreException e) {
                // Another node may have created it between the look and the insert.
                if (e.kind() != Kind.CONSTRAINT || attempt == CREATE_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private Entity insertQueue(Connection connection, String name, EntityOptions options) throws SQLException {
        long id = EntityRows.nextId(connection, database.dialect());
        long deadLetterId = EntityRows.nextId(connection, database.dialect());
        Entity queue = new Entity(id, EntityKind.QUEUE, name, 0, deadLetterId, options, 1);
        EntityRows.insert(connection, queue);
        EntityRows.insertDeadLetterQueue(connection, queue, name + DestinationName.DEAD_LETTER_SUFFIX);
        return queue;
    }

    @Override
    public Optional<Entity> alter(long id, EntityOptions options) {
        return alter(id, ANY_VERSION, options);
    }

    @Override
    public Optional<Entity> alter(Entity seen, EntityOptions options) {
        return alter(seen.id(), seen.version(), options);
    }

    private Optional<Entity> alter(long id, long version, EntityOptions options) {
        Optional<Entity> altered = database.knownTransaction("the entity " + id + " can't be altered", connection -> {
            try (PreparedStatement alter = connection.prepareStatement(ALTER)) {
                alter.setString(1, OptionsCodec.encode(options, storedOptions(connection, id)));
                alter.setLong(2, id);
                alter.setLong(3, version);
                alter.setLong(4, version);
                return alter.executeUpdate() == 0 ? Optional.empty() : EntityRows.find(connection, id, "");
            }
        });
        altered.ifPresent(EntityRows::noteAltered);
        return altered;
    }

    private String storedOptions(Connection connection, long id) throws SQLException {
        String sql = "SELECT options FROM restante_entity WHERE id = ?"
                + database.dialect().forUpdate();
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setLong(1, id);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? row.getString(1) : "";
            }
        }
    }

    @Override
    public boolean delete(long id) {
        return find(id).map(removal::remove).orElse(false);
    }

    @Override
    public boolean deleteEmpty(long id) {
        return find(id).map(removal::removeEmpty).orElse(true);
    }

    @Override
    public long blockedDeletions() {
        return removal.blocked();
    }
}
