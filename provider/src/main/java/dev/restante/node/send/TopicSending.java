package dev.restante.node.send;

import dev.restante.broker.PreparedSend;
import dev.restante.model.CallBound;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.ShownText;
import dev.restante.model.Spans;
import dev.restante.model.Uninterrupted;
import dev.restante.node.commit.Buffers;
import dev.restante.node.commit.CommitListener;
import dev.restante.node.commit.Commits;
import dev.restante.node.commit.Dispatchers;
import dev.restante.node.commit.Traffic;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLife;
import dev.restante.node.core.Refusals;
import dev.restante.node.core.Work;
import dev.restante.node.dispatch.Buffered;
import dev.restante.node.dispatch.EntityDispatcher;
import dev.restante.node.entity.Topic;
import dev.restante.node.entity.TopicDirectory;
import dev.restante.node.entity.TopicSends;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends to topics. What a subscription would not keep over a crash stays in memory where a consumer of this node wants
 * it and nothing older waits; the rest of a message is stored once, for all other subscriptions together. In a shared
 * store the operation is checked against the subscriptions that it was made for, and made anew if there are others by
 * now.
 */
public final class TopicSending implements TopicLane.Carrier, TopicSends {

    private static final Logger LOG = LoggerFactory.getLogger(TopicSending.class);

    /** How long a send waits for one subscriber to take something before it goes through the store. */
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final NodeContext context;
    private final NodeLife life;
    private final Commits commits;
    private final Dispatchers dispatchers;
    private final Buffers buffers;
    private final Traffic traffic;
    private final TopicDirectory directory;
    private final Forwarding forwarding;
    private final Semaphore unstored;
    private final Executor executor;
    private final boolean checked;
    private final Map<Long, TopicLane> lanes = new ConcurrentHashMap<>();

    /**
     * For the topics of a node.
     *
     * @param unstored the places for messages on their way to the store for which nobody waits
     */
    public TopicSending(
            NodeContext context,
            NodeLife life,
            Commits commits,
            Dispatchers dispatchers,
            Buffers buffers,
            Traffic traffic,
            TopicDirectory directory,
            Forwarding forwarding,
            Semaphore unstored,
            Executor executor) {
        this.context = context;
        this.life = life;
        this.commits = commits;
        this.dispatchers = dispatchers;
        this.buffers = buffers;
        this.traffic = traffic;
        this.directory = directory;
        this.forwarding = forwarding;
        this.unstored = unstored;
        this.executor = executor;
        this.checked = !context.store().traits().exclusive();
    }

    /** The sends to a topic. */
    public TopicLane lane(long topicId) {
        return lanes.computeIfAbsent(topicId, id -> new TopicLane(id, this, executor));
    }

    @Override
    public void forget(long topicId) {
        lanes.remove(topicId);
        directory.forget(topicId);
    }

    @Override
    public boolean awaitVersion(long topicId, long version, long timeoutNanos) {
        return lane(topicId).awaitVersion(version, timeoutNanos);
    }

    @Override
    public void awaitSends(long topicId) {
        long timeoutNanos = CallBound.left(Spans.nanos(context.settings().storeTimeout()));
        if (!lane(topicId).awaitSends(timeoutNanos)) {
            LOG.warn("Sends to topic {} did not end in time; a subscription made now may get some of them", topicId);
        }
    }

    @Override
    public Topic known(long topicId) {
        return directory.get(topicId);
    }

    @Override
    public Topic reload(long topicId) {
        Topic topic = directory.reload(topicId);
        reloadFurther(topic, ForwardRoute.MAX_HOPS);
        return topic;
    }

    /** What goes on to other topics was made for their subscriptions, too. */
    private void reloadFurther(Topic topic, int hopsLeft) {
        for (Entity read : topic.subscriptions()) {
            Entity subscription = context.registry().current(read);
            if (hopsLeft > 0 && subscription.options().forwardTo() != null) {
                Entity end = forwarding.route(subscription, 0).end();
                if (end.kind() == EntityKind.TOPIC) {
                    reloadFurther(directory.reload(end.id()), hopsLeft - 1);
                }
            }
        }
    }

    /**
     * What a unit of work stores for one of its sends.
     *
     * @param topics finds the subscriptions of a topic, for which the operation is to hold
     */
    public List<Change> changes(PreparedSend send, LongFunction<Topic> topics) {
        SortedMap<Long, Topic> used = new TreeMap<>();
        LongFunction<Topic> noted = id -> used.computeIfAbsent(id, topics::apply);
        Topic topic = noted.apply(send.target().id());
        TopicDeliveries deliveries = deliveries(send, topic, Set.of(), noted);
        List<Delivery> stored = new ArrayList<>(deliveries.direct());
        stored.addAll(deliveries.elsewhere());
        return changes(send, used.values(), stored);
    }

    private List<Change> changes(PreparedSend send, Collection<Topic> topics, List<Delivery> stored) {
        List<Change> changes = new ArrayList<>(2);
        if (checked) {
            for (Topic topic : topics) {
                changes.add(new Change.SameSubscriptions(topic.id(), topic.version()));
            }
        }
        changes.addAll(send.onces());
        if (!stored.isEmpty()) {
            long messageId = send.enqueue().message().id();
            changes.add(new Change.Enqueue(
                    send.enqueue().message(), FanOut.numbered(stored, messageId, context.ids()::next)));
        }
        return changes;
    }

    private TopicDeliveries deliveries(
            PreparedSend send, Topic topic, Set<FanOut.Place> except, LongFunction<Topic> topics) {
        TopicDeliveries deliveries = new TopicDeliveries(context.registry(), forwarding, send, topics);
        int hops = send.addressed() == null
                ? 0
                : forwarding.route(send.addressed(), 0).hops();
        deliveries.fanOut(topic, hops, except);
        return deliveries;
    }

