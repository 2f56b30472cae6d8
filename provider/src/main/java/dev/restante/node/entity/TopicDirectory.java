package dev.restante.node.entity;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.model.Entity;
import dev.restante.model.ShownText;
import dev.restante.model.Subscription;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.Refusals;
import dev.restante.node.entity.Topic.Subscriber;
import dev.restante.selector.Selector;
import dev.restante.selector.SelectorSyntaxException;
import dev.restante.store.StoreException;
import dev.restante.store.SubscriptionRepository.SubscriptionSet;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The subscriptions of topics as this node knows them. In a store that nobody else has open that is how they are; in a
 * shared one it is what sends are made by, and checked by the store. Thread-safe.
 */
public final class TopicDirectory {

    private static final Logger LOG = LoggerFactory.getLogger(TopicDirectory.class);

    private final NodeContext context;
    private final Map<Long, Topic> topics = new ConcurrentHashMap<>();

    public TopicDirectory(NodeContext context) {
        this.context = context;
    }

    /**
     * The topic as it was last read.
     *
     * @throws BrokerException with ENTITY_NOT_FOUND if it was deleted, or if the store fails
     */
    public Topic get(long topicId) {
        Topic known = topics.get(topicId);
        return known != null ? known : reload(topicId);
    }

    /**
     * Reads it anew.
     *
     * @throws BrokerException with ENTITY_NOT_FOUND if it was deleted, or if the store fails
     */
    public Topic reload(long topicId) {
        Optional<SubscriptionSet> read;
        try {
            read = context.store().subscriptions().read(topicId);
        } catch (StoreException e) {
            throw Refusals.of(e);
        }
        if (read.isEmpty()) {
            topics.remove(topicId);
            throw new BrokerException(Reason.ENTITY_NOT_FOUND, "The topic was deleted");
        }
        Topic topic = new Topic(
                topicId,
                read.get().version(),
                read.get().subscriptions().stream()
                        .map(TopicDirectory::subscriber)
                        .sorted(Comparator.comparingLong(
                                subscriber -> subscriber.entity().id()))
                        .toList());
        return topics.merge(topicId, topic, (known, fresh) -> fresh.version() >= known.version() ? fresh : known);
    }

    /** Forgets a topic that is gone. */
    public void forget(long topicId) {
        topics.remove(topicId);
    }

    private static Subscriber subscriber(Entity entity) {
        Subscription subscription = entity.subscription();
        return new Subscriber(entity, subscription == null ? null : selector(entity, subscription.selector()));
    }

    private static @Nullable Selector selector(Entity entity, @Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            return Selector.parse(text);
        } catch (SelectorSyntaxException e) {
            // It was parsed before it was stored. It gets all messages, which nobody receives while this is so.
            LOG.error(
                    "The selector of subscription '{}' can't be read: {}",
                    ShownText.of(entity.name()),
                    ShownText.of(text),
                    e);
            return null;
        }
    }
}
