package dev.restante.node.feature.topics;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.TopicPattern;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.node.core.NodeContext;
import dev.restante.node.feature.topics.SubscriptionRuleMatcher.ParsedRule;
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
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cache of topics with their subscriptions and rules, so that a send finds the matching subscriptions without a query.
 * In an exclusive store it is current. In a shared store it may be outdated, and the store checks each send that used
 * it. Thread-safe.
 */
public final class TopicCache {

    private static final Logger LOG = LoggerFactory.getLogger(TopicCache.class);

    /** Rules of a subscription with an unreadable rule, which stores all messages so that none is lost. */
    private static final List<ParsedRule> MATCH_ALL = List.of(new ParsedRule(SubscriptionRule.defaultRule(null), null));

    private final NodeContext context;
    private final Map<Long, TopicSnapshot> topics = new ConcurrentHashMap<>();

    /**
     * Number of changes of subscriptions that could not compare versions: changes with a pattern, and changes after
     * which topics left the cache. A topic that was read before such a change does not enter the cache after it.
     */
    private final AtomicLong unversionedChanges = new AtomicLong();

    public TopicCache(NodeContext context) {
        this.context = context;
    }

    /**
     * Returns a topic from the cache; reads the store if the cache does not contain it.
     *
     * @throws BrokerException with ENTITY_NOT_FOUND if it was deleted, or if the store fails
     */
    public TopicSnapshot get(long topicId) {
        TopicSnapshot known = topics.get(topicId);
        return known != null ? known : reload(topicId);
    }

    /**
     * Reads a topic from the store into the cache.
     *
     * @throws BrokerException with ENTITY_NOT_FOUND if it was deleted, or if the store fails
     */
    public TopicSnapshot reload(long topicId) {
        while (true) {
            long changes = unversionedChanges.get();
            TopicSnapshot topic = read(topicId);
            TopicSnapshot cached = topics.compute(topicId, (id, known) -> {
                boolean outdated =
                        unversionedChanges.get() != changes || (known != null && known.version() > topic.version());
                return outdated ? known : topic;
            });
            if (cached != null && cached.version() >= topic.version()) {
                return cached;
            }
        }
    }

    private TopicSnapshot read(long topicId) {
        Optional<SubscriptionSet> read;
        try {
            read = context.store().subscriptions().read(topicId);
        } catch (StoreException e) {
            throw BrokerExceptions.of(e);
        }
        if (read.isEmpty()) {
            topics.remove(topicId);
            throw new BrokerException(
                    BrokerErrorReason.ENTITY_NOT_FOUND, "The topic with the entity id " + topicId + " was deleted");
        }
        return topic(topicId, read.get());
    }

    /**
     * Reads the cached topics of a subscription again after it changed: its topic, or all topics that match its
     * pattern.
     *
     * @return the topics whose snapshots are current now
     */
    public List<TopicSnapshot> reloadTopicsOf(Entity subscription) {
        String pattern = subscription.topicPattern();
        if (pattern == null) {
            return List.of(reload(subscription.parentId()));
        }
        Predicate<String> matcher = TopicPattern.matcher(pattern);
        unversionedChanges.incrementAndGet();
        List<TopicSnapshot> reloaded = new ArrayList<>();
        for (TopicSnapshot topic : topics.values()) {
            if (matcher.test(topic.name())) {
                reloadIfPresent(topic.id()).ifPresent(reloaded::add);
            }
        }
        return reloaded;
    }

    /**
     * Refreshes caches after a committed change of a subscription. A failure of the store is no failure of the change:
     * the topics of the subscription leave the cache, so that the next send reads them.
     *
     * @param reads calls {@link #reloadTopicsOf}, and reads what else the change needs
     */
    void refreshAfterChange(Entity subscription, Runnable reads) {
        try {
            reads.run();
        } catch (BrokerException | StoreException e) {
            LOG.debug("The topics of '{}' are read with the next send", subscription.name(), e);
            forgetTopicsOf(subscription);
        }
    }

    private void forgetTopicsOf(Entity subscription) {
        unversionedChanges.incrementAndGet();
        String pattern = subscription.topicPattern();
        if (pattern == null) {
            topics.remove(subscription.parentId());
        } else {
            Predicate<String> matcher = TopicPattern.matcher(pattern);
            topics.values().removeIf(topic -> matcher.test(topic.name()));
        }
    }

    private Optional<TopicSnapshot> reloadIfPresent(long topicId) {
        try {
            return Optional.of(reload(topicId));
        } catch (BrokerException e) {
            if (e.reason() == BrokerErrorReason.ENTITY_NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** Returns a subscription, marked as unreadable if this release cannot read its rules in the store. */
    Entity withRulesRead(Entity subscription) {
        try {
            return context.store()
                    .subscriptionRules()
                    .read(subscription.id())
                    .map(rules -> read(subscription, rules).subscription())
                    .orElse(subscription);
        } catch (StoreException e) {
            throw BrokerExceptions.of(e);
        }
    }

    /** Removes a deleted topic. */
    public void forget(long topicId) {
        topics.remove(topicId);
    }

    private static TopicSnapshot topic(long topicId, SubscriptionSet set) {
        List<Entity> subscriptions = new ArrayList<>();
        List<List<ParsedRule>> rules = new ArrayList<>();
        set.subscriptions().stream()
                .sorted(Comparator.comparingLong(Entity::id))
                .forEach(subscription -> {
                    ReadSubscription read = read(subscription, set.rulesOf(subscription));
                    subscriptions.add(read.subscription());
                    rules.add(read.rules());
                });
        return new TopicSnapshot(
                topicId, set.topic().name(), set.version(), subscriptions, new SubscriptionRuleMatcher(rules));
    }

    /**
     * Subscription with its parsed rules.
     *
     * @param subscription subscription, marked as unreadable if a rule is
     */
    private record ReadSubscription(Entity subscription, List<ParsedRule> rules) {}

    private static ReadSubscription read(Entity subscription, SubscriptionRules stored) {
        String unreadable = stored.unreadable();
        List<ParsedRule> rules = new ArrayList<>();
        for (SubscriptionRule rule : stored.rules()) {
            try {
                rules.add(ParsedRule.of(rule));
            } catch (SelectorSyntaxException e) {
                // Unlikely, because the rule was parsed before it was stored.
                unreadable = "its rule " + DisplayText.quote(rule.name()) + ": " + e.getMessage();
            }
        }
        if (unreadable == null) {
            return new ReadSubscription(subscription, rules);
        }
        LOG.error(
                "This node cannot read the rules of subscription '{}'."
                        + " The subscription stores all messages, but consumers cannot receive them."
                        + " Alter or remove the unreadable rule: {}",
                DisplayText.shorten(subscription.name()),
                DisplayText.shorten(unreadable));
        return new ReadSubscription(subscription.unreadable(unreadable), MATCH_ALL);
    }
}