    @Override
    public void carry(TopicLane lane, TopicSend sending, Topic topic, boolean mayBlock) {
        Carriage carriage = new Carriage(lane, sending);
        try {
            List<Delivery> stored = new ArrayList<>();
            TopicDeliveries deliveries = deliveries(sending.send, topic, sending.given, carriage::further);
            for (Delivery delivery : deliveries.direct()) {
                if (delivery.persistent()
                        || delivery.state() != DeliveryState.AVAILABLE
                        || !carriage.giveInMemory(delivery, mayBlock ? PATIENCE_NANOS : 0)) {
                    stored.add(delivery);
                }
            }
            for (Delivery delivery : deliveries.elsewhere()) {
                carriage.storeBound(delivery);
                stored.add(delivery);
            }
            List<Change> changes = changes(sending.send, carriage.topics(topic), stored);
            if (changes.isEmpty()) {
                carriage.ended(Outcome.Applied.WHOLE);
            } else {
                carriage.submit(changes, stored.stream().anyMatch(Delivery::persistent), mayBlock);
            }
        } catch (RuntimeException | Error e) {
            LOG.error(
                    "A message to topic '{}' could not be sent",
                    ShownText.of(sending.send.target().name()),
                    e);
            carriage.ended(new Outcome.Failed(new StoreException(StoreException.Kind.FATAL, "unexpected: " + e, e)));
        }
    }

    /** One attempt at a send. */
    private final class Carriage implements CommitListener {
        private final TopicLane lane;
        private final TopicSend sending;
        private final List<EntityDispatcher> storeBound = new ArrayList<>(0);

        /** Topics to which subscriptions forward. */
        private final SortedMap<Long, Topic> further = new TreeMap<>();

        Carriage(TopicLane lane, TopicSend sending) {
            this.lane = lane;
            this.sending = sending;
        }

        /** A topic to which the message goes on; who waits for the end of sends to it waits for this one, too. */
        Topic further(long topicId) {
            return further.computeIfAbsent(topicId, id -> lane(id).unitBegun());
        }

        Collection<Topic> topics(Topic first) {
            if (further.isEmpty()) {
                return List.of(first);
            }
            SortedMap<Long, Topic> all = new TreeMap<>(further);
            all.put(first.id(), first);
            return all.values();
        }

        /** Nothing may overtake it in memory. */
        void storeBound(Delivery delivery) {
            if (!delivery.persistent() && delivery.state() == DeliveryState.AVAILABLE) {
                EntityDispatcher dispatcher = dispatchers.of(delivery.entityId());
                dispatcher.intake().storeBoundBegun();
                storeBound.add(dispatcher);
            }
        }

        /** False if it must go through the store. */
        boolean giveInMemory(Delivery delivery, long patienceNanos) {
            EntityDispatcher dispatcher = dispatchers.of(delivery.entityId());
            Delivery alone = FanOut.alone(delivery, context.ids().next());
            Buffered message = new Buffered(alone, sending.send.enqueue().message(), false);
            // Of a group, only the store has the whole order; of a key, the last value.
            if (!life.mayHandOver()
                    || !sending.send.onces().isEmpty()
                    || delivery.groupId() != null
                    || delivery.ref().valueKey() != null) {
                dispatcher.intake().storeBoundBegun();
            } else if (dispatcher.intake().offerInMemory(message, patienceNanos)) {
                sending.given.add(FanOut.place(delivery));
                buffers.noticeDeadline(alone);
                traffic.sent(delivery.entityId());
                return true;
            }
            storeBound.add(dispatcher);
            return false;
        }

        void submit(List<Change> changes, boolean durable, boolean mayBlock) {
            PreparedSend send = sending.send;
            Work work = Work.ofSender(send.target().id(), changes, context.noticeAt(changes));
            boolean mustKnow = durable
                    || ((checked || !send.onces().isEmpty()) && send.head().persistent());
            if (mustKnow && sending.awaited && mayBlock) {
                commits.lead(work, this);
            } else if (mustKnow) {
                commits.submit(work, Operation.Urgency.NOW, this);
            } else {
                if (!sending.counted && mayBlock) {
                    sending.counted = Uninterrupted.acquire(unstored, 1, CallBound.left(Long.MAX_VALUE));
                    if (!sending.counted) {
                        ended(new Outcome.Failed(new StoreException(
                                StoreException.Kind.UNAVAILABLE,
                                "earlier messages are not stored yet; nothing was sent",
                                null)));
                        return;
                    }
                }
                commits.submit(work, Operation.Urgency.LAZY, this);
                if (sending.awaited) {
                    sending.done(null);
                }
            }
        }

        /** Nothing is sent behind it before it has ended. */
        @Override
        public void doubted(Outcome.InDoubt doubt) {
            sending.done(Refusals.of(doubt));
        }

        @Override
        public void ended(Outcome outcome) {
            boolean again = outcome instanceof Outcome.Outdated || outcome instanceof Outcome.EntityGone;
            storeBound.forEach(dispatcher -> dispatcher.intake().storeBoundEnded());
            further.forEach((topicId, topic) -> lane(topicId).unitEnded(topic));
            if (!again) {
                if (sending.counted) {
                    unstored.release();
                }
                if (outcome instanceof Outcome.Failed failed
                        && !sending.send.head().persistent()) {
                    LOG.warn(
                            "A non-persistent message to topic '{}' was lost: the store failed",
                            ShownText.of(sending.send.target().name()),
                            failed.cause());
                }
            }
            if (outcome instanceof Outcome.Applied) {
                traffic.sent(sending.send.target().id());
            }
            lane.completed(sending, again);
            if (!again) {
                sending.done(Refusals.of(outcome));
            }
        }
    }
}
