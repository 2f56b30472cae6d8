package dev.restante.store.jdbc.table;

import dev.restante.model.Entity;
import dev.restante.model.TopicPattern;
import dev.restante.store.SubscriptionRepository.SubscriptionSet;
import dev.restante.store.SubscriptionRules;
import dev.restante.store.jdbc.rows.EntityRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Query for the subscriptions of a topic together with their rules, by which senders distribute a message. */
final class SubscriptionSetRows {

    private SubscriptionSetRows() {}

    /**
     * Returns the subscriptions of a topic, or an empty result if the topic does not exist. Reads the rules last, so
     * that an operation based on older subscriptions and newer rules is rejected as outdated.
     */
    static Optional<SubscriptionSet> read(Connection connection, long topicId) throws SQLException {
        Entity topic = null;
        long version = 0;
        List<Entity> subscriptions = new ArrayList<>();
        Set<Long> withOwnRules = new HashSet<>();
        // One statement reads version and subscriptions, so that both belong together.
        try (PreparedStatement select =
                connection.prepareStatement(EntityRows.SELECT + " WHERE id = ? OR (parent IN (?, ?) AND kind = 3)")) {
            select.setLong(1, topicId);
            select.setLong(2, topicId);
            select.setLong(3, TopicPattern.ROOT_ID);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    Entity entity = EntityRows.read(rows);
                    if (EntityRows.isBeingDeleted(entity)) {
                        continue;
                    }
                    if (entity.id() == topicId) {
                        topic = entity;
                        version = EntityRows.subscriptionSetVersion(rows);
                    } else {
                        subscriptions.add(entity);
                        if (EntityRows.hasOwnRules(rows)) {
                            withOwnRules.add(entity.id());
                        }
                    }
                }
            }
        }
        if (topic == null) {
            return Optional.empty();
        }
        String topicName = topic.name();
        subscriptions.removeIf(
                subscription -> subscription.parentId() != topicId && !TopicPattern.covers(subscription, topicName));
        Map<Long, SubscriptionRules> rules = new HashMap<>();
        if (!withOwnRules.isEmpty()) {
            Map<Long, SubscriptionRules> stored = SubscriptionRuleRows.rulesOfTopic(connection, topicId);
            subscriptions.stream()
                    .map(Entity::id)
                    .filter(withOwnRules::contains)
                    .forEach(id -> rules.put(id, stored.getOrDefault(id, SubscriptionRuleRows.NO_RULES)));
            subscriptions.replaceAll(subscription -> readable(subscription, rules.get(subscription.id())));
        }
        return Optional.of(new SubscriptionSet(topic, version, subscriptions, rules));
    }

    private static Entity readable(Entity subscription, @Nullable SubscriptionRules rules) {
        return rules == null || rules.unreadable() == null ? subscription : subscription.unreadable(rules.unreadable());
    }
}
