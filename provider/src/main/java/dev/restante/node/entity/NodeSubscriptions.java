package dev.restante.node.entity;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.EntityName;
import dev.restante.broker.ReadableEntities;
import dev.restante.broker.SubscribeRequest;
import dev.restante.broker.Subscribed;
import dev.restante.broker.SubscriptionName;
import dev.restante.broker.Subscriptions;
import dev.restante.broker.TextRule;
import dev.restante.model.CallBound;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.ShownText;
import dev.restante.model.Spans;
import dev.restante.model.StoredText;
import dev.restante.model.Subscription;
import dev.restante.model.TemporaryName;
import dev.restante.node.commit.Dispatchers;
import dev.restante.node.core.EntityRegistry;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLife;
import dev.restante.node.core.Refusals;
import dev.restante.node.core.UsableEntities;
import dev.restante.node.lock.LockTable;
import dev.restante.node.settle.Lingerings;
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
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The topics, subscriptions and temporary destinations of a node. The store knows which nodes use a subscription, this
 * class how many consumers of this node do.
 *
 * <p>{@code lock} lets one thread at a time begin or end using something; the store is called under it, but what a
 * subscription leaves behind is removed without.
 */
public final class NodeSubscriptions implements Subscriptions, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(NodeSubscriptions.class);

    /** Whoever has waited for so much of the time-out still has the time for a call of its own. */
    private static final int LOCK_WAIT_DIVISOR = 3;

    private final NodeContext context;
    private final NodeLife life;
    private final UsableEntities entities;
    private final Dispatchers dispatchers;
    private final LockTable locks;
    private final EntityRemoval removal;
    private final Lingerings lingerings;
    private final IdleEntities idleEntities;
    private final TopicSends topicSends;
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

    /** What has gone with a former incarnation of this node, and was made again. */
    private final RemadeEntities remade;

    /** What nobody here uses any more and was not left yet, because the store failed or was not asked. */
    @GuardedBy("lock")
    private final Set<Long> toLeave = new HashSet<>();

    /** Consumers that have ended while somebody else waited for the store. */
    private final Queue<Entity> endedUnseen = new ConcurrentLinkedQueue<>();

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
        this.locks = locks;
        this.removal = removal;
        this.lingerings = lingerings;
        this.idleEntities = idleEntities;
        this.topicSends = topicSends;
        this.directory = directory;
        this.registry = context.registry();
        this.repository = context.store().subscriptions();
        this.remade = remade;
    }

    @Override
    public Entity topic(String name, boolean mayCreate) {
        return life.guarded(() -> registry.find(EntityKind.TOPIC, name).orElseGet(() -> {
            EntityName.check(name);
            if (!mayCreate) {
                throw new BrokerException(
                        Reason.ENTITY_NOT_FOUND,
                        "Topic '" + ShownText.of(name)
                                + "' does not exist; RestanteAdmin creates it, or its first use where the option autoCreateTopics is on");
            }
            return registry.createTopic(name, EntityOptions.DEFAULT);
        }));
    }

    @Override
    public Subscribed subscribe(SubscribeRequest request) {
        life.checkAlive();
        checkSelector(request.selector());
        Entity topic = entities.requireUsable(request.topic());
        idleEntities.used(topic);
        Wanted wanted = request.wanted(topic, context.ids().next());
        // Not under the lock, where others wait: the store may be away.
        life.guarded(() -> registry.find(EntityKind.SUBSCRIPTION, wanted.name()))
                .ifPresent(ReadableEntities::check);
        Joined joined;
        List<Entity> gone;
        lockInTime();
        try {
            gone = leaveEnded(entity -> entity.name().equals(wanted.name()));
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
        gone.forEach(removal::remove);
        Subscribed consumer = new Consumer(joined.subscription());
        try {
            directory.reload(topic.id());
        } catch (BrokerException e) {
            consumer.close();
            throw e;
        }
        joined.replaced().forEach(removal::remove);
        return consumer;
    }

    private static void checkSelector(@Nullable String selector) {
        if (selector == null) {
            return;
        }
        TextRule.check(StoredText.SELECTOR, selector, Reason.INVALID_SELECTOR);
        try {
            Selector unused = Selector.parse(selector);
            LOG.trace("The selector {} is well-formed", unused);
        } catch (SelectorSyntaxException e) {
            throw new BrokerException(Reason.INVALID_SELECTOR, String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * What an application still has in its hands of a subscription, which this node has met then, must not vanish with
     * it (SUB-22).
     */
    private void checkReplaceable(Wanted wanted) {
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

    private void checkNothingInHands(Entity subscription) {
        lingerings.completeOf(subscription.id());
        long inFlight = locks.inFlight(subscription.id());
        if (inFlight > 0) {
            throw inUse(subscription.name(), inFlight + " of its messages are not settled");
        }
    }

    private static BrokerException inUse(String name, String why) {
        return new BrokerException(
                Reason.SUBSCRIPTION_IN_USE, "Subscription '" + ShownText.of(name) + "' is in use: " + why);
    }

    private Joined join(Entity topic, Wanted wanted) {
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

    /** Creates a durable subscription that nobody consumes from yet, in one transaction with its options. */
    public Entity create(SubscribeRequest request, EntityOptions options) {
        life.checkAlive();
        checkSelector(request.selector());
        Entity topic = entities.requireUsable(request.topic());
        Wanted wanted = request.wanted(topic, context.ids().next());
        Creating creating = life.guarded(() -> repository.create(wanted, options));
        if (creating instanceof Created created) {
            registry.add(created.subscription());
            directory.reload(topic.id());
            return created.subscription();
        }
        throw switch ((NotCreated) creating) {
            case EXISTS ->
                new BrokerException(
                        Reason.ENTITY_INVALID, "Subscription '" + ShownText.of(wanted.name()) + "' exists already");
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
            return registry.current(remade.latest(subscription));
        }

        @Override
        public void close() {
            if (closed.compareAndSet(false, true)) {
                if (!tryLock()) {
                    endedUnseen.add(subscription);
                    return;
                }
                Optional<Entity> gone;
                try {
                    OptionalLong unused = ended(subscription);
                    gone = unused.isPresent() ? leave(unused.getAsLong()) : Optional.empty();
                } finally {
                    lock.unlock();
                }
                gone.ifPresent(removal::remove);
            }
        }
    }

    /** A consumer of a subscription has ended; returns what is to be left if it was the last one here. */
    @GuardedBy("lock")
    private OptionalLong ended(Entity subscription) {
        long latestId = remade.latest(subscription).id();
        Integer left = consumers.merge(latestId, -1, Integer::sum);
        if (left != null && left > 0) {
            return OptionalLong.empty();
        }
        consumers.remove(latestId);
        toLeave.add(latestId);
        return OptionalLong.of(latestId);
    }

    @GuardedBy("lock")
    private void noteEnded() {
        for (Entity unseen = endedUnseen.poll(); unseen != null; unseen = endedUnseen.poll()) {
            ended(unseen);
        }
    }

    /**
     * Leaves now what the store counts as used by this node only because it did not answer when the last consumer
     * ended: nobody must be told that it is in use, which a retry would not change.
     *
     * @return what has gone with that, for {@link EntityRemoval#remove}
     * @throws BrokerException with STORE_UNAVAILABLE if it still does not answer
     */
    @GuardedBy("lock")
    private List<Entity> leaveEnded(Predicate<Entity> wanted) {
        noteEnded();
        List<Entity> gone = new ArrayList<>();
        for (long entityId : List.copyOf(toLeave)) {
            Entity entity = used.get(entityId);
            if (entity != null && wanted.test(entity)) {
                try {
                    leaveNow(entityId).ifPresent(gone::add);
                } catch (StoreException e) {
                    throw Refusals.of(e);
                }
            }
        }
        return gone;
    }

    /** Whoever has the lock may wait for the store: others wait no longer than that takes (RCV-19). */
    private boolean tryLock() {
        boolean interrupted = Thread.interrupted();
        long endNanos = System.nanoTime()
                + CallBound.left(Spans.nanos(context.settings().storeTimeout()) / LOCK_WAIT_DIVISOR);
        try {
            while (true) {
                try {
                    return lock.tryLock(endNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void lockInTime() {
        if (!tryLock()) {
            throw new BrokerException(
                    Reason.STORE_UNAVAILABLE,
                    "The store does not answer another call about subscriptions; nothing is done");
        }
    }

    @GuardedBy("lock")
    private Optional<Entity> leave(long entityId) {
        toLeave.add(entityId);
        if (CallBound.isOver()) {
            return Optional.empty();
        }
        try {
            return leaveNow(entityId);
        } catch (StoreException e) {
            LOG.warn("The entity {} could not be left", entityId, e);
            return Optional.empty();
        }
    }

    @GuardedBy("lock")
    private Optional<Entity> leaveNow(long entityId) {
        Optional<Entity> gone = repository.leave(entityId, context.incarnation());
        used.remove(entityId);
        remade.forget(entityId);
        toLeave.remove(entityId);
        return gone;
    }

    @Override
    public void unsubscribe(@Nullable String clientId, String name) {
        life.checkAlive();
        String identity = SubscriptionName.durable(clientId, name);
        Leaving leaving;
        List<Entity> left;
        lockInTime();
        try {
            left = leaveEnded(entity -> entity.name().equals(identity));
            life.guarded(() -> registry.find(EntityKind.SUBSCRIPTION, identity)).ifPresent(this::checkNothingInHands);
            leaving = life.guarded(() -> repository.remove(identity));
        } finally {
            lock.unlock();
        }
        left.forEach(removal::remove);
        if (leaving instanceof Gone gone) {
            registry.known(gone.entity().parentId()).ifPresent(idleEntities::usedBefore);
            removal.remove(gone.entity());
        } else {
            throw switch ((SubscriptionRepository.Stays) leaving) {
                case UNKNOWN -> notFound(clientId, name);
                case IN_USE -> inUse(identity, "it has a consumer");
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
        lockInTime();
        try {
            Entity created = life.guarded(() -> repository.createTemporary(kind, name, context.incarnation()));
            registry.add(created);
            used.put(created.id(), created);
            return created;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void deleteTemporary(Entity created) {
        Optional<Entity> gone;
        List<Entity> left;
        lockInTime();
        try {
            Entity temporary = remade.latest(created);
            left = leaveEnded(entity -> entity.parentId() == temporary.id());
            boolean active = dispatchers.active(temporary.id())
                    || used.values().stream().anyMatch(entity -> entity.parentId() == temporary.id());
            if (active) {
                throw new BrokerException(
                        Reason.ENTITY_IN_USE,
                        "The temporary destination '" + ShownText.of(temporary.name()) + "' has consumers");
            }
            if (!used.containsKey(temporary.id())) {
                return;
            }
            if (CallBound.isOver()) {
                toLeave.add(temporary.id());
                return;
            }
            gone = life.guarded(() -> repository.leave(temporary.id(), context.incarnation()));
            used.remove(temporary.id());
            remade.forget(temporary.id());
        } finally {
            lock.unlock();
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
        Set<Long> topicIds = new HashSet<>();
        lock.lock();
        try {
            // The store has entered nothing for the new incarnation yet.
            toLeave.clear();
            List<Entity> former = new ArrayList<>(used.values());
            former.sort(Comparator.comparing(entity -> entity.subscription() != null));
            for (Entity entity : former) {
                Subscription subscription = entity.subscription();
                boolean alone = subscription != null && !subscription.kind().shared();
                if (!repository.useAgain(entity.id(), alone, context.incarnation())) {
                    removal.forget(entity);
                    Optional<Entity> again = this.remade.remake(entity);
                    used.remove(entity.id());
                    if (again.isPresent()) {
                        succeed(entity, again.get());
                        topicIds.add(again.get().parentId());
                        remade.add(entity);
                    } else {
                        lost.add(entity);
                    }
                }
            }
        } finally {
            lock.unlock();
        }
        topicIds.stream().filter(id -> id != 0).forEach(directory::reload);
    }

    @GuardedBy("lock")
    private void succeed(Entity gone, Entity successor) {
        used.put(successor.id(), successor);
        Integer count = consumers.remove(gone.id());
        if (count != null) {
            consumers.merge(successor.id(), count, Integer::sum);
        }
    }

    /** Leaves what could not be left before, and removes what nobody uses any more. */
    public void retry() {
        List<Entity> gone = new ArrayList<>();
        if (!lock.tryLock()) {
            // Somebody waits for the store; the next heartbeat looks again.
            return;
        }
        try {
            noteEnded();
            for (long entityId : List.copyOf(toLeave)) {
                leave(entityId).ifPresent(gone::add);
            }
        } finally {
            lock.unlock();
        }
        gone.forEach(removal::remove);
        removal.removeAbandoned();
    }

    /**
     * Leaves everything; what only this node used goes. What fails is left to others, who find that this node has gone.
     */
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
