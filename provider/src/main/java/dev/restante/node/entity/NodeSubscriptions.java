package dev.restante.node.entity;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.EntityName;
import dev.restante.broker.ReadableEntities;
import dev.restante.broker.SubscribeRequest;
import dev.restante.broker.Subscribed;
import dev.restante.broker.SubscriptionName;
import dev.restante.broker.Subscriptions;
import dev.restante.model.CallBound;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.ShownText;
import dev.restante.model.TemporaryName;
import dev.restante.node.commit.Dispatchers;
import dev.restante.node.core.EntityRegistry;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLife;
import dev.restante.node.core.UsableEntities;
import dev.restante.node.lock.LockTable;
import dev.restante.node.settle.Lingerings;
import dev.restante.rule.SubscriptionRule;
import dev.restante.store.StoreException;
import dev.restante.store.SubscriptionRepository;
import dev.restante.store.SubscriptionRepository.Gone;
import dev.restante.store.SubscriptionRepository.Joined;
import dev.restante.store.SubscriptionRepository.Leaving;
import dev.restante.store.SubscriptionRepository.Wanted;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topics, subscriptions and temporary destinations of a node. The store knows which nodes use a subscription,
 * {@link UsedEntities} how many consumers of this node do. What a subscription leaves behind is removed without its
 * lock.
 */
