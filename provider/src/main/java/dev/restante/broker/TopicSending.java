package dev.restante.broker;

import dev.restante.broker.dispatch.Buffered;
import dev.restante.broker.dispatch.EntityDispatcher;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends to topics. What a subscription would not keep over a crash stays in memory where a consumer of this node wants it and nothing older waits; the rest of a message is stored once, for
 * all other subscriptions together. In a shared store the operation is checked against the subscriptions that it was made for, and made anew if there are others by now.
 */
final class TopicSending implements TopicLane.Carrier {

    private static final Logger LOG = LoggerFactory.getLogger(TopicSending.class);

    /** How long a send waits for one subscriber to take something before it goes through the store. */
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final BrokerNode node;
    private final TopicDirectory directory;
    private final Semaphore unstored;
    private final Executor executor;
    private final boolean checked;
    private final Map<Long, TopicLane> lanes = new ConcurrentHashMap<>();

    /**
     * For the topics of a node.
     *
     * @param unstored the places for messages on their way to the store for which nobody waits
     */
    TopicSending(BrokerNode node, TopicDirectory directory, Semaphore unstored, Executor executor) {
        this.node = node;
        this.directory = directory;
        this.unstored = unstored;
        this.executor = executor;
        this.checked = !node.context().store().traits().exclusive();
    }

    /** The sends to a topic. */
    TopicLane lane(long topicId) {
        return lanes.computeIfAbsent(topicId, id -> new TopicLane(id, this, executor));
    }

    /** Forgets a topic that is gone. */
    void forget(long topicId) {
        lanes.remove(topicId);
        directory.forget(topicId);
    }

    @Override
    public Topic known(long topicId) {
        return directory.get(topicId);
    }

    @Override
    public Topic reload(long topicId) {
        return directory.reload(topicId);
    }

    /** What a unit of work stores for one of its sends, made for a topic as it is known. */
    List<Change> changes(PreparedSend send, Topic topic) {
        return changes(send, topic, deliveries(send, topic, Set.of()));
    }

    private List<Change> changes(PreparedSend send, Topic topic, List<Delivery> stored) {
        List<Change> changes = new ArrayList<>(2);
        if (checked) {
            changes.add(new Change.SameSubscriptions(topic.id(), topic.version()));
        }
        if (!stored.isEmpty()) {
            long messageId = send.enqueue().message().id();
            changes.add(new Change.Enqueue(
                    send.enqueue().message(),
                    FanOut.numbered(stored, messageId, node.context().ids()::next)));
        }
        return changes;
    }

    private List<Delivery> deliveries(PreparedSend send, Topic topic, Set<Long> except) {
        Entity target = node.context().registry().current(send.target());
        List<Delivery> deliveries = new ArrayList<>();
        for (Topic.Subscriber subscriber : FanOut.matching(topic, send.head(), send.sender())) {
            if (!except.contains(subscriber.entity().id())) {
                Entity subscription = node.context().registry().current(subscriber.entity());
                deliveries.add(FanOut.delivery(send.delivery(), target, subscription));
            }
        }
        return deliveries;
    }

    @Override
    public void carry(TopicLane lane, TopicSend sending, Topic topic, boolean mayBlock) {
        Carriage carriage = new Carriage(lane, sending);
        try {
            List<Delivery> stored = new ArrayList<>();
            for (Delivery delivery : deliveries(sending.send, topic, sending.given)) {
                if (delivery.persistent()
                        || delivery.state() != DeliveryState.AVAILABLE
                        || !carriage.giveInMemory(delivery, mayBlock ? PATIENCE_NANOS : 0)) {
                    stored.add(delivery);
                }
            }
            List<Change> changes = changes(sending.send, topic, stored);
            if (changes.isEmpty()) {
                carriage.ended(Outcome.Applied.WHOLE);
            } else {
                carriage.submit(changes, stored.stream().anyMatch(Delivery::persistent), mayBlock);
            }
        } catch (RuntimeException | Error e) {
            LOG.error(
                    "A message to topic '{}' could not be sent",
                    sending.send.target().name(),
                    e);
            carriage.ended(new Outcome.Failed(new StoreException(StoreException.Kind.FATAL, "unexpected: " + e, e)));
        }
    }

    /** One attempt at a send. */
    private final class Carriage {
        private final TopicLane lane;
        private final TopicSend sending;
        private final List<EntityDispatcher> storeBound = new ArrayList<>(0);

        Carriage(TopicLane lane, TopicSend sending) {
            this.lane = lane;
            this.sending = sending;
        }

        /** False if it must go through the store. */
        boolean giveInMemory(Delivery delivery, long patienceNanos) {
            EntityDispatcher dispatcher = node.dispatchers().of(delivery.entityId());
            Delivery alone = FanOut.alone(delivery, node.context().ids().next());
            Buffered message = new Buffered(alone, sending.send.enqueue().message(), false);
            if (!node.mayHandOver()) {
                dispatcher.intake().storeBoundBegun();
            } else if (dispatcher.intake().offerInMemory(message, patienceNanos)) {
                sending.given.add(delivery.entityId());
                node.dispatchers().noticeDeadline(alone);
                node.traffic().sent(delivery.entityId());
                return true;
            }
            storeBound.add(dispatcher);
            return false;
        }

        void submit(List<Change> changes, boolean durable, boolean mayBlock) {
            PreparedSend send = sending.send;
            Work work =
                    new Work(send.target().id(), changes, Operation.Misses.FAIL, List.of(), true, noticeAt(changes));
            boolean mustKnow = durable || (checked && send.head().persistent());
            if (mustKnow && sending.awaited && mayBlock) {
                node.commits().lead(work, this::ended);
            } else if (mustKnow) {
                node.commits().submit(work, Operation.Urgency.NOW, this::ended);
            } else {
                if (!sending.counted && mayBlock) {
                    unstored.acquireUninterruptibly();
                    sending.counted = true;
                }
                node.commits().submit(work, Operation.Urgency.LAZY, this::ended);
                if (sending.awaited) {
                    sending.done(null);
                }
            }
        }

        void ended(Outcome outcome) {
            boolean again = outcome instanceof Outcome.Outdated;
            storeBound.forEach(dispatcher -> dispatcher.intake().storeBoundEnded());
            if (!again) {
                if (sending.counted) {
                    unstored.release();
                }
                if (outcome instanceof Outcome.Failed failed
                        && !sending.send.head().persistent()) {
                    LOG.warn(
                            "A non-persistent message to topic '{}' was lost: the store failed",
                            sending.send.target().name(),
                            failed.cause());
                }
            }
            if (outcome instanceof Outcome.Applied) {
                node.traffic().sent(sending.send.target().id());
            }
            lane.completed(sending, again);
            if (!again) {
                sending.done(Refusals.of(outcome));
            }
        }
    }

    /** The earliest instant at which time does something to what changes store. */
    long noticeAt(List<Change> changes) {
        long noticeAtMillis = Delivery.NEVER;
        for (Change change : changes) {
            if (change instanceof Change.Enqueue enqueue) {
                for (Delivery delivery : enqueue.deliveries()) {
                    noticeAtMillis = Math.min(noticeAtMillis, node.context().deadline(delivery));
                    if (delivery.state() == DeliveryState.SCHEDULED) {
                        noticeAtMillis = Math.min(noticeAtMillis, delivery.visibleAt());
                    }
                }
            }
        }
        return noticeAtMillis;
    }
}
