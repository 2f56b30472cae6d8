package dev.restante.node.entity;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.model.Entity;
import dev.restante.model.ShownText;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.Refusals;
import dev.restante.node.rule.FanOutRules;
import dev.restante.node.rule.FanOutRules.ReadRule;
import dev.restante.rule.SubscriptionRule;
import dev.restante.selector.SelectorSyntaxException;
import dev.restante.store.StoreException;
import dev.restante.store.SubscriptionRepository.SubscriptionSet;
import dev.restante.store.SubscriptionRules;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The subscriptions of topics as this node knows them. In a store that nobody else has open that is how they are; in a
 * shared one it is what sends are made by, and checked by the store. Thread-safe.
 */
public final class TopicDirectory {

    private static final Logger LOG = LoggerFactory.getLogger(TopicDirectory.class);

    /** Nothing is lost of what a rule that can't be read may want. */
    private static final List<ReadRule> EVERY_MESSAGE = List.of(new ReadRule(SubscriptionRule.byDefault(null), null));

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
        Topic topic = topic(topicId, read.get());
        return topics.merge(topicId, topic, (known, fresh) -> fresh.version() >= known.version() ? fresh : known);
    }

    /** Forgets a topic that is gone. */
    public void forget(long topicId) {
        topics.remove(topicId);
    }

    private static Topic topic(long topicId, SubscriptionSet set) {
        List<Entity> subscriptions = new ArrayList<>();
        List<List<ReadRule>> rules = new ArrayList<>();
        set.subscriptions().stream()
                .sorted(Comparator.comparingLong(Entity::id))
                .forEach(subscription -> {
                    Usable read = read(subscription, set.rulesOf(subscription));
                    subscriptions.add(read.subscription());
                    rules.add(read.rules());
                });
        return new Topic(topicId, set.version(), subscriptions, new FanOutRules(rules));
    }

    /**
     * A subscription as it can be used.
     *
     * @param subscription says why it can't be, where that is so
     */
    private record Usable(Entity subscription, List<ReadRule> rules) {}

    private static Usable read(Entity subscription, SubscriptionRules stored) {
        String unreadable = stored.unreadable();
        List<ReadRule> rules = new ArrayList<>();
        for (SubscriptionRule rule : stored.rules()) {
            try {
                rules.add(ReadRule.of(rule));
            } catch (SelectorSyntaxException e) {
                // It was parsed before it was stored.
                unreadable = "its rule " + ShownText.quoted(rule.name()) + ": " + e.getMessage();
            }
        }
        if (unreadable == null) {
            return new Usable(subscription, rules);
        }
        LOG.error(
                "Subscription '{}' gets all messages, and nobody can have them: {}",
                ShownText.of(subscription.name()),
                ShownText.of(unreadable));
        return new Usable(subscription.asUnreadable(unreadable), EVERY_MESSAGE);
    }
}
