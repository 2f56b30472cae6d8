package dev.restante.broker;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.entity.EntityRegistry;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.Subscription;
import dev.restante.model.TemporaryName;
import dev.restante.selector.Selector;
import dev.restante.selector.SelectorSyntaxException;
import dev.restante.store.StoreException;
import dev.restante.store.SubscriptionRepository;
import dev.restante.store.SubscriptionRepository.Created;
import dev.restante.store.SubscriptionRepository.Creating;
import dev.restante.store.SubscriptionRepository.Gone;
import dev.restante.store.SubscriptionRepository.Joined;
import dev.restante.store.SubscriptionRepository.Joining;
import dev.restante.store.SubscriptionRepository.Leaving;
import dev.restante.store.SubscriptionRepository.NotCreated;
import dev.restante.store.SubscriptionRepository.Refused;
import dev.restante.store.SubscriptionRepository.Wanted;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topics, subscriptions and temporary destinations of a node. The store knows which nodes use a subscription, this class how many consumers of this node do.
 *
 * <p>{@code lock} lets one thread at a time begin or end using something; the store is called under it, but what a subscription leaves behind is removed without.
 */
final class NodeSubscriptions implements Subscriptions, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(NodeSubscriptions.class);

    private final BrokerNode node;
    private final TopicDirectory directory;
    private final EntityRegistry registry;
    private final SubscriptionRepository repository;
    private final ReentrantLock lock = new ReentrantLock();

    /** How many consumers of this node use a subscription. */
    @GuardedBy("lock")
    private final Map<Long, Integer> consumers = new HashMap<>();

    /** What this node uses in the store and must leave. */
    @GuardedBy("lock")
    private final Map<Long, Entity> used = new HashMap<>();

    /** What could not be left, because the store failed. */
    @GuardedBy("lock")
    private final Set<Long> toLeave = new HashSet<>();

    NodeSubscriptions(BrokerNode node, TopicDirectory directory) {
        this.node = node;
        this.directory = directory;
        this.registry = node.context().registry();
        this.repository = node.context().store().subscriptions();
    }

    @Override
    public Entity topic(String name, boolean mayCreate) {
        return node.guarded(() -> registry.find(EntityKind.TOPIC, name).orElseGet(() -> {
            QueueAdministration.checkName(name);
            if (!mayCreate) {
                throw new BrokerException(
                        Reason.ENTITY_NOT_FOUND,
                        "Topic '" + name
                                + "' does not exist; RestanteAdmin creates it, or its first use where the option autoCreateTopics is on");
            }
            return registry.createTopic(name, EntityOptions.DEFAULT);
        }));
    }

    @Override
    public Subscribed subscribe(SubscribeRequest request) {
        node.checkAlive();
        checkSelector(request.selector());
        Entity topic = node.requireExisting(request.topic());
        node.workers().idleEntities().used(topic);
        Wanted wanted = request.wanted(topic, node.context().ids().next());
        Joined joined;
        lock.lock();
        try {
            checkReplaceable(wanted);
            joined = join(topic, wanted);
            Entity subscription = joined.subscription();
            registry.add(subscription);
            consumers.merge(subscription.id(), 1, Integer::sum);
            used.put(subscription.id(), subscription);
            toLeave.remove(subscription.id());
        } finally {
            lock.unlock();
        }
        Subscribed consumer = new Consumer(joined.subscription());
        try {
            directory.reload(topic.id());
        } catch (BrokerException e) {
            consumer.close();
            throw e;
        }
        joined.replaced().forEach(this::remove);
        return consumer;
    }

    private static void checkSelector(@Nullable String selector) {
        if (selector == null) {
            return;
        }
        try {
            Selector unused = Selector.parse(selector);
            LOG.trace("The selector {} is well-formed", unused);
        } catch (SelectorSyntaxException e) {
            throw new BrokerException(Reason.INVALID_SELECTOR, String.valueOf(e.getMessage()), e);
        }
    }

    /** What an application still has in its hands of a subscription must not vanish with it (SUB-22). */
    private void checkReplaceable(Wanted wanted) {
        Optional<Entity> known = node.guarded(() -> registry.find(EntityKind.SUBSCRIPTION, wanted.name()));
        if (known.isPresent()) {
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

    private void checkNothingInHands(Entity subscription) {
        long inFlight = node.locks().inFlight(subscription.id());
        if (inFlight > 0) {
            throw inUse(subscription.name(), inFlight + " of its messages are not settled");
        }
    }

    private static BrokerException inUse(String name, String why) {
        return new BrokerException(Reason.SUBSCRIPTION_IN_USE, "Subscription '" + name + "' is in use: " + why);
    }

    private Joined join(Entity topic, Wanted wanted) {
        Joining joining =
                node.guarded(() -> repository.join(wanted, node.context().incarnation()));
        if (joining instanceof Joined joined) {
            return joined;
        }
        throw switch ((Refused) joining) {
            case IN_USE -> inUse(wanted.name(), "it has a consumer and allows only one");
            case CONFLICT ->
                new BrokerException(
                        Reason.SUBSCRIPTION_CONFLICT,
                        "Subscription '" + wanted.name()
                                + "' exists and is of another kind, or is in use with another topic or selector");
            case NO_TOPIC -> topicGone(topic);
        };
    }

    private BrokerException topicGone(Entity topic) {
        registry.remove(topic);
        node.sending().topics().forget(topic.id());
        return new BrokerException(Reason.ENTITY_NOT_FOUND, "Topic '" + topic.name() + "' was deleted");
    }

    /** Creates a durable subscription that nobody consumes from yet, in one transaction with its options. */
    Entity create(SubscribeRequest request, EntityOptions options) {
        node.checkAlive();
        checkSelector(request.selector());
        Entity topic = node.requireExisting(request.topic());
        Wanted wanted = request.wanted(topic, node.context().ids().next());
        Creating creating = node.guarded(() -> repository.create(wanted, options));
        if (creating instanceof Created created) {
            registry.add(created.subscription());
            directory.reload(topic.id());
            return created.subscription();
        }
        throw switch ((NotCreated) creating) {
            case EXISTS ->
                new BrokerException(Reason.ENTITY_INVALID, "Subscription '" + wanted.name() + "' exists already");
            case NO_TOPIC -> topicGone(topic);
        };
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
            return registry.current(subscription);
        }

        @Override
        public void close() {
            if (closed.compareAndSet(false, true)) {
                Optional<Entity> gone;
                lock.lock();
                try {
                    Integer left = consumers.merge(subscription.id(), -1, Integer::sum);
                    if (left != null && left > 0) {
                        return;
                    }
                    consumers.remove(subscription.id());
                    gone = leave(subscription.id());
                } finally {
                    lock.unlock();
                }
                gone.ifPresent(NodeSubscriptions.this::remove);
            }
        }
    }

    @GuardedBy("lock")
    private Optional<Entity> leave(long entityId) {
        try {
            Optional<Entity> gone = repository.leave(entityId, node.context().incarnation());
            used.remove(entityId);
            toLeave.remove(entityId);
            return gone;
        } catch (StoreException e) {
            LOG.warn("The entity {} could not be left", entityId, e);
            toLeave.add(entityId);
            return Optional.empty();
        }
    }

    @Override
    public void unsubscribe(@Nullable String clientId, String name) {
        node.checkAlive();
        String identity = SubscriptionName.durable(clientId, name);
        Leaving leaving;
        lock.lock();
        try {
            node.guarded(() -> registry.find(EntityKind.SUBSCRIPTION, identity)).ifPresent(this::checkNothingInHands);
            leaving = node.guarded(() -> repository.remove(identity));
        } finally {
            lock.unlock();
        }
        if (leaving instanceof Gone gone) {
            registry.known(gone.entity().parentId()).ifPresent(node.workers().idleEntities()::usedBefore);
            remove(gone.entity());
        } else {
            throw switch ((SubscriptionRepository.Stays) leaving) {
                case UNKNOWN -> notFound(clientId, name);
                case IN_USE -> inUse(identity, "it has a consumer");
            };
        }
    }

    /** Takes away a durable subscription, whoever uses it; its consumers find that it has gone. */
    void removeUsed(@Nullable String clientId, String name) {
        node.checkAlive();
        if (node.guarded(() -> repository.removeUsed(SubscriptionName.durable(clientId, name))) instanceof Gone gone) {
            remove(gone.entity());
        } else {
            throw notFound(clientId, name);
        }
    }

    static BrokerException notFound(@Nullable String clientId, String name) {
        return new BrokerException(
                Reason.SUBSCRIPTION_NOT_FOUND,
                "No durable subscription has the name '" + name + "' and "
                        + (clientId == null ? "no client id" : "the client id '" + clientId + "'"));
    }

    @Override
    public Entity createTemporary(EntityKind kind, String connectionId) {
        node.checkAlive();
        String number = Long.toHexString(node.context().ids().next());
        String name = new TemporaryName(connectionId, number).text();
        lock.lock();
        try {
            Entity created = node.guarded(
                    () -> repository.createTemporary(kind, name, node.context().incarnation()));
            registry.add(created);
            used.put(created.id(), created);
            return created;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void deleteTemporary(Entity temporary) {
        Optional<Entity> gone;
        lock.lock();
        try {
            boolean active = node.dispatchers().active(temporary.id())
                    || used.values().stream().anyMatch(entity -> entity.parentId() == temporary.id());
            if (active) {
                throw new BrokerException(
                        Reason.ENTITY_IN_USE, "The temporary destination '" + temporary.name() + "' has consumers");
            }
            if (!used.containsKey(temporary.id())) {
                return;
            }
            gone = node.guarded(
                    () -> repository.leave(temporary.id(), node.context().incarnation()));
            used.remove(temporary.id());
        } finally {
            lock.unlock();
        }
        gone.ifPresent(this::remove);
    }

    /**
     * Removes what is left of an entity that has gone. Who fails leaves it to {@link #purgeAbandoned}.
     *
     * <p>Where nobody else has the store open, sends of this node that were made for it are waited for; else the store has seen to that.
     */
    void remove(Entity gone) {
        registry.remove(gone);
        try {
            if (gone.kind() == EntityKind.SUBSCRIPTION) {
                awaitSends(gone.parentId());
            } else if (gone.kind() == EntityKind.TOPIC) {
                node.sending().topics().forget(gone.id());
            }
            node.dispatchers().forget(gone.id());
            node.dispatchers().forget(gone.deadLetterQueueId());
            node.locks().forget(gone.id());
            node.traffic().forget(gone.id());
            repository.purge(gone);
        } catch (BrokerException | StoreException e) {
            LOG.warn("What the entity '{}' has left could not be removed; tried again later", gone.name(), e);
        }
    }

    private void awaitSends(long topicId) {
        Topic topic;
        try {
            topic = directory.reload(topicId);
        } catch (BrokerException e) {
            if (e.reason() == Reason.ENTITY_NOT_FOUND) {
                return;
            }
            throw e;
        }
        if (node.context().store().traits().exclusive()) {
            long timeoutNanos = node.context().settings().storeTimeout().toNanos();
            if (!node.sending().topics().lane(topicId).awaitVersion(topic.version(), timeoutNanos)) {
                LOG.warn("Sends to topic {} did not end in time; some may outlive their subscription", topicId);
            }
        }
    }

    /** Leaves what could not be left before, and removes what nobody uses any more. */
    void retry() {
        List<Entity> gone = new ArrayList<>();
        lock.lock();
        try {
            for (long entityId : List.copyOf(toLeave)) {
                leave(entityId).ifPresent(gone::add);
            }
        } finally {
            lock.unlock();
        }
        gone.forEach(this::remove);
        purgeAbandoned();
    }

    /** Removes what dead nodes have left behind, and what could not be removed before. */
    void purgeAbandoned() {
        for (Entity gone : repository.abandoned()) {
            remove(gone);
        }
    }

    /** Leaves everything; what only this node used goes. What fails is left to others, who find that this node has gone. */
    @Override
    public void close() {
        List<Entity> gone = new ArrayList<>();
        lock.lock();
        try {
            for (Entity entity : List.copyOf(used.values())) {
                if (!entity.lasting()) {
                    leave(entity.id()).ifPresent(gone::add);
                }
            }
            used.clear();
        } finally {
            lock.unlock();
        }
        try {
            gone.forEach(repository::purge);
        } catch (StoreException e) {
            LOG.warn("What this node alone has used could not be removed; others do that", e);
        }
    }
}