public final class NodeSubscriptions implements Subscriptions, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(NodeSubscriptions.class);

    private final NodeContext context;
    private final NodeLife life;
    private final UsableEntities entities;
    private final Dispatchers dispatchers;
    private final EntityRemoval removal;
    private final IdleEntities idleEntities;
    private final TopicDirectory directory;
    private final EntityRegistry registry;
    private final SubscriptionRepository repository;
    private final SubscriptionMaking making;
    private final TopicSends topicSends;
    private final UsedEntities used;

    public NodeSubscriptions(
            NodeContext context,
            NodeLife life,
            UsableEntities entities,
            Dispatchers dispatchers,
            LockTable locks,
            EntityRemoval removal,
            Lingerings lingerings,
            IdleEntities idleEntities,
            RemadeEntities remade,
            TopicSends topicSends,
            TopicDirectory directory) {
        this.context = context;
        this.life = life;
        this.entities = entities;
        this.dispatchers = dispatchers;
        this.removal = removal;
        this.idleEntities = idleEntities;
        this.directory = directory;
        this.registry = context.registry();
        this.repository = context.store().subscriptions();
        this.topicSends = topicSends;
        this.making = new SubscriptionMaking(context, life, entities, locks, lingerings, topicSends, directory);
        this.used = new UsedEntities(context, life, removal, remade);
    }

    @Override
    public Entity topic(String name, boolean mayCreate) {
        return life.guarded(() -> registry.stored(EntityKind.TOPIC, name).orElseGet(() -> made(name, mayCreate)));
    }

    @Override
    public Entity cachedTopic(String name, boolean mayCreate) {
        return life.guarded(() -> registry.cached(EntityKind.TOPIC, name).orElseGet(() -> made(name, mayCreate)));
    }

    private Entity made(String name, boolean mayCreate) {
        EntityName.check(name);
        if (!mayCreate) {
            throw new BrokerException(
                    Reason.ENTITY_NOT_FOUND,
                    "Topic '" + ShownText.of(name)
                            + "' does not exist; RestanteAdmin creates it, or its first use where the option autoCreateTopics is on");
        }
        return registry.createTopic(name, EntityOptions.DEFAULT);
    }

    @Override
    public Subscribed subscribe(SubscribeRequest request) {
        life.checkAlive();
        RuleLimits.checkSelector(request.selector());
        Entity topic = entities.requireUsable(request.topic());
        idleEntities.used(topic);
        Wanted wanted = request.wanted(topic, context.ids().next());
        // Not under the lock, where others wait: the store may be away.
        life.guarded(() -> registry.stored(EntityKind.SUBSCRIPTION, wanted.name()))
                .ifPresent(ReadableEntities::check);
        topicSends.awaitSends(topic.id());
        Joined joined;
        List<Entity> gone;
        used.lockInTime();
        try {
            gone = used.leaveEnded(entity -> entity.name().equals(wanted.name()));
            making.checkReplaceable(wanted);
            joined = making.join(topic, wanted);
            used.begun(joined.subscription());
        } finally {
            used.lock.unlock();
        }
        gone.forEach(removal::remove);
        Subscribed consumer = new Consumer(joined.subscription());
        try {
            life.guarded(() -> {
                registry.add(joined.subscription());
                return true;
            });
            checkRules(directory.reload(topic.id()), joined.subscription());
        } catch (BrokerException e) {
            consumer.close();
            throw e;
        }
        joined.replaced().forEach(removal::remove);
        return consumer;
    }

    /** A subscription with a rule that can't be read keeps what nobody may have before the rule is altered. */
    private static void checkRules(Topic read, Entity subscription) {
        read.subscriptions().stream()
                .filter(entity -> entity.id() == subscription.id())
                .forEach(ReadableEntities::check);
    }

    /** Creates a durable subscription that nobody consumes from yet, in one transaction with its options and rules. */
    public Entity create(SubscribeRequest request, EntityOptions options, List<SubscriptionRule> rules) {
        topicSends.awaitSends(request.topic().id());
        return making.create(request, options, rules);
    }

    /** One active consumer. */
    private final class Consumer implements Subscribed {
        private final Entity subscription;
        private final AtomicBoolean closed = new AtomicBoolean();

        Consumer(Entity subscription) {
            this.subscription = subscription;
        }

        @Override
        public Entity entity() {
            return registry.current(used.latest(subscription));
        }

        @Override
        public void close() {
            if (closed.compareAndSet(false, true)) {
                used.end(subscription);
            }
        }
    }

    @Override
    public void unsubscribe(@Nullable String clientId, String name) {
        life.checkAlive();
        String identity = SubscriptionName.durable(clientId, name);
        Leaving leaving;
        List<Entity> left;
        used.lockInTime();
        try {
            left = used.leaveEnded(entity -> entity.name().equals(identity));
            life.guarded(() -> registry.stored(EntityKind.SUBSCRIPTION, identity))
                    .ifPresent(making::checkNothingInHands);
            leaving = life.guarded(() -> repository.remove(identity));
        } finally {
            used.lock.unlock();
        }
        left.forEach(removal::remove);
        if (leaving instanceof Gone gone) {
            registry.known(gone.entity().parentId()).ifPresent(idleEntities::usedBefore);
            removal.remove(gone.entity());
        } else {
            throw switch ((SubscriptionRepository.Stays) leaving) {
                case UNKNOWN -> notFound(clientId, name);
                case IN_USE -> SubscriptionMaking.inUse(identity, "it has a consumer");
            };
        }
    }

    /** Takes away a durable subscription, whoever uses it; its consumers find that it has gone. */
    public void removeUsed(@Nullable String clientId, String name) {
        life.checkAlive();
        if (life.guarded(() -> repository.removeUsed(SubscriptionName.durable(clientId, name))) instanceof Gone gone) {
            removal.remove(gone.entity());
        } else {
            throw notFound(clientId, name);
        }
    }

    public static BrokerException notFound(@Nullable String clientId, String name) {
        return new BrokerException(
                Reason.SUBSCRIPTION_NOT_FOUND,
                "No durable subscription has the name '" + ShownText.of(name) + "' and "
                        + (clientId == null ? "no client id" : "the client id '" + ShownText.of(clientId) + "'"));
    }

    @Override
    public Entity createTemporary(EntityKind kind, String connectionId) {
        life.checkAlive();
        String number = Long.toHexString(context.ids().next());
        String name = new TemporaryName(connectionId, number).text();
        used.lockInTime();
        try {
            Entity created = life.guarded(() -> {
                Entity made = repository.createTemporary(kind, name, context.incarnation());
                registry.add(made);
                return made;
            });
            used.made(created);
            return created;
        } finally {
            used.lock.unlock();
        }
    }

    @Override
    public void deleteTemporary(Entity created) {
        Optional<Entity> gone;
        List<Entity> left;
        used.lockInTime();
        try {
            Entity temporary = used.latest(created);
            left = used.leaveEnded(entity -> entity.parentId() == temporary.id());
            if (dispatchers.active(temporary.id()) || used.usesSubscriptionOf(temporary)) {
                throw new BrokerException(
                        Reason.ENTITY_IN_USE,
                        "The temporary destination '" + ShownText.of(temporary.name()) + "' has consumers");
            }
            if (!used.uses(temporary)) {
                return;
            }
            if (CallBound.isOver()) {
                used.leaveLater(temporary);
                return;
            }
            gone = used.leaveTemporary(temporary);
        } finally {
            used.lock.unlock();
        }
        left.forEach(removal::remove);
        gone.ifPresent(removal::remove);
    }

    /**
     * The node has joined anew: it uses again what it used before, where that is still there. What has gone is made
     * again under its name if it does not last, else it is lost.
     *
     * @param remade receives what had gone and was made again, without what was in it
     * @param lost receives what had gone, or somebody else has by now; both also if the store fails over the rest
     */
    public void useAgain(List<Entity> remade, List<Entity> lost) {
        used.useAgain(remade, lost).stream().filter(id -> id != 0).forEach(directory::reload);
    }

    /** Leaves what could not be left before, and removes what nobody uses any more. */
    public void retry() {
        List<Entity> gone;
        if (!used.lock.tryLock()) {
            // Somebody waits for the store; the next heartbeat looks again.
            return;
        }
        try {
            gone = used.leaveAllEnded();
        } finally {
            used.lock.unlock();
        }
        gone.forEach(removal::remove);
        removal.removeAbandoned();
    }

    /**
     * Leaves everything; what only this node used goes. What fails is left to others, who find that this node has gone.
     */
    @Override
    public void close() {
        List<Entity> gone = used.leaveAll();
        try {
            gone.forEach(repository::purge);
        } catch (StoreException e) {
            LOG.warn("What this node alone has used could not be removed; others do that", e);
        }
    }
}
