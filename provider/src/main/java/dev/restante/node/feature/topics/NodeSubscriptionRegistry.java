package dev.restante.node.feature.topics;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.ReadableEntityCheck;
import dev.restante.broker.SubscribeRequest;
import dev.restante.broker.SubscriptionHandle;
import dev.restante.broker.SubscriptionName;
import dev.restante.broker.SubscriptionRegistry;
import dev.restante.broker.TopicNameCheck;
import dev.restante.model.CallTimeBudget;
import dev.restante.model.DestinationName;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.TemporaryDestinationName;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.EntityRegistry;
import dev.restante.node.entity.DeletedEntityCleaner;
import dev.restante.node.entity.RecreatedEntities;
import dev.restante.node.feature.idle.EntityUseTracker;
import dev.restante.node.feature.idle.IdleEntityDeleter;
import dev.restante.node.settle.DelayedCompletions;
import dev.restante.rule.SubscriptionRule;
import dev.restante.store.StoreException;
import dev.restante.store.SubscriptionRepository;
import dev.restante.store.SubscriptionRepository.JoinedSubscription;
import dev.restante.store.SubscriptionRepository.RemovalResult;
import dev.restante.store.SubscriptionRepository.RemovedSubscription;
import dev.restante.store.SubscriptionRepository.SubscriptionTarget;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registry through which JMS connections and sessions find queues and topics, open and delete subscriptions, and create
 * and delete temporary destinations on this node. The store records which nodes use a subscription, and
 * {@link EntityUseTracker} counts the consumers of this node.
 */
