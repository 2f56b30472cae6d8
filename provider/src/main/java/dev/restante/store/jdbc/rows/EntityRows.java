package dev.restante.store.jdbc.rows;

import dev.restante.model.DestinationName;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.Subscription;
import dev.restante.model.SubscriptionKind;
import dev.restante.model.TopicPattern;
import dev.restante.model.policy.PolicySet;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.Statements;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mapping between rows of {@code restante_entity} and the queues, topics, subscriptions and dead-letter queues that
 * they store. A detached entity keeps its row until the entity purge ends. Only {@link #isBeingDeleted} tells such a
 * row from the row of a usable entity.
 */
public final class EntityRows {

    private static final Logger LOG = LoggerFactory.getLogger(EntityRows.class);

    /** Prefix of the name of a detached entity; other entities never have it. */
    public static final String DELETED_PREFIX = "$gone/";

    public static final String SELECT =
            """
            SELECT id, kind, name, parent, dead_letter_queue, options, version, permanent, subscription_kind, client_id, subscription_name,
              selector, no_local, connection_id, subscription_set_version, has_rule_rows, inherited_options, topic_pattern
            FROM restante_entity""";

    private static final String INSERT =
            """
            INSERT INTO restante_entity (id, kind, name_scope, name, parent, dead_letter_queue, options, permanent, subscription_kind,
              client_id, subscription_name, selector, no_local, connection_id, inherited_options, topic_pattern, subscription_set_version, version)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 1)""";

    private EntityRows() {}

    /**
     * Returns the name space of a kind; queues and dead-letter queues share one, because applications address both as
     * queues.
     */
    static int nameClass(EntityKind kind) {
        return switch (kind) {
            case QUEUE, DEAD_LETTER_QUEUE -> 1;
            case TOPIC -> 2;
            case SUBSCRIPTION -> 3;
        };
    }

    public static long nextId(Connection connection, Dialect dialect) throws SQLException {
        String[] statements = dialect.nextEntityId();
        int last = statements.length - 1;
        try (Statement statement = connection.createStatement()) {
            for (int i = 0; i < last; i++) {
                statement.execute(statements[i]);
            }
            try (ResultSet row = statement.executeQuery(statements[last])) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    public static void insert(Connection connection, Entity entity) throws SQLException {
        Subscription subscription = entity.subscription();
        Statements.update(
                connection,
                INSERT,
                entity.id(),
                entity.kind().code(),
                nameClass(entity.kind()),
                entity.name(),
                entity.parentId(),
                entity.deadLetterQueueId(),
                OptionsCodec.encode(entity.options(), ""),
                entity.permanent(),
                subscription == null ? null : subscription.kind().code(),
                subscription == null ? null : subscription.clientId(),
                subscription == null ? null : subscription.name(),
                subscription == null ? null : subscription.selector(),
                subscription != null && subscription.noLocal(),
                subscription == null ? null : subscription.connectionId(),
                OptionsCodec.encode(entity.options().inherited()),
                entity.topicPattern());
        Statements.update(
                connection,
                "INSERT INTO restante_entity_presence (entity, deletion_announced) VALUES (?, ?)",
                entity.id(),
                entity.kind() == EntityKind.QUEUE && entity.permanent());
        LOG.debug("Creating the {} {} as entity {}", kind(entity), DisplayText.quote(entity.name()), entity.id());
    }

    /**
     * Inserts the dead-letter queue of a queue or subscription under the id that the entity already contains.
     *
     * @param fullName the full name of the queue or subscription
     */
    public static void insertDeadLetterQueue(Connection connection, Entity of, String fullName, PolicySet policies)
            throws SQLException {
        String name = fullName + DestinationName.DEAD_LETTER_SUFFIX;
        Entity deadLetterQueue = new Entity(
                of.deadLetterQueueId(), EntityKind.DEAD_LETTER_QUEUE, name, of.id(), 0, EntityOptions.DEFAULT, 1);
        insert(connection, policies.apply(deadLetterQueue, name));
    }

    public static void logAltered(Entity entity) {
        LOG.debug("Altered the {} {}, entity {}", kind(entity), DisplayText.quote(entity.name()), entity.id());
    }

    public static void logDeleted(Entity entity) {
        LOG.debug("Deleted the {} {}, entity {}", kind(entity), DisplayText.quote(entity.name()), entity.id());
    }

    private static String kind(Entity entity) {
        return entity.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    public static Optional<Entity> find(Connection connection, long id, String lock) throws SQLException {
        return list(connection, " WHERE id = ?" + lock, id).stream().findFirst();
    }

    public static Optional<Entity> find(Connection connection, EntityKind kind, String name, String lock)
            throws SQLException {
        return list(connection, " WHERE name_scope = ? AND name = ?" + lock, nameClass(kind), name).stream()
                .filter(entity -> entity.kind() == kind)
                .findFirst();
    }

    /** Returns the entities that match the end of a SELECT, without detached ones. */
    public static List<Entity> list(Connection connection, String where, Object... parameters) throws SQLException {
        return listAll(connection, where, Collections.singletonList(parameters));
    }

    /** Returns the entities that match the end of a SELECT with any of the lists of parameters, as {@link #list}. */
    public static List<Entity> listAll(Connection connection, String where, List<Object[]> parameterLists)
            throws SQLException {
        return read(connection, where, parameterLists).stream()
                .filter(entity -> !isBeingDeleted(entity))
                .toList();
    }

    /** Returns whether an entity is detached and only waits for the end of its purge. */
    public static boolean isBeingDeleted(Entity entity) {
        return entity.name().startsWith(DELETED_PREFIX);
    }

    /** Returns the entities that match the end of a SELECT, including detached ones. */
    public static List<Entity> listWithDeleted(Connection connection, String where) throws SQLException {
        return read(connection, where, Collections.singletonList(new Object[0]));
    }

    private static List<Entity> read(Connection connection, String where, List<Object[]> parameterLists)
            throws SQLException {
        // Thousands of entities often have equal options.
        Map<List<String>, EntityOptions> decoded = new HashMap<>();
        List<Entity> entities = new ArrayList<>();
        Statements.forEachOf(
                connection,
                SELECT + where,
                parameterLists,
                row -> entities.add(read(
                        row,
                        (own, inherited) -> decoded.computeIfAbsent(
                                List.of(own, inherited), texts -> OptionsCodec.decode(own, inherited)))));
        return entities;
    }

    /** Reads the current row. Marks the entity as unreadable if the row is malformed or from a newer release. */
    public static Entity read(ResultSet row) throws SQLException {
        return read(row, OptionsCodec::decode);
    }

    private static Entity read(ResultSet row, BiFunction<String, String, EntityOptions> decode) throws SQLException {
        String unreadable = null;
        EntityKind kind = EntityKind.QUEUE;
        EntityOptions options = EntityOptions.DEFAULT;
        try {
            kind = EntityKind.ofCode(row.getInt(2));
            options = decode.apply(row.getString(6), row.getString(17));
        } catch (RuntimeException e) {
            unreadable = String.valueOf(e.getMessage());
        }
        SubscriptionKind subscriptionKind =
                row.getBoolean(8) ? SubscriptionKind.SHARED_DURABLE : SubscriptionKind.SHARED;
        if (kind == EntityKind.SUBSCRIPTION) {
            try {
                subscriptionKind = SubscriptionKind.ofCode(row.getInt(9));
            } catch (RuntimeException e) {
                unreadable = String.valueOf(e.getMessage());
            }
            String pattern = row.getString(18);
            String violation = pattern == null ? null : TopicPattern.violation(pattern);
            if (violation != null) {
                unreadable = "its pattern " + violation;
            }
        }
        Entity entity = new Entity(
                row.getLong(1),
                kind,
                row.getString(3),
                row.getLong(4),
                row.getLong(5),
                options,
                row.getLong(7),
                row.getBoolean(8),
                kind == EntityKind.SUBSCRIPTION ? readSubscription(row, subscriptionKind) : null);
        return unreadable == null ? entity : entity.unreadable(unreadable);
    }

    private static Subscription readSubscription(ResultSet row, SubscriptionKind kind) throws SQLException {
        return new Subscription(
                kind,
                row.getString(10),
                row.getString(11),
                row.getString(12),
                row.getBoolean(13),
                row.getString(14),
                row.getString(18));
    }

    /** Returns whether the subscription of the current row has rule rows, instead of only its initial rule. */
    public static boolean hasOwnRules(ResultSet row) throws SQLException {
        return row.getBoolean(16);
    }

    public static long subscriptionSetVersion(ResultSet row) throws SQLException {
        return row.getLong(15);
    }
}
