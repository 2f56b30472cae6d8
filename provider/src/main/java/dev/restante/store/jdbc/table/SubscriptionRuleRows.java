package dev.restante.store.jdbc.table;

import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.StoredTextKind;
import dev.restante.model.Subscription;
import dev.restante.model.TopicPattern;
import dev.restante.model.codec.RuleCodec;
import dev.restante.rule.SubscriptionRule;
import dev.restante.store.SubscriptionRules;
import dev.restante.store.jdbc.database.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Functions that read and write the rows of subscription rules, and the column that says whether a subscription has
 * such rows. A caller that writes rows has locked topic and subscription.
 */
final class SubscriptionRuleRows {

    private static final String OF_TOPIC =
            """
            SELECT r.subscription, r.name, r.definition FROM restante_subscription_rule r
            JOIN restante_entity e ON e.id = r.subscription WHERE e.parent IN (?, ?) AND e.kind = 3""";
    private static final String OF_SUBSCRIPTION =
            "SELECT subscription, name, definition FROM restante_subscription_rule WHERE subscription = ?";
    private static final String COUNT = "SELECT COUNT(*) FROM restante_subscription_rule WHERE subscription = ?";
    private static final String INSERT =
            "INSERT INTO restante_subscription_rule (definition, subscription, name) VALUES (?, ?, ?)";
    private static final String UPDATE =
            "UPDATE restante_subscription_rule SET definition = ? WHERE subscription = ? AND name = ?";
    private static final String DELETE = "DELETE FROM restante_subscription_rule WHERE subscription = ? AND name = ?";
    private static final String FIND = "SELECT 1 FROM restante_subscription_rule WHERE subscription = ? AND name = ?";
    private static final String HAS_OWN = "SELECT has_rule_rows FROM restante_entity WHERE id = ?";
    private static final String SET_OWN = "UPDATE restante_entity SET has_rule_rows = TRUE WHERE id = ?";

    /** Rules of a subscription that receives no messages. */
    static final SubscriptionRules NO_RULES = new SubscriptionRules(List.of(), null);

    private SubscriptionRuleRows() {}

    /**
     * Returns the rules of a topic's subscriptions by subscription id, and of all subscriptions with a pattern.
     * Subscriptions without rule rows are missing.
     */
    static Map<Long, SubscriptionRules> rulesOfTopic(Connection connection, long topicId) throws SQLException {
        return read(connection, OF_TOPIC, topicId, TopicPattern.ROOT_ID);
    }

    static SubscriptionRules rulesOf(Connection connection, Entity subscription) throws SQLException {
        if (!hasOwnRules(connection, subscription.id())) {
            return SubscriptionRules.defaultRules(selector(subscription));
        }
        return read(connection, OF_SUBSCRIPTION, subscription.id()).getOrDefault(subscription.id(), NO_RULES);
    }

    private static Map<Long, SubscriptionRules> read(Connection connection, String sql, Object... ids)
            throws SQLException {
        Map<Long, List<SubscriptionRule>> rules = new TreeMap<>();
        Map<Long, String> unreadable = new HashMap<>();
        Statements.forEach(
                connection,
                sql,
                row -> {
                    long subscription = row.getLong(1);
                    String name = row.getString(2);
                    List<SubscriptionRule> ofOne = rules.computeIfAbsent(subscription, one -> new ArrayList<>());
                    try {
                        ofOne.add(RuleCodec.decode(name, row.getBytes(3)));
                    } catch (RuntimeException e) {
                        unreadable.put(subscription, "its rule " + DisplayText.quote(name) + ": " + e.getMessage());
                    }
                },
                ids);
        Map<Long, SubscriptionRules> read = new HashMap<>();
        rules.forEach((subscription, ofOne) -> {
            ofOne.sort(Comparator.comparing(SubscriptionRule::name, StoredTextKind.CODE_POINT_ORDER));
            read.put(subscription, new SubscriptionRules(ofOne, unreadable.get(subscription)));
        });
        return read;
    }

    /** Inserts a row for the default rule of a subscription that has no rule rows yet. */
    static void createOwnRules(Connection connection, Entity subscription) throws SQLException {
        if (!hasOwnRules(connection, subscription.id())) {
            createOwnRules(
                    connection, subscription.id(), List.of(SubscriptionRule.defaultRule(selector(subscription))));
        }
    }

    static void createOwnRules(Connection connection, long subscriptionId, List<SubscriptionRule> rules)
            throws SQLException {
        Statements.update(connection, SET_OWN, subscriptionId);
        for (SubscriptionRule rule : rules) {
            insert(connection, subscriptionId, rule);
        }
    }

    static void insert(Connection connection, long subscriptionId, SubscriptionRule rule) throws SQLException {
        write(connection, INSERT, subscriptionId, rule);
    }

    static boolean update(Connection connection, long subscriptionId, SubscriptionRule rule) throws SQLException {
        return write(connection, UPDATE, subscriptionId, rule);
    }

    private static boolean write(Connection connection, String sql, long subscriptionId, SubscriptionRule rule)
            throws SQLException {
        return Statements.update(connection, sql, RuleCodec.encode(rule), subscriptionId, rule.name()) > 0;
    }

    static boolean delete(Connection connection, long subscriptionId, String name) throws SQLException {
        return Statements.update(connection, DELETE, subscriptionId, name) > 0;
    }

    static boolean exists(Connection connection, long subscriptionId, String name) throws SQLException {
        return Statements.exists(connection, FIND, subscriptionId, name);
    }

    static long count(Connection connection, long subscriptionId) throws SQLException {
        return Statements.firstLong(connection, COUNT, subscriptionId).orElse(0);
    }

    private static boolean hasOwnRules(Connection connection, long subscriptionId) throws SQLException {
        return Statements.first(connection, HAS_OWN, row -> row.getBoolean(1), subscriptionId)
                .orElse(false);
    }

    private static @Nullable String selector(Entity entity) {
        Subscription subscription = entity.subscription();
        return subscription == null ? null : subscription.selector();
    }
}
