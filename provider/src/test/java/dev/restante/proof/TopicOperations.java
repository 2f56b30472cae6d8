package dev.restante.proof;

import dev.restante.broker.SubscribeRequest;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.SubscriptionKind;
import dev.restante.proof.ProofRun.StoredEffect;
import dev.restante.rule.RuleFilter;
import dev.restante.rule.SubscriptionRule;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Topics, their subscriptions and rules. */
final class TopicOperations {

    /** Rule that operations add and remove. */
    static final SubscriptionRule RED = new SubscriptionRule("red", new RuleFilter.SelectorFilter("colour = 'red'"));

    private TopicOperations() {}

    static List<ProofOperation> all() {
        return List.of(
                new ProofOperation("create topic", TopicOperations::createTopic),
                new ProofOperation("delete topic", TopicOperations::deleteTopic),
                new ProofOperation("subscribe", TopicOperations::subscribe),
                new ProofOperation("replace subscription", TopicOperations::replaceSubscription),
                new ProofOperation("create subscription", TopicOperations::createSubscription),
                new ProofOperation("unsubscribe", TopicOperations::unsubscribe),
                new ProofOperation("add rule", TopicOperations::addRule),
                new ProofOperation("remove rule", TopicOperations::removeRule));
    }

    private static SubscribeRequest request(Entity topic, String name, String selector) {
        return new SubscribeRequest(topic, SubscriptionKind.SHARED_DURABLE, "client", name, selector, false, "c1");
    }

    /** Creates a durable subscription without consumers. */
    static Entity subscription(ProofNode node, Entity topic, String name) {
        return node.broker
                .topicAdministration()
                .createSubscription(
                        request(topic, name, ""),
                        EntityOptions.DEFAULT,
                        List.of(new SubscriptionRule(SubscriptionRule.DEFAULT_NAME, new RuleFilter.MatchAllFilter())));
    }

    private static long subscriptions(StoredRows rows, String name) {
        return rows.count(
                "SELECT COUNT(*) FROM restante_entity WHERE subscription_name = ? AND permanent = TRUE", name);
    }

    private static ProofRun createTopic(ProofNode node, String id) {
        return new ProofRun(
                () -> node.broker.topicAdministration().createTopic(id, EntityOptions.DEFAULT),
                rows -> StoredEffect.of(rows.exists(id)));
    }

    private static ProofRun deleteTopic(ProofNode node, String id) {
        Entity topic = node.broker.subscriptions().topic(id, true);
        Entity subscription = subscription(node, topic, id + "-s");
        node.send(topic, "a");
        return new ProofRun(
                () -> node.broker.topicAdministration().deleteTopic(id, true),
                rows -> StoredEffect.of(
                        List.of(rows.exists(id), rows.exists(subscription.name())),
                        List.of(true, true),
                        List.of(false, false)));
    }

    private static ProofRun subscribe(ProofNode node, String id) {
        Entity topic = node.broker.subscriptions().topic(id, true);
        return new ProofRun(
                () -> node.keepOpen(node.broker.subscriptions().subscribe(request(topic, id + "-s", ""))),
                rows -> StoredEffect.of(subscriptions(rows, id + "-s"), 0L, 1L));
    }

    private static ProofRun replaceSubscription(ProofNode node, String id) {
        Entity topic = node.broker.subscriptions().topic(id, true);
        Entity unused = subscription(node, topic, id + "-s");
        node.send(topic, "a");
        return new ProofRun(
                () -> node.keepOpen(node.broker.subscriptions().subscribe(request(topic, id + "-s", "a = 1"))),
                rows -> {
                    List<String> selectors = rows.query(
                            "SELECT selector FROM restante_entity WHERE subscription_name = ? AND permanent = TRUE",
                            row -> String.valueOf(row.getString(1)),
                            id + "-s");
                    return StoredEffect.of(selectors, List.of("null"), List.of("a = 1"));
                });
    }

    private static ProofRun createSubscription(ProofNode node, String id) {
        Entity topic = node.broker.subscriptions().topic(id, true);
        return new ProofRun(
                () -> subscription(node, topic, id + "-s"),
                rows -> StoredEffect.of(subscriptions(rows, id + "-s"), 0L, 1L));
    }

    private static ProofRun unsubscribe(ProofNode node, String id) {
        Entity topic = node.broker.subscriptions().topic(id, true);
        Entity subscription = subscription(node, topic, id + "-s");
        node.send(topic, "a");
        return new ProofRun(
                () -> node.broker.subscriptions().unsubscribe("client", id + "-s"),
                rows -> StoredEffect.of(!rows.exists(subscription.name())));
    }

    private static Set<String> rules(StoredRows rows, Entity subscription) {
        return rows
                .query(
                        "SELECT name FROM restante_subscription_rule WHERE subscription = ?",
                        row -> row.getString(1),
                        subscription.id())
                .stream()
                .collect(Collectors.toSet());
    }

    private static ProofRun addRule(ProofNode node, String id) {
        Entity subscription = subscription(node, node.broker.subscriptions().topic(id, true), id + "-s");
        return new ProofRun(
                () -> node.broker.topicAdministration().rules().add(subscription, RED),
                rows -> StoredEffect.of(rules(rows, subscription).contains(RED.name())));
    }

    private static ProofRun removeRule(ProofNode node, String id) {
        Entity subscription = subscription(node, node.broker.subscriptions().topic(id, true), id + "-s");
        node.broker.topicAdministration().rules().add(subscription, RED);
        return new ProofRun(
                () -> node.broker.topicAdministration().rules().remove(subscription, RED.name()),
                rows -> StoredEffect.of(!rules(rows, subscription).contains(RED.name())));
    }
}
