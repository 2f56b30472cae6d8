package dev.restante.store.jdbc.table;

import dev.restante.model.Entity;
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

/** The rows that say which subscriptions a topic has, and by which rules. */
final class SubscriptionSetRows {

    private SubscriptionSetRows() {}

    /**
     * The subscriptions of a topic, empty if it is gone. Rules are read last: if they are of a later version than the
     * set, what is made for both is found to be outdated.
     */
    static Optional<SubscriptionSet> read(Connection connection, long topicId) throws SQLException {
        Entity topic = null;
        long version = 0;
        List<Entity> subscriptions = new ArrayList<>();
        Set<Long> withOwnRules = new HashSet<>();
        // One statement, so that version and subscriptions belong together.
        try (PreparedStatement select =
                connection.prepareStatement(EntityRows.SELECT + " WHERE id = ? OR (parent = ? AND kind = 3)")) {
            select.setLong(1, topicId);
            select.setLong(2, topicId);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    Entity entity = EntityRows.read(rows);
                    if (EntityRows.gone(entity)) {
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
        Map<Long, SubscriptionRules> rules = new HashMap<>();
        if (!withOwnRules.isEmpty()) {
            Map<Long, SubscriptionRules> stored = RuleRows.ofTopic(connection, topicId);
            withOwnRules.forEach(id -> rules.put(id, stored.getOrDefault(id, RuleRows.NONE)));
            subscriptions.replaceAll(subscription -> readable(subscription, rules.get(subscription.id())));
        }
        return Optional.of(new SubscriptionSet(topic, version, subscriptions, rules));
    }

    private static Entity readable(Entity subscription, @Nullable SubscriptionRules rules) {
        return rules == null || rules.unreadable() == null
                ? subscription
                : subscription.asUnreadable(rules.unreadable());
    }
}
