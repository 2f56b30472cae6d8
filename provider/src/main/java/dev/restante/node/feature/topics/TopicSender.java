package dev.restante.node.feature.topics;

import dev.restante.broker.PreparedSend;
import dev.restante.model.CallTimeBudget;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.SaturatingTime;
import dev.restante.model.TopicPattern;
import dev.restante.model.Uninterruptibles;
import dev.restante.node.commit.CommitListener;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.commit.PendingOperation;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.feature.forwarding.route.ForwardRoute;
import dev.restante.node.feature.forwarding.route.ForwardRouter;
import dev.restante.node.queue.EntityDispatcher;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.OperationOutcome;
import dev.restante.store.StoreException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sender of messages to topics: non-durable copies stay in memory if possible, all other copies share one stored
 * message. A shared store checks the version of the subscriptions with each operation. If the version changed, the send
 * is repeated.
 */
public final class TopicSender implements TopicSendSequencer.TopicSendExecutor, TopicSendBarrier {

    private static final Logger LOG = LoggerFactory.getLogger(TopicSender.class);

    /** Longest wait of a send for a receiver of a subscription before the message is spilled. */
    private static final long MEMORY_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final NodeServices node;
    private final TopicCache topicCache;
    private final ForwardRouter forwardRouter;
    private final Semaphore spillPermits;
    private final Executor executor;
    private final boolean checksSubscriptions;
    private final Map<Long, TopicSendSequencer> sequencers = new ConcurrentHashMap<>();

    /** @param spillPermits permits for messages that are being spilled */
    public TopicSender(
            NodeServices node,
            TopicCache topicCache,
            ForwardRouter forwardRouter,
            Semaphore spillPermits,
            Executor executor) {
        this.node = node;
        this.topicCache = topicCache;
        this.forwardRouter = forwardRouter;
        this.spillPermits = spillPermits;
        this.executor = executor;
        this.checksSubscriptions = !node.store().capabilities().exclusive();
    }

    public TopicSendSequencer sequencer(long topicId) {
        return sequencers.computeIfAbsent(topicId, id -> new TopicSendSequencer(id, this, executor));
    }

    @Override
    public void removeTopic(long topicId) {
        sequencers.remove(topicId);
        topicCache.forget(topicId);
    }

    @Override
    public boolean awaitVersion(long topicId, long version, long timeoutNanos) {
        return sequencer(topicId).awaitVersion(version, timeoutNanos);
    }

    private void awaitSends(long topicId) {
        long timeoutNanos =
                CallTimeBudget.remaining(SaturatingTime.toNanos(node.settings().storeTimeout()));
        if (!sequencer(topicId).awaitSends(timeoutNanos)) {
            LOG.warn(
                    "Sends to {} did not end within the store timeout."
                            + " A new subscription may get some of their messages.",
                    node.registry().describe(topicId));
        }
    }

    @Override
    public void awaitSends(Entity topic) {
        if (topic.id() == TopicPattern.ROOT_ID) {
            awaitSendsToMatching(topic.name());
        } else {
            awaitSends(topic.id());
        }
    }

    /** Blocks until all sends of this node to the topics of a subscription that began before this call have ended. */
    void awaitSendsTo(Entity subscription) {
        String pattern = subscription.topicPattern();
        if (pattern == null) {
            awaitSends(subscription.parentId());
        } else {
            awaitSendsToMatching(pattern);
        }
    }

    private void awaitSendsToMatching(String pattern) {
        Predicate<String> matcher = TopicPattern.matcher(pattern);
        for (long topicId : sequencers.keySet()) {
            Entity topic = node.registry().known(topicId).orElse(null);
            // The name of a topic that the cache lost is unknown.
            if (topic == null || matcher.test(topic.name())) {
                awaitSends(topicId);
            }
        }
    }

    /** Makes the cache current after a committed change of a subscription. */
    void subscriptionChanged(Entity subscription) {
        topicCache.refreshAfterChange(subscription, () -> topicCache
                .reloadTopicsOf(subscription)
                .forEach(topic -> reloadFurther(topic, ForwardRoute.MAX_HOPS)));
    }

    @Override
    public TopicSnapshot cached(long topicId) {
        return topicCache.get(topicId);
    }

    @Override
    public TopicSnapshot reload(long topicId) {
        TopicSnapshot topic = topicCache.reload(topicId);
        reloadFurther(topic, ForwardRoute.MAX_HOPS);
        return topic;
    }

    /** Reloads the topics to which subscriptions forward, because the send used their subscriptions, too. */
    private void reloadFurther(TopicSnapshot topic, int hopsLeft) {
        for (Entity read : topic.subscriptions()) {
            Entity subscription = node.registry().current(read);
            if (hopsLeft > 0 && subscription.options().forwardTo() != null) {
                Entity end = forwardRouter.route(subscription, 0).end();
                if (end.kind() == EntityKind.TOPIC) {
                    reloadFurther(topicCache.reload(end.id()), hopsLeft - 1);
                }
            }
        }
    }

