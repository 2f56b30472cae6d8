package dev.restante.store.jdbc.table;

import dev.restante.model.Entity;
import dev.restante.model.TopicPattern;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.Statements;
import dev.restante.store.jdbc.rows.EntityRows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Topics whose subscription sets contain a subscription: its topic, or all topics that match its pattern (WILD-01).
 *
 * <p>The lock of the root of all patterns, {@link LockRow#TOPIC_PATTERNS}, makes the set of topics and the set of
 * patterns consistent. A change of a subscription to topics by pattern locks the root, then the matching topics by
 * ascending id, and increments the versions of their subscription sets. The creation of a topic shares the lock of the
 * root. So a topic is created before the change, which then increments its version, or after the change, and then its
 * first subscription set contains the change.
 */
final class SubscribedTopics {

    private static final String TOPICS = "SELECT id, name FROM restante_entity WHERE name_scope = 2";

    private static final String PATTERNS =
            "SELECT name, topic_pattern FROM restante_entity WHERE parent = " + TopicPattern.ROOT_ID;

    private static final String COUNT = "SELECT COUNT(*) FROM restante_entity WHERE parent = " + TopicPattern.ROOT_ID;

    private static final String INCREMENT =
            "UPDATE restante_entity SET subscription_set_version = subscription_set_version + 1 WHERE id = ?";

    private record NamedTopic(long id, String name) {}

    private SubscribedTopics() {}

    /** Keeps the set of patterns unchanged until the transaction ends, for the creation of a topic. */
    static void keepPatterns(Connection connection, Dialect dialect) throws SQLException {
        String unused = LockRow.TOPIC_PATTERNS.read(connection, dialect.forShare());
    }

    /**
     * Locks the topics of some subscriptions by ascending id, after the root if a subscription has a pattern.
     *
     * @param subscriptions the subscriptions, or what the caller wants to create as one
     * @return the locked topics that exist
     */
    static List<Entity> lock(Connection connection, Dialect dialect, Collection<Parent> subscriptions)
            throws SQLException {
        List<String> patterns = new ArrayList<>();
        Set<Long> topicIds = new TreeSet<>();
        for (Parent subscription : subscriptions) {
            if (subscription.pattern() == null) {
                topicIds.add(subscription.topicId());
            } else {
                patterns.add(subscription.pattern());
            }
        }
        if (!patterns.isEmpty()) {
            String unused = LockRow.TOPIC_PATTERNS.read(connection, dialect.forUpdate());
            topicIds.addAll(matching(connection, patterns));
        }
        return EntityRows.listAll(
                connection,
                " WHERE id IN " + IdPages.PARAMETERS + " ORDER BY id" + dialect.forUpdate(),
                IdPages.of(topicIds));
    }

    /**
     * Topic or pattern of a subscription.
     *
     * @param topicId the topic, or {@link TopicPattern#ROOT_ID}
     * @param pattern the pattern, or null for a subscription of one topic
     */
    record Parent(long topicId, @Nullable String pattern) {

        static Parent of(Entity subscription) {
            return new Parent(subscription.parentId(), subscription.topicPattern());
        }
    }

    /** Increments the versions of all subscription sets that contain a subscription. The caller has locked them. */
    static void incrementVersions(Connection connection, Parent subscription) throws SQLException {
        Collection<Long> topicIds = subscription.pattern() == null
                ? List.of(subscription.topicId())
                : matching(connection, List.of(subscription.pattern()));
        Statements.updateEach(connection, INCREMENT, topicIds, id -> new Object[] {id});
    }

    /** Increments the version of the subscription set of one topic. */
    static void incrementVersion(Connection connection, long topicId) throws SQLException {
        Statements.update(connection, INCREMENT, topicId);
    }

    /** Returns the ids of the topics that match one of some patterns, in ascending order. */
    private static Set<Long> matching(Connection connection, List<String> patterns) throws SQLException {
        List<Predicate<String>> matchers =
                patterns.stream().map(TopicPattern::matcher).toList();
        Set<Long> ids = new TreeSet<>();
        for (NamedTopic topic :
                Statements.list(connection, TOPICS, row -> new NamedTopic(row.getLong(1), row.getString(2)))) {
            if (matchers.stream().anyMatch(matcher -> matcher.test(topic.name()))) {
                ids.add(topic.id());
            }
        }
        return ids;
    }

    /** Returns whether a store with one more pattern would have too many. The caller has locked the root. */
    static boolean isFull(Connection connection, String pattern) throws SQLException {
        if (Statements.firstLong(connection, COUNT).orElse(0) < TopicPattern.MAX_PATTERNS) {
            return false;
        }
        Set<String> patterns = new HashSet<>(Set.of(pattern));
        Statements.forEach(connection, PATTERNS, row -> {
            if (!row.getString(1).startsWith(EntityRows.DELETED_PREFIX)) {
                patterns.add(row.getString(2));
            }
        });
        return patterns.size() > TopicPattern.MAX_PATTERNS;
    }
}
