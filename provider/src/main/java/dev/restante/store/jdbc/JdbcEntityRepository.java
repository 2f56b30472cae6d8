package dev.restante.store.jdbc;

import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.store.EntityRepository;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Entities. A queue and its dead-letter queue share one name space, because applications address both as queues: either kind finds both.
 */
final class JdbcEntityRepository implements EntityRepository {

    private static final int DELETE_BATCH = 1_000;
    private static final int CREATE_ATTEMPTS = 5;

    private static final String SELECT =
            "SELECT id, kind, name, parent, dead_letter_queue, options, version FROM restante_entity";
    private static final String INSERT =
            """
            INSERT INTO restante_entity (id, kind, name_class, name, parent, dead_letter_queue, options, no_local,
              subscription_set_version, version)
            VALUES (?, ?, ?, ?, ?, ?, ?, FALSE, 0, 1)""";
    private static final String ALTER = "UPDATE restante_entity SET options = ?, version = version + 1 WHERE id = ?";

    private final Database database;

    JdbcEntityRepository(Database database) {
        this.database = database;
    }

    @Override
    public Optional<Entity> find(EntityKind kind, String name) {
        return database.read("the entity " + name + " can't be read", connection -> {
            try (PreparedStatement select =
                    connection.prepareStatement(SELECT + " WHERE name_class = ? AND name = ?")) {
                select.setInt(1, nameClass(kind));
                select.setString(2, name);
                return list(select).stream()
                        .filter(entity -> entity.kind() == kind)
                        .findFirst();
            }
        });
    }

    @Override
    public Optional<Entity> find(long id) {
        return database.read("the entity " + id + " can't be read", connection -> find(connection, id));
    }