    /**
     * Returns the changes of one send of a unit of work.
     *
     * @param topics function that finds the subscriptions of a topic, and counts the operation as a send to it
     */
    public List<Change> changes(PreparedSend send, LongFunction<TopicSnapshot> topics) {
        SortedMap<Long, TopicSnapshot> used = new TreeMap<>();
        LongFunction<TopicSnapshot> noted = id -> used.computeIfAbsent(id, topics::apply);
        TopicSnapshot topic = noted.apply(send.target().id());
        TopicDeliveryPlan plan = deliveries(send, topic, Set.of(), noted);
        List<Delivery> stored = new ArrayList<>(plan.toSubscriptions());
        stored.addAll(plan.forwarded());
        return changes(send, used.values(), stored);
    }

    private List<Change> changes(PreparedSend send, Collection<TopicSnapshot> topics, List<Delivery> stored) {
        List<Change> changes = new ArrayList<>(2);
        if (checksSubscriptions) {
            for (TopicSnapshot topic : topics) {
                changes.add(new Change.UnchangedSubscriptions(topic.id(), topic.version()));
            }
        }
        changes.addAll(send.duplicateIdChecks());
        if (!stored.isEmpty()) {
            long messageId = send.enqueue().message().id();
            changes.add(new Change.Enqueue(
                    send.enqueue().message(),
                    TopicFanOut.withIds(stored, messageId, node.context().ids()::next)));
        }
        return changes;
    }

    private TopicDeliveryPlan deliveries(
            PreparedSend send,
            TopicSnapshot topic,
            Set<TopicFanOut.CopyTarget> except,
            LongFunction<TopicSnapshot> topics) {
        TopicDeliveryPlan plan = new TopicDeliveryPlan(node.registry(), forwardRouter, send, topics);
        int hops = send.originalTarget() == null
                ? 0
                : forwardRouter.route(send.originalTarget(), 0).hops();
        plan.fanOut(topic, hops, except);
        return plan;
    }

    @Override
    public void send(TopicSendSequencer sequencer, TopicSend sending, TopicSnapshot topic, boolean mayBlock) {
        TopicSendAttempt attempt = new TopicSendAttempt(sequencer, sending);
        if (sending.isWithdrawn()) {
            attempt.onWithdrawn();
            return;
        }
        try {
            List<Delivery> stored = new ArrayList<>();
            TopicDeliveryPlan plan = deliveries(sending.send, topic, sending.deliveredInMemory, attempt::forwardTopic);
            for (Delivery delivery : plan.toSubscriptions()) {
                if (delivery.persistent()
                        || delivery.state() != DeliveryState.AVAILABLE
                        || !attempt.offerInMemory(delivery, mayBlock ? MEMORY_WAIT_NANOS : 0)) {
                    stored.add(delivery);
                }
            }
            for (Delivery delivery : plan.forwarded()) {
                attempt.spill(delivery);
                stored.add(delivery);
            }
            List<Change> changes = changes(sending.send, attempt.topics(topic), stored);
            if (changes.isEmpty()) {
                attempt.onOutcome(OperationOutcome.Applied.ALL_APPLIED);
            } else {
                attempt.submit(changes, stored.stream().anyMatch(Delivery::persistent), mayBlock);
            }
        } catch (RuntimeException | Error e) {
            LOG.error(
                    "A message to topic '{}' could not be sent",
                    DisplayText.shorten(sending.send.target().name()),
                    e);
            attempt.onOutcome(new OperationOutcome.Failed(
                    new StoreException(StoreException.StoreFailureKind.FATAL, "Unexpected failure: " + e, e)));
        }
    }

    /** Attempt to send a message to a version of the topic. */
    private final class TopicSendAttempt implements CommitListener {
        private final TopicSendSequencer sequencer;
        private final TopicSend sending;
        private final List<EntityDispatcher> spilling = new ArrayList<>(0);

        private final SortedMap<Long, TopicSnapshot> forwardTopics = new TreeMap<>();

        TopicSendAttempt(TopicSendSequencer sequencer, TopicSend sending) {
            this.sequencer = sequencer;
            this.sending = sending;
        }

        /** Returns a topic to which the message is forwarded, and counts the message as a send to it. */
        TopicSnapshot forwardTopic(long topicId) {
            return forwardTopics.computeIfAbsent(topicId, id -> sequencer(id).unitStarted());
        }

        Collection<TopicSnapshot> topics(TopicSnapshot first) {
            if (forwardTopics.isEmpty()) {
                return List.of(first);
            }
            SortedMap<Long, TopicSnapshot> all = new TreeMap<>(forwardTopics);
            all.put(first.id(), first);
            return all.values();
        }

