package dev.restante.node.feature.topics;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.ReadableEntityCheck;
import dev.restante.broker.SubscribeRequest;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.Subscription;
import dev.restante.model.TopicPattern;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.EntityRegistry;
import dev.restante.node.feature.idle.EntityUseTracker;
import dev.restante.node.settle.DelayedCompletions;
import dev.restante.rule.SubscriptionRule;
import dev.restante.store.SubscriptionRepository;
import dev.restante.store.SubscriptionRepository.CreateRejection;
import dev.restante.store.SubscriptionRepository.CreateResult;
import dev.restante.store.SubscriptionRepository.CreatedSubscription;
import dev.restante.store.SubscriptionRepository.JoinRejection;
import dev.restante.store.SubscriptionRepository.JoinResult;
import dev.restante.store.SubscriptionRepository.JoinedSubscription;
import dev.restante.store.SubscriptionRepository.SubscriptionTarget;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Creator of subscriptions in the store, which checks requests and rejects conflicting ones. Thread-safe; callers that
 * join or remove a subscription hold the lock of {@link EntityUseTracker}.
 */
final class SubscriptionCreator {

    private final NodeServices node;
    private final DelayedCompletions delayedCompletions;
    private final TopicSendBarrier sendBarrier;
    private final TopicCache topicCache;
    private final EntityRegistry registry;
    private final SubscriptionRepository repository;

    SubscriptionCreator(
            NodeServices node,
            DelayedCompletions delayedCompletions,
            TopicSendBarrier sendBarrier,
            TopicCache topicCache) {
        this.node = node;
        this.delayedCompletions = delayedCompletions;
        this.sendBarrier = sendBarrier;
        this.topicCache = topicCache;
        this.registry = node.registry();
        this.repository = node.store().subscriptions();
    }

    /** Rejects a request that would replace a subscription with in-flight messages of this node (SUB-22). */
    void checkReplaceable(SubscriptionTarget target) {
        Optional<Entity> known = registry.known(EntityKind.SUBSCRIPTION, target.name());
        if (known.isPresent()) {
            ReadableEntityCheck.check(known.get());
            Subscription now = known.get().subscription();
            boolean same =
                    now != null && known.get().parentId() == target.topicId() && now.continuesAs(target.subscription());
            if (!same) {
                checkNothingInFlight(known.get());
            }
        }
    }

    void checkNothingInFlight(Entity subscription) {
        delayedCompletions.completeFor(subscription.id());
        long inFlight = node.locks().inFlight().inFlight(subscription.id());
        if (inFlight > 0) {
            throw inUseException(
                    subscription.name(), inFlight + " of its messages are not settled. Settle them first.");
        }
    }

    static BrokerException inUseException(String name, String why) {
        return new BrokerException(
                BrokerErrorReason.SUBSCRIPTION_IN_USE,
                "Subscription '" + DisplayText.shorten(name) + "' is in use: " + why);
    }

    static BrokerException notFoundException(@Nullable String clientId, String name) {
        return new BrokerException(
                BrokerErrorReason.SUBSCRIPTION_NOT_FOUND,
                "No durable subscription has the name '" + DisplayText.shorten(name) + "' and "
                        + (clientId == null ? "no client id" : "the client id '" + DisplayText.shorten(clientId) + "'")
                        + ". Check the name and the client id.");
    }

    JoinedSubscription join(Entity topic, SubscriptionTarget target) {
        JoinResult joinResult = node.lifecycle().callStore(() -> repository.join(target, node.incarnation()));
        if (joinResult instanceof JoinedSubscription joined) {
            return joined;
        }
        throw switch ((JoinRejection) joinResult) {
            case IN_USE -> consumerExists(target.name());
            case CONFLICT ->
                new BrokerException(
                        BrokerErrorReason.SUBSCRIPTION_CONFLICT,
                        "Subscription '" + DisplayText.shorten(target.name())
                                + "' has another kind, or is in use with another topic or selector."
                                + " Use another name, or delete it first.");
            case NO_TOPIC -> topicGone(topic);
            case TOO_MANY_PATTERNS -> tooManyPatterns(topic);
        };
    }

    private static BrokerException consumerExists(String name) {
        return inUseException(name, "it has a consumer and allows only one. Close that consumer first.");
    }

    /** Records this node as a user of an existing durable subscription. */
    void joinExisting(Entity subscription) {
        Subscription attributes = requireNonNull(subscription.subscription());
        boolean joined = node.lifecycle()
                .callStore(() ->
                        repository.addUser(subscription.id(), !attributes.kind().shared(), node.incarnation()));
        if (!joined) {
            throw node.lifecycle()
                            .callStore(() -> registry.readAgain(subscription))
                            .isPresent()
                    ? consumerExists(subscription.name())
                    : notFoundException(attributes.clientId(), requireNonNull(attributes.name()));
        }
    }

    /** Returns the topic of a request with its current options; for a request with a pattern, its stand-in. */
    Entity usableTopic(SubscribeRequest request) {
        return request.hasPattern() ? request.topic() : node.entities().requireUsable(request.topic());
    }

    private static BrokerException tooManyPatterns(Entity topic) {
        return new BrokerException(
                BrokerErrorReason.ENTITY_INVALID,
                "Subscriptions of this store have " + TopicPattern.MAX_PATTERNS + " patterns of topics already, so '"
                        + DisplayText.shorten(topic.name())
                        + "' cannot be added. Use a pattern that exists, or delete subscriptions.");
    }

    private BrokerException topicGone(Entity topic) {
        registry.removeDeleted(topic);
        sendBarrier.removeTopic(topic.id());
        return new BrokerException(
                BrokerErrorReason.ENTITY_NOT_FOUND,
                "Topic '" + DisplayText.shorten(topic.name())
                        + "' was deleted. Create it again, and then its consumers.");
    }

    /** Caches a subscription that was just created. */
    void cacheCreated(Entity subscription) {
        topicCache.refreshAfterChange(subscription, () -> {
            registry.put(subscription);
            List<TopicSnapshot> unused = topicCache.reloadTopicsOf(subscription);
        });
    }

    /** Creates a durable subscription without consumers, in one transaction with its options and rules. */
    Entity create(SubscribeRequest request, EntityOptions options, List<SubscriptionRule> rules) {
        node.lifecycle().checkAlive();
        RuleLimits.checkSelector(request.selector());
        RuleLimits.check(rules);
        Entity topic = usableTopic(request);
        SubscriptionTarget target = request.toTarget(topic, node.context().ids().next());
        CreateResult createResult = node.lifecycle().callStore(() -> repository.create(target, options, rules));
        if (createResult instanceof CreatedSubscription created) {
            cacheCreated(created.subscription());
            return created.subscription();
        }
        throw switch ((CreateRejection) createResult) {
            case EXISTS ->
                new BrokerException(
                        BrokerErrorReason.ENTITY_INVALID,
                        "Subscription '" + DisplayText.shorten(target.name())
                                + "' exists already. Alter it, or choose another name.");
            case NO_TOPIC -> topicGone(topic);
            case TOO_MANY_PATTERNS -> tooManyPatterns(topic);
        };
    }
}
