package dev.restante.node.entity;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.ReadableEntities;
import dev.restante.broker.SubscribeRequest;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.ShownText;
import dev.restante.model.Subscription;
import dev.restante.node.core.EntityRegistry;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLife;
import dev.restante.node.core.UsableEntities;
import dev.restante.node.lock.LockTable;
import dev.restante.node.settle.Lingerings;
import dev.restante.rule.SubscriptionRule;
import dev.restante.store.SubscriptionRepository;
import dev.restante.store.SubscriptionRepository.Created;
import dev.restante.store.SubscriptionRepository.Creating;
import dev.restante.store.SubscriptionRepository.Joined;
import dev.restante.store.SubscriptionRepository.Joining;
import dev.restante.store.SubscriptionRepository.NotCreated;
import dev.restante.store.SubscriptionRepository.Refused;
import dev.restante.store.SubscriptionRepository.Wanted;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The making of subscriptions in the store: what a request may ask for, who may join what is there, and why not.
 * Thread-safe; who joins or takes away holds the lock of {@link UsedEntities}.
 */
final class SubscriptionMaking {

    private final NodeContext context;
    private final NodeLife life;
    private final UsableEntities entities;
    private final LockTable locks;
    private final Lingerings lingerings;
    private final TopicSends topicSends;
    private final TopicDirectory directory;
    private final EntityRegistry registry;
    private final SubscriptionRepository repository;

    SubscriptionMaking(
            NodeContext context,
            NodeLife life,
            UsableEntities entities,
            LockTable locks,
            Lingerings lingerings,
            TopicSends topicSends,
            TopicDirectory directory) {
        this.context = context;
        this.life = life;
        this.entities = entities;
        this.locks = locks;
        this.lingerings = lingerings;
        this.topicSends = topicSends;
        this.directory = directory;
        this.registry = context.registry();
        this.repository = context.store().subscriptions();
    }

    /**
     * What an application still has in its hands of a subscription, which this node has met then, must not vanish with
     * it (SUB-22).
     */
    void checkReplaceable(Wanted wanted) {
        Optional<Entity> known = registry.known(EntityKind.SUBSCRIPTION, wanted.name());
        if (known.isPresent()) {
            ReadableEntities.check(known.get());
            Subscription now = known.get().subscription();
            boolean same = now != null
                    && known.get().parentId() == wanted.topicId()
                    && now.noLocal() == wanted.subscription().noLocal()
                    && Objects.equals(now.selector(), wanted.subscription().selector());
            if (!same) {
                checkNothingInHands(known.get());
            }
        }
    }

    void checkNothingInHands(Entity subscription) {
        lingerings.completeOf(subscription.id());
        long inFlight = locks.holds().inFlight(subscription.id());
        if (inFlight > 0) {
            throw inUse(subscription.name(), inFlight + " of its messages are not settled");
        }
    }

    static BrokerException inUse(String name, String why) {
        return new BrokerException(
                Reason.SUBSCRIPTION_IN_USE, "Subscription '" + ShownText.of(name) + "' is in use: " + why);
    }

    Joined join(Entity topic, Wanted wanted) {
        Joining joining = life.guarded(() -> repository.join(wanted, context.incarnation()));
        if (joining instanceof Joined joined) {
            return joined;
        }
        throw switch ((Refused) joining) {
            case IN_USE -> inUse(wanted.name(), "it has a consumer and allows only one");
            case CONFLICT ->
                new BrokerException(
                        Reason.SUBSCRIPTION_CONFLICT,
                        "Subscription '" + ShownText.of(wanted.name())
                                + "' exists and is of another kind, or is in use with another topic or selector");
            case NO_TOPIC -> topicGone(topic);
        };
    }

    private BrokerException topicGone(Entity topic) {
        registry.remove(topic);
        topicSends.forget(topic.id());
        return new BrokerException(Reason.ENTITY_NOT_FOUND, "Topic '" + ShownText.of(topic.name()) + "' was deleted");
    }

    /** Creates a durable subscription that nobody consumes from yet, in one transaction with its options and rules. */
    Entity create(SubscribeRequest request, EntityOptions options, List<SubscriptionRule> rules) {
        life.checkAlive();
        RuleLimits.checkSelector(request.selector());
        RuleLimits.check(rules);
        Entity topic = entities.requireUsable(request.topic());
        Wanted wanted = request.wanted(topic, context.ids().next());
        Creating creating = life.guarded(() -> repository.create(wanted, options, rules));
        if (creating instanceof Created created) {
            life.guarded(() -> {
                registry.add(created.subscription());
                return directory.reload(topic.id());
            });
            return created.subscription();
        }
        throw switch ((NotCreated) creating) {
            case EXISTS ->
                new BrokerException(
                        Reason.ENTITY_INVALID, "Subscription '" + ShownText.of(wanted.name()) + "' exists already");
            case NO_TOPIC -> topicGone(topic);
        };
    }
}