        /** Marks a delivery as spilled, so that no later message overtakes it in memory. */
        void spill(Delivery delivery) {
            if (!delivery.persistent() && delivery.state() == DeliveryState.AVAILABLE) {
                EntityDispatcher dispatcher = node.dispatchers().getOrOpen(delivery.entityId());
                dispatcher.arrivals().spillBegun();
                spilling.add(dispatcher);
            }
        }

        /** Delivers a message in memory if possible; returns false if it must be spilled. */
        boolean offerInMemory(Delivery delivery, long timeoutNanos) {
            EntityDispatcher dispatcher = node.dispatchers().getOrOpen(delivery.entityId());
            Delivery alone =
                    TopicFanOut.withOwnMessage(delivery, node.context().ids().next());
            PrefetchedMessage message =
                    new PrefetchedMessage(alone, sending.send.enqueue().message(), false);
            // Only the store knows the complete order of a group and the last value of a key.
            if (!node.lifecycle().canDeliver()
                    || !sending.send.duplicateIdChecks().isEmpty()
                    || delivery.groupId() != null
                    || delivery.ref().valueKey() != null) {
                dispatcher.arrivals().spillBegun();
            } else if (dispatcher.arrivals().offerInMemory(message, timeoutNanos)) {
                sending.deliveredInMemory.add(TopicFanOut.targetOf(delivery));
                node.prefetchBuffers().scheduleExpiry(alone);
                node.throughput().countSent(delivery.entityId());
                return true;
            }
            spilling.add(dispatcher);
            return false;
        }

        void submit(List<Change> changes, boolean durable, boolean mayBlock) {
            PreparedSend send = sending.send;
            ChangeSet changeSet =
                    ChangeSet.ofSend(send.target().id(), changes, node.context().nextDueMillis(changes));
            boolean mustKnow = durable
                    || ((checksSubscriptions || !send.duplicateIdChecks().isEmpty())
                            && send.header().persistent());
            if (mustKnow) {
                PendingOperation operation = node.committer().pending(changeSet, Operation.OperationUrgency.NOW, this);
                if (!sending.begin(operation)) {
                    onWithdrawn();
                } else if (sending.callerWaits && mayBlock) {
                    node.committer().submitAndLead(operation);
                } else {
                    operation.submit();
                }
            } else {
                if (!sending.holdsSpillPermit && mayBlock) {
                    sending.holdsSpillPermit =
                            Uninterruptibles.acquire(spillPermits, 1, CallTimeBudget.remaining(Long.MAX_VALUE));
                    if (!sending.holdsSpillPermit) {
                        onOutcome(new OperationOutcome.Failed(new StoreException(
                                StoreException.StoreFailureKind.UNAVAILABLE,
                                "Nothing was sent because the store has not stored earlier messages yet. Try again.",
                                null)));
                        return;
                    }
                }
                node.committer().submit(changeSet, Operation.OperationUrgency.LAZY, this);
                if (sending.callerWaits) {
                    sending.notifySender(null);
                }
            }
        }

        /** Ends the send whose sender has withdrawn it before this attempt. */
        void onWithdrawn() {
            onOutcome(new OperationOutcome.Failed(new StoreException(
                    StoreException.StoreFailureKind.UNAVAILABLE, "The sender no longer waits for the send", null)));
        }

        /** Notifies the sender; no later send is written until the outcome is known. */
        @Override
        public void onInDoubt(OperationOutcome.InDoubt inDoubt) {
            sending.notifySender(BrokerExceptions.of(inDoubt));
        }

        @Override
        public void onOutcome(OperationOutcome outcome) {
            boolean again = outcome instanceof OperationOutcome.SubscriptionsChanged
                    || outcome instanceof OperationOutcome.EntityGone;
            sending.attemptEnded();
            spilling.forEach(dispatcher -> dispatcher.arrivals().spillEnded());
            forwardTopics.forEach((topicId, topic) -> sequencer(topicId).unitEnded(topic));
            if (!again) {
                if (sending.holdsSpillPermit) {
                    spillPermits.release();
                }
                if (outcome instanceof OperationOutcome.Failed failed
                        && !sending.send.header().persistent()) {
                    LOG.warn(
                            "A non-persistent message to topic '{}' was lost because the store failed",
                            DisplayText.shorten(sending.send.target().name()),
                            failed.cause());
                }
            }
            if (outcome instanceof OperationOutcome.Applied) {
                node.throughput().countSent(sending.send.target().id());
            }
            sequencer.completed(sending, again);
            if (!again) {
                sending.notifySender(BrokerExceptions.of(outcome));
            }
        }
    }
}