    private static Optional<Entity> find(Connection connection, long id) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SELECT + " WHERE id = ?")) {
            select.setLong(1, id);
            return list(select).stream().findFirst();
        }
    }

    @Override
    public List<Entity> list() {
        return database.read("the entities can't be read", connection -> {
            try (PreparedStatement select = connection.prepareStatement(SELECT + " ORDER BY name, kind")) {
                return list(select);
            }
        });
    }

    @Override
    public Entity createQueue(String name, EntityOptions options) {
        for (int attempt = 1; ; attempt++) {
            Optional<Entity> found = find(EntityKind.QUEUE, name);
            if (found.isPresent()) {
                return found.get();
            }
            try {
                return database.transaction(
                        "the queue " + name + " can't be created",
                        connection -> insertQueue(connection, name, options));
            } catch (StoreException e) {
                // Another node may have created it between the look and the insert.
                if (e.kind() != Kind.CONSTRAINT || attempt == CREATE_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private Entity insertQueue(Connection connection, String name, EntityOptions options) throws SQLException {
        long id = nextId(connection);
        long deadLetterId = nextId(connection);
        Entity queue = new Entity(id, EntityKind.QUEUE, name, 0, deadLetterId, options, 1);
        insert(connection, queue);
        insert(
                connection,
                new Entity(
                        deadLetterId,
                        EntityKind.DEAD_LETTER_QUEUE,
                        name + DestinationName.DEAD_LETTER_SUFFIX,
                        id,
                        0,
                        EntityOptions.DEFAULT,
                        1));
        return queue;
    }

    private long nextId(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(database.dialect().nextEntityId())) {
            row.next();
            return row.getLong(1);
        }
    }

    private static void insert(Connection connection, Entity entity) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            insert.setLong(1, entity.id());
            insert.setInt(2, entity.kind().code());
            insert.setInt(3, nameClass(entity.kind()));
            insert.setString(4, entity.name());
            insert.setLong(5, entity.parentId());
            insert.setLong(6, entity.deadLetterQueueId());
            insert.setString(7, OptionsCodec.encode(entity.options(), ""));
            insert.executeUpdate();
        }
    }

    @Override
    public Optional<Entity> alter(long id, EntityOptions options) {
        return database.transaction("the entity " + id + " can't be altered", connection -> {
            try (PreparedStatement alter = connection.prepareStatement(ALTER)) {
                alter.setString(1, OptionsCodec.encode(options, storedOptions(connection, id)));
                alter.setLong(2, id);
                alter.executeUpdate();
            }
            return find(connection, id);
        });
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
        Optional<Entity> entity = find(id);
        if (entity.isEmpty()) {
            return false;
        }
        long deadLetterId = entity.get().deadLetterQueueId();
        deleteDeliveries(id);
        deleteDeliveries(deadLetterId);
        boolean deleted = database.transaction("the entity " + id + " can't be deleted", connection -> {
            try (PreparedStatement delete =
                            connection.prepareStatement("DELETE FROM restante_entity WHERE id = ? OR id = ?");
                    PreparedStatement use =
                            connection.prepareStatement("DELETE FROM restante_entity_use WHERE entity = ?")) {
                use.setLong(1, id);
                use.executeUpdate();
                delete.setLong(1, id);
                delete.setLong(2, deadLetterId);
                return delete.executeUpdate() > 0;
            }
        });
        // What was still sent while the entity was going.
        deleteDeliveries(id);
        deleteDeliveries(deadLetterId);
        return deleted;
    }

    private void deleteDeliveries(long entityId) {
        if (database.dialect().bornTogether()) {
            database.transaction("deliveries of the entity " + entityId + " can't be deleted", connection -> {
                BornReads.delete(connection, entityId);
                return true;
            });
        }
        boolean more = entityId != 0;
        while (more) {
            more = database.transaction(
                            "deliveries of the entity " + entityId + " can't be deleted",
                            connection -> deleteSomeDeliveries(connection, entityId))
                    == DELETE_BATCH;
        }
    }

    private static int deleteSomeDeliveries(Connection connection, long entityId) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(
                        "SELECT id, message, sole, noted FROM restante_delivery WHERE entity = ? LIMIT "
                                + DELETE_BATCH);
                PreparedStatement deliveries =
                        connection.prepareStatement("DELETE FROM restante_delivery WHERE id = ?");
                PreparedStatement notes = connection.prepareStatement(BatchSql.DELETE_NOTE);
                PreparedStatement messages = connection.prepareStatement(BatchSql.DELETE_MESSAGE)) {
            select.setLong(1, entityId);
            int count = 0;
            int noteCount = 0;
            int messageCount = 0;
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    count++;
                    deliveries.setLong(1, rows.getLong(1));
                    deliveries.addBatch();
                    if (rows.getBoolean(4)) {
                        notes.setLong(1, rows.getLong(1));
                        notes.addBatch();
                        noteCount++;
                    }
                    if (rows.getBoolean(3)) {
                        messages.setLong(1, rows.getLong(2));
                        messages.addBatch();
                        messageCount++;
                    }
                }
            }
            executeBatch(deliveries, count);
            executeBatch(notes, noteCount);
            executeBatch(messages, messageCount);
            return count;
        }
    }

    /** HSQLDB refuses to execute a batch of nothing. */
    private static void executeBatch(PreparedStatement statement, int rows) throws SQLException {
        if (rows > 0) {
            statement.executeBatch();
        }
    }

    private static int nameClass(EntityKind kind) {
        return switch (kind) {
            case QUEUE, DEAD_LETTER_QUEUE -> 1;
            case TOPIC -> 2;
            case SUBSCRIPTION -> 3;
        };
    }

    private static List<Entity> list(PreparedStatement select) throws SQLException {
        List<Entity> entities = new ArrayList<>();
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                entities.add(new Entity(
                        rows.getLong(1),
                        EntityKind.ofCode(rows.getInt(2)),
                        rows.getString(3),
                        rows.getLong(4),
                        rows.getLong(5),
                        OptionsCodec.decode(rows.getString(6)),
                        rows.getLong(7)));
            }
        }
        return entities;
    }
}