public final class NodeSubscriptionRegistry implements SubscriptionRegistry, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(NodeSubscriptionRegistry.class);

    private final NodeServices node;
    private final DeletedEntityCleaner entityCleaner;
    private final IdleEntityDeleter idleDeleter;
    private final TopicCache topicCache;
    private final EntityRegistry registry;
    private final SubscriptionRepository repository;
    private final SubscriptionCreator subscriptionCreator;
    private final TopicSendBarrier sendBarrier;
    private final EntityUseTracker useTracker;

    public NodeSubscriptionRegistry(
            NodeServices node,
            DeletedEntityCleaner entityCleaner,
            DelayedCompletions delayedCompletions,
            IdleEntityDeleter idleDeleter,
            RecreatedEntities recreatedEntities,
            TopicSendBarrier sendBarrier,
            TopicCache topicCache) {
        this.node = node;
        this.entityCleaner = entityCleaner;
        this.idleDeleter = idleDeleter;
        this.topicCache = topicCache;
        this.registry = node.registry();
        this.repository = node.store().subscriptions();
        this.sendBarrier = sendBarrier;
        this.subscriptionCreator = new SubscriptionCreator(node, delayedCompletions, sendBarrier, topicCache);
        this.useTracker = new EntityUseTracker(node, entityCleaner, recreatedEntities);
    }

    @Override
    public Optional<Entity> find(DestinationName name) {
        return node.lifecycle()
                .callStore(() -> name.kind() == EntityKind.QUEUE
                        ? registry.storedQueue(name.name())
                        : registry.stored(name.kind(), name.name()));
    }

    @Override
    public boolean isKnown(DestinationName name) {
        return registry.isKnown(name);
    }

    @Override
    public Entity topic(String name, boolean createIfAbsent) {
        return node.lifecycle().callStore(() -> registry.stored(EntityKind.TOPIC, name)
                .orElseGet(() -> createIfAllowed(name, createIfAbsent)));
    }

    @Override
    public Entity cachedTopic(String name, boolean createIfAbsent) {
        return node.lifecycle().callStore(() -> registry.cached(EntityKind.TOPIC, name)
                .orElseGet(() -> createIfAllowed(name, createIfAbsent)));
    }

    private Entity createIfAllowed(String name, boolean mayCreate) {
        TopicNameCheck.check(name);
        if (!mayCreate) {
            throw new BrokerException(
                    BrokerErrorReason.ENTITY_NOT_FOUND,
                    "Topic '" + DisplayText.shorten(name)
                            + "' does not exist. Create it with RestanteAdmin, or set the option autoCreateTopics.");
        }
        return registry.getOrCreateTopic(name, EntityOptions.DEFAULT);
    }

    @Override
    public SubscriptionHandle subscribe(SubscribeRequest request) {
        node.lifecycle().checkAlive();
        RuleLimits.checkSelector(request.selector());
        Entity topic = subscriptionCreator.usableTopic(request);
        if (!request.hasPattern()) {
            idleDeleter.recordUse(topic);
        }
        SubscriptionTarget target = request.toTarget(topic, node.context().ids().next());
        // This check happens before the lock is taken, because the store may be slow.
        node.lifecycle()
                .callStore(() -> registry.stored(EntityKind.SUBSCRIPTION, target.name()))
                .ifPresent(ReadableEntityCheck::check);
        sendBarrier.awaitSends(topic);
        JoinedSubscription joined;
        List<Entity> gone;
        useTracker.lockOrTimeOut();
        try {
            gone = useTracker.releaseUnused(entity -> entity.name().equals(target.name()));
            subscriptionCreator.checkReplaceable(target);
            joined = subscriptionCreator.join(topic, target);
            useTracker.consumerOpened(joined.subscription());
        } finally {
            useTracker.lock.unlock();
        }
        gone.forEach(entityCleaner::clean);
        SubscriptionHandle consumer = opened(joined.subscription(), joined.created());
        joined.replaced().forEach(entityCleaner::clean);
        return consumer;
    }

    @Override
    public SubscriptionHandle join(Entity subscription) {
        node.lifecycle().checkAlive();
        ReadableEntityCheck.check(subscription);
        registry.known(subscription.parentId()).ifPresent(idleDeleter::recordUse);
        List<Entity> gone;
        useTracker.lockOrTimeOut();
        try {
            gone = useTracker.releaseUnused(entity -> entity.id() == subscription.id());
            subscriptionCreator.joinExisting(subscription);
            useTracker.consumerOpened(subscription);
        } finally {
            useTracker.lock.unlock();
        }
        gone.forEach(entityCleaner::clean);
        return opened(subscription, false);
    }

    /** Returns the handle of a consumer that the store has registered. */
    private SubscriptionHandle opened(Entity subscription, boolean created) {
        SubscriptionHandle consumer = new NodeSubscriptionHandle(subscription);
        if (created) {
            // Its only rule was parsed before.
            subscriptionCreator.cacheCreated(subscription);
            return consumer;
        }
        try {
            node.lifecycle().callStore(() -> {
                registry.put(subscription);
                return true;
            });
            checkRules(topicCache.reloadTopicsOf(subscription), subscription);
        } catch (BrokerException e) {
            consumer.close();
            throw e;
        }
        return consumer;
    }

    /**
     * Rejects a consumer of a subscription with an unreadable rule, which stores all messages until the rule is
     * changed.
     */
    private void checkRules(List<TopicSnapshot> topics, Entity subscription) {
        if (subscription.topicPattern() != null) {
            // The cache may contain no matching topic.
            ReadableEntityCheck.check(topicCache.withRulesRead(subscription));
            return;
        }
        topics.stream()
                .flatMap(topic -> topic.subscriptions().stream())
                .filter(entity -> entity.id() == subscription.id())
                .forEach(ReadableEntityCheck::check);
    }

    /** Creates a durable subscription without consumers, in one transaction with its options and rules. */
    public Entity create(SubscribeRequest request, EntityOptions options, List<SubscriptionRule> rules) {
        sendBarrier.awaitSends(request.topic());
        return subscriptionCreator.create(request, options, rules);
    }

    /** Registration of one active consumer. */
    private final class NodeSubscriptionHandle implements SubscriptionHandle {
        private final Entity subscription;
        private final AtomicBoolean closed = new AtomicBoolean();

        NodeSubscriptionHandle(Entity subscription) {
            this.subscription = subscription;
        }

        @Override
        public Entity entity() {
            return registry.current(useTracker.current(subscription));
        }

        @Override
        public void close() {
            if (closed.compareAndSet(false, true)) {
                useTracker.consumerClosed(subscription);
            }
        }
    }

    @Override
    public void unsubscribe(@Nullable String clientId, String name) {
        node.lifecycle().checkAlive();
        String identity = SubscriptionName.durable(clientId, name);
        RemovalResult removalResult;
        List<Entity> left;
        useTracker.lockOrTimeOut();
        try {
            left = useTracker.releaseUnused(entity -> entity.name().equals(identity));
            node.lifecycle()
                    .callStore(() -> registry.stored(EntityKind.SUBSCRIPTION, identity))
                    .ifPresent(subscriptionCreator::checkNothingInFlight);
            removalResult = node.lifecycle().callStore(() -> repository.removeIfUnused(identity));
        } finally {
            useTracker.lock.unlock();
        }
        left.forEach(entityCleaner::clean);
        if (removalResult instanceof RemovedSubscription removed) {
            idleDeleter.recordUseOfTopics(removed.entity());
            entityCleaner.clean(removed.entity());
        } else {
            throw switch ((SubscriptionRepository.RemovalRejection) removalResult) {
                case UNKNOWN -> SubscriptionCreator.notFoundException(clientId, name);
                case IN_USE ->
                    SubscriptionCreator.inUseException(identity, "it has a consumer. Close that consumer first.");
            };
        }
    }

    /** Deletes a durable subscription even if it is in use; its consumers then fail. */
    public void deleteForced(@Nullable String clientId, String name) {
        node.lifecycle().checkAlive();
        if (node.lifecycle().callStore(() -> repository.remove(SubscriptionName.durable(clientId, name)))
                instanceof RemovedSubscription removed) {
            entityCleaner.clean(removed.entity());
        } else {
            throw SubscriptionCreator.notFoundException(clientId, name);
        }
    }

    @Override
    public Entity createTemporary(EntityKind kind, String connectionId) {
        node.lifecycle().checkAlive();
        String number = Long.toHexString(node.context().ids().next());
        String name = new TemporaryDestinationName(connectionId, number).text();
        useTracker.lockOrTimeOut();
        try {
            Entity created = node.lifecycle().callStore(() -> {
                Entity made = repository.createTemporary(kind, name, node.incarnation());
                registry.put(made);
                return made;
            });
            useTracker.temporaryCreated(created);
            return created;
        } finally {
            useTracker.lock.unlock();
        }
    }

    @Override
    public void deleteTemporary(Entity created) {
        Optional<Entity> gone;
        List<Entity> left;
        useTracker.lockOrTimeOut();
        try {
            Entity temporary = useTracker.current(created);
            left = useTracker.releaseUnused(entity -> entity.parentId() == temporary.id());
            if (node.dispatchers().hasReceiver(temporary.id()) || useTracker.usesSubscriptionOf(temporary)) {
                throw new BrokerException(
                        BrokerErrorReason.ENTITY_IN_USE,
                        "The temporary destination '" + DisplayText.shorten(temporary.name())
                                + "' has consumers. Close them before you delete it.");
            }
            if (!useTracker.uses(temporary)) {
                return;
            }
            if (CallTimeBudget.isExhausted()) {
                useTracker.releaseLater(temporary);
                return;
            }
            gone = useTracker.releaseTemporary(temporary);
        } finally {
            useTracker.lock.unlock();
        }
        left.forEach(entityCleaner::clean);
        gone.ifPresent(entityCleaner::clean);
    }

    /**
     * Registers the used entities again after the node rejoined. Recreates deleted entities that are not permanent.
     *
     * @param recreated list to which recreated entities are added, without their messages
     * @param lost list to which deleted entities and entities of other consumers are added; both lists are valid even
     *     if the store fails later
     */
    public void registerAgain(List<Entity> recreated, List<Entity> lost) {
        useTracker.registerAgain(recreated, lost).forEach(topicCache::reloadTopicsOf);
    }

    /** Releases entities whose release failed before, and deletes unused entities. */
    public void retryReleases() {
        List<Entity> gone;
        if (!useTracker.lock.tryLock()) {
            // Another thread waits for the store; the next heartbeat tries again.
            return;
        }
        try {
            gone = useTracker.releaseAllUnused();
        } finally {
            useTracker.lock.unlock();
        }
        gone.forEach(entityCleaner::clean);
        entityCleaner.cleanAbandoned();
    }

    /** Releases all entities, and deletes those that only this node used. If this fails, other nodes delete them. */
    @Override
    public void close() {
        List<Entity> gone = useTracker.releaseAll();
        try {
            gone.forEach(repository::purge);
        } catch (StoreException e) {
            LOG.warn(
                    "The entities that only this node used could not be deleted. Another node deletes them: {}",
                    gone.stream()
                            .map(entity -> DisplayText.quote(entity.name()))
                            .collect(Collectors.joining(", ")),
                    e);
        }
    }
}
