package dev.restante.node.send;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.model.Uninterrupted;
import dev.restante.node.entity.Topic;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The sends of this node to one topic. Normally each is on its way at once, made for the subscriptions that are known.
 * When the subscriptions change, the lane turns: sends that were made for the former ones and found to be outdated come
 * back, later ones queue up, and when none is under way any more all of them go again in their order, made for the new
 * ones. So what one thread sends keeps its order, whether it waits for it or not.
 *
 * <p>Operations of units of work are counted only: who commits waits for it, and tries again by himself.
 *
 * <p>Thread-safe. {@code lock} is held for a moment only, and neither the store nor a sender is called under it.
 */
public final class TopicLane {

    /** The carrier of a lane's sends. */
    interface Carrier {
        /**
         * Puts a send on its way, made for a topic as it is known; ends in {@link TopicLane#completed}. Does not throw.
         *
         * @param mayBlock whether it is the sender's thread that calls, which may be slowed down
         */
        void carry(TopicLane lane, TopicSend send, Topic topic, boolean mayBlock);

        /** The topic as it is known; asks the store only the first time. */
        Topic known(long topicId);

        /** The topic as the store has it now. */
        Topic reload(long topicId);
    }

    private final long topicId;
    private final Carrier carrier;
    private final Executor executor;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** What is under way was made for this version of the topic. */
    @GuardedBy("lock")
    private long version;

    /** The sends that have begun and not ended, also those that wait or have to be made anew. */
    @GuardedBy("lock")
    private final Set<TopicSend> unended = new HashSet<>();

    /** How many operations of units of work are under way, by the version of the topic that they were made for. */
    @GuardedBy("lock")
    private final TreeMap<Long, Integer> units = new TreeMap<>();

    /** Later sends have to wait. */
    @GuardedBy("lock")
    private boolean turned;

    /** Somebody sends everything again. */
    @GuardedBy("lock")
    private boolean turning;

    @GuardedBy("lock")
    private final Deque<TopicSend> outdated = new ArrayDeque<>();

    @GuardedBy("lock")
    private final Deque<TopicSend> waiting = new ArrayDeque<>();

    TopicLane(long topicId, Carrier carrier, Executor executor) {
        this.topicId = topicId;
        this.carrier = carrier;
        this.executor = executor;
    }

    /**
     * Puts a send on its way, behind those of before.
     *
     * @throws BrokerException if the topic can't be read
     */
    void send(TopicSend send) {
        Topic topic = begin(carrier.known(topicId), send);
        if (topic != null) {
            carrier.carry(this, send, topic, true);
        }
    }

    /** The topic to make the send for, or null if it has to wait. */
    private @Nullable Topic begin(Topic known, TopicSend send) {
        lock.lock();
        try {
            if (!turned && underWay() == 0) {
                version = Math.max(version, known.version());
            }
            if (!turned && known.version() == version) {
                unended.add(send);
                return known;
            }
            turned = true;
            unended.add(send);
            waiting.add(send);
            if (!beginTurn()) {
                return null;
            }
        } finally {
            lock.unlock();
        }
        turnElsewhere();
        return null;
    }

    /** Returns how many sends are on their way to the store. */
    @GuardedBy("lock")
    private int underWay() {
        return unended.size() - outdated.size() - waiting.size();
    }

    /** A send has ended, or must be made anew. */
    void completed(TopicSend send, boolean again) {
        boolean turn;
        lock.lock();
        try {
            if (again) {
                turned = true;
                outdated.add(send);
            } else {
                unended.remove(send);
            }
            turn = beginTurn();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (turn) {
            turnElsewhere();
        }
    }

    @GuardedBy("lock")
    private boolean beginTurn() {
        if (underWay() > 0 || !turned || turning) {
            return false;
        }
        turning = true;
        return true;
    }

    private void turnElsewhere() {
        try {
            executor.execute(this::turn);
        } catch (RejectedExecutionException e) {
            fail(new BrokerException(Reason.CLOSED, "The node is closed", e));
        }
    }

    /** Sends everything again, in order, until nothing is left or something is outdated once more. */
    private void turn() {
        Topic topic;
        try {
            topic = carrier.reload(topicId);
        } catch (BrokerException e) {
            fail(e);
            return;
        }
        List<TopicSend> next = takeAll(topic, true);
        while (!next.isEmpty()) {
            for (TopicSend send : next) {
                carrier.carry(this, send, topic, false);
            }
            next = takeAll(topic, false);
        }
    }

    /** What goes next, counted as under way; nothing where the turn is over. */
    private List<TopicSend> takeAll(Topic topic, boolean first) {
        List<TopicSend> next = new ArrayList<>();
        boolean turn = false;
        lock.lock();
        try {
            if (first || outdated.isEmpty()) {
                next.addAll(outdated);
                next.addAll(waiting);
                outdated.clear();
                waiting.clear();
            }
            if (next.isEmpty()) {
                turning = false;
                turned = !outdated.isEmpty();
                turn = beginTurn();
            } else {
                version = topic.version();
            }
        } finally {
            lock.unlock();
        }
        if (turn) {
            turnElsewhere();
        }
        return next;
    }

    private void fail(BrokerException cause) {
        List<TopicSend> failed = new ArrayList<>();
        lock.lock();
        try {
            failed.addAll(outdated);
            failed.addAll(waiting);
            outdated.clear();
            waiting.clear();
            failed.forEach(unended::remove);
            turned = false;
            turning = false;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        failed.forEach(send -> send.done(cause));
    }

    /** An operation of a unit of work, made for the topic as it is known, is under way. */
    public Topic unitBegun() {
        while (true) {
            Topic topic = carrier.known(topicId);
            lock.lock();
            try {
                units.merge(topic.version(), 1, Integer::sum);
            } finally {
                lock.unlock();
            }
            // Who waits for a version may have looked before this was counted; what it waits for is known by then.
            if (carrier.known(topicId).version() == topic.version()) {
                return topic;
            }
            unitEnded(topic);
        }
    }

    /** It has ended. */
    public void unitEnded(Topic topic) {
        lock.lock();
        try {
            units.computeIfPresent(topic.version(), (made, count) -> count == 1 ? null : count - 1);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until the sends that have begun by now have ended, those that have to be made anew included.
     *
     * @return false if they did not end in time
     */
    @SuppressWarnings("GuardedBy") // await asks under the lock
    public boolean awaitSends(long timeoutNanos) {
        lock.lock();
        try {
            Set<TopicSend> awaited = new HashSet<>(unended);
            return await(() -> Collections.disjoint(awaited, unended), timeoutNanos);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until nothing is under way that was made for subscriptions of before a version; later sends are not.
     *
     * @return whether that has come
     */
    @SuppressWarnings("GuardedBy") // await asks under the lock
    public boolean awaitVersion(long wanted, long timeoutNanos) {
        lock.lock();
        try {
            if (underWay() == 0) {
                version = Math.max(version, wanted);
            }
            return await(
                    () -> (underWay() == 0 || version >= wanted)
                            && units.headMap(wanted).isEmpty(),
                    timeoutNanos);
        } finally {
            lock.unlock();
        }
    }

    /** Waits until a condition holds, also in an interrupted thread; returns false if it does not in time. */
    @GuardedBy("lock")
    private boolean await(BooleanSupplier condition, long timeoutNanos) {
        long remainingNanos = timeoutNanos;
        while (!condition.getAsBoolean() && remainingNanos > 0) {
            remainingNanos = Uninterrupted.awaitSignal(changed, remainingNanos);
        }
        return condition.getAsBoolean();
    }
}
