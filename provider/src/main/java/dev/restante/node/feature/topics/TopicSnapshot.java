package dev.restante.node.feature.topics;

import dev.restante.model.Entity;
import java.util.List;

/**
 * Snapshot of a topic's subscriptions and their rules, read from the store at one instant.
 *
 * @param id id of the topic
 * @param name name of the topic
 * @param version version of the subscriptions and their rules
 * @param subscriptions subscriptions in the order of their ids
 * @param rules rules of the subscriptions, in the same order
 */
public record TopicSnapshot(
        long id, String name, long version, List<Entity> subscriptions, SubscriptionRuleMatcher rules) {

    public TopicSnapshot {
        subscriptions = List.copyOf(subscriptions);
    }
}
