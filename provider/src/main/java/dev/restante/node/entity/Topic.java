package dev.restante.node.entity;

import dev.restante.model.Entity;
import dev.restante.node.rule.FanOutRules;
import java.util.List;

/**
 * A topic's subscriptions, as of one reading of the store.
 *
 * @param id the topic
 * @param version of the set of its subscriptions and their rules
 * @param subscriptions as they were read, in the order of their ids
 * @param rules of the subscriptions, in the same order
 */
public record Topic(long id, long version, List<Entity> subscriptions, FanOutRules rules) {

    public Topic {
        subscriptions = List.copyOf(subscriptions);
    }
}
