package dev.restante.node.entity;

import dev.restante.model.Entity;
import dev.restante.selector.Selector;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A topic's subscriptions, as of one reading of the store.
 *
 * @param id the topic
 * @param version of the set of its subscriptions
 * @param subscribers in the order of their ids
 */
public record Topic(long id, long version, List<Subscriber> subscribers) {

    public Topic {
        subscribers = List.copyOf(subscribers);
    }

    /**
     * One subscription.
     *
     * @param entity as it was read
     * @param selector what it wants, null for everything
     */
    public record Subscriber(Entity entity, @Nullable Selector selector) {}
}
