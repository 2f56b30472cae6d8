package dev.restante.node.feature.topics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.model.Uninterruptibles;
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
 * Keeper of the order of this node's sends to one topic: if the set of subscriptions changes before sends commit, it
 * repeats these sends in their order. The sends of one thread keep their order, even if the thread does not wait.
 *
 * <p>Sends for the known version of the subscriptions run concurrently. When another version is found:
 *
 * <ol>
 *   <li>Later sends are queued, and outdated sends return to the sequencer.
 *   <li>When no send is in progress, all of them are sent again in order, for the new version.
 * </ol>
 *
 * <p>Operations of units of work are only counted, because the committing thread waits for them and repeats them
 * itself.
 *
 * <p>Thread-safe. {@code lock} is held only briefly, and never during calls to the store or to a sender.
 */
public final class TopicSendSequencer {

    interface TopicSendExecutor {
        /**
         * Starts a send for a version of a topic, which ends in {@link TopicSendSequencer#completed}. Does not throw.
         *
         * @param mayBlock true on the thread of the sender, which may wait for permits and receivers
         */
        public void send(TopicSendSequencer sequencer, TopicSend send, TopicSnapshot topic, boolean mayBlock);

        /** Returns the topic from the cache; reads the store the first time. */
        TopicSnapshot cached(long topicId);

        TopicSnapshot reload(long topicId);
    }

    private final long topicId;
    private final TopicSendExecutor sendExecutor;
    private final Executor executor;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    /** Version of the topic for which the current sends were made. */
    @GuardedBy("lock")
    private long version;

    /** Sends that have begun and not ended, including queued and outdated ones. */
    @GuardedBy("lock")
    private final Set<TopicSend> running = new HashSet<>();

    /** Number of operations of units of work in progress, by version of the topic. */
    @GuardedBy("lock")
    private final TreeMap<Long, Integer> unitsByVersion = new TreeMap<>();

    /** True if later sends must be queued. */
    @GuardedBy("lock")
    private boolean resendNeeded;

    /** True if a thread sends all outdated and queued sends again. */
    @GuardedBy("lock")
    private boolean resending;

    @GuardedBy("lock")
    private final Deque<TopicSend> outdated = new ArrayDeque<>();

    @GuardedBy("lock")
    private final Deque<TopicSend> queued = new ArrayDeque<>();

    TopicSendSequencer(long topicId, TopicSendExecutor sendExecutor, Executor executor) {
        this.topicId = topicId;
        this.sendExecutor = sendExecutor;
        this.executor = executor;
    }

    /**
     * Starts a send after the earlier ones.
     *
     * @throws BrokerException if the topic cannot be read
     */
    public void send(TopicSend send) {
        TopicSnapshot topic = begin(sendExecutor.cached(topicId), send);
        if (topic != null) {
            sendExecutor.send(this, send, topic, true);
        }
    }

    /** Returns the topic for a send; null if the send must wait. */
    private @Nullable TopicSnapshot begin(TopicSnapshot known, TopicSend send) {
        lock.lock();
        try {
            if (!resendNeeded && underWay() == 0) {
                version = Math.max(version, known.version());
            }
            if (!resendNeeded && known.version() == version) {
                running.add(send);
                return known;
            }
            resendNeeded = true;
            running.add(send);
            queued.add(send);
            if (!tryBeginResend()) {
                return null;
            }
        } finally {
            lock.unlock();
        }
        resendOnExecutor();
        return null;
    }

    /** Returns the number of sends on their way to the store. */
    @GuardedBy("lock")
    private int underWay() {
        return running.size() - outdated.size() - queued.size();
    }

    /** Handles the end of a send, or its return for a repetition. */
    void completed(TopicSend send, boolean resend) {
        boolean turn;
        lock.lock();
        try {
            if (resend) {
                resendNeeded = true;
                outdated.add(send);
            } else {
                running.remove(send);
            }
            turn = tryBeginResend();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (turn) {
            resendOnExecutor();
        }
    }

    @GuardedBy("lock")
    private boolean tryBeginResend() {
        if (underWay() > 0 || !resendNeeded || resending) {
            return false;
        }
        resending = true;
        return true;
    }

    private void resendOnExecutor() {
        try {
            executor.execute(this::resend);
        } catch (RejectedExecutionException e) {
            fail(new BrokerException(BrokerErrorReason.CLOSED, "The node is closed", e));
        }
    }

    /** Sends all outdated and queued sends again in order, until none is left or one is outdated again. */
    private void resend() {
        TopicSnapshot topic;
        try {
            topic = sendExecutor.reload(topicId);
        } catch (BrokerException e) {
            fail(e);
            return;
        }
        List<TopicSend> next = takeNext(topic, true);
        while (!next.isEmpty()) {
            for (TopicSend send : next) {
                sendExecutor.send(this, send, topic, false);
            }
            next = takeNext(topic, false);
        }
    }

    /** Takes the next sends and counts them as in progress; returns none if the repetition has ended. */
    private List<TopicSend> takeNext(TopicSnapshot topic, boolean first) {
        List<TopicSend> next = new ArrayList<>();
        boolean turn = false;
        lock.lock();
        try {
            if (first || outdated.isEmpty()) {
                next.addAll(outdated);
                next.addAll(queued);
                outdated.clear();
                queued.clear();
            }
            if (next.isEmpty()) {
                resending = false;
                resendNeeded = !outdated.isEmpty();
                turn = tryBeginResend();
            } else {
                version = topic.version();
            }
        } finally {
            lock.unlock();
        }
        if (turn) {
            resendOnExecutor();
        }
        return next;
    }

    private void fail(BrokerException cause) {
        List<TopicSend> failed = new ArrayList<>();
        lock.lock();
        try {
            failed.addAll(outdated);
            failed.addAll(queued);
            outdated.clear();
            queued.clear();
            failed.forEach(running::remove);
            resendNeeded = false;
            resending = false;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        failed.forEach(send -> send.notifySender(cause));
    }

    /** Counts an operation of a unit of work for the cached version of the topic, and returns that version. */
    public TopicSnapshot unitStarted() {
        while (true) {
            TopicSnapshot topic = sendExecutor.cached(topicId);
            lock.lock();
            try {
                unitsByVersion.merge(topic.version(), 1, Integer::sum);
            } finally {
                lock.unlock();
            }
            // If a thread has waited for a version before this count, the cache contains that version.
            if (sendExecutor.cached(topicId).version() == topic.version()) {
                return topic;
            }
            unitEnded(topic);
        }
    }

    public void unitEnded(TopicSnapshot topic) {
        lock.lock();
        try {
            unitsByVersion.computeIfPresent(topic.version(), (made, count) -> count == 1 ? null : count - 1);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until all sends that have begun so far have ended, including their repetitions.
     *
     * @return false if they did not end in time
     */
    @SuppressWarnings("GuardedBy") // await evaluates the condition under the lock
    public boolean awaitSends(long timeoutNanos) {
        lock.lock();
        try {
            Set<TopicSend> awaited = new HashSet<>(running);
            return await(() -> Collections.disjoint(awaited, running), timeoutNanos);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until no send or unit of work for an earlier version is in progress; later sends may be.
     *
     * @return false if the earlier ones did not end in time
     */
    @SuppressWarnings("GuardedBy") // await evaluates the condition under the lock
    public boolean awaitVersion(long minVersion, long timeoutNanos) {
        lock.lock();
        try {
            if (underWay() == 0) {
                version = Math.max(version, minVersion);
            }
            return await(
                    () -> (underWay() == 0 || version >= minVersion)
                            && unitsByVersion.headMap(minVersion).isEmpty(),
                    timeoutNanos);
        } finally {
            lock.unlock();
        }
    }

    /** Waits until a condition holds, even if the thread is interrupted; returns false on timeout. */
    @GuardedBy("lock")
    private boolean await(BooleanSupplier condition, long timeoutNanos) {
        long remainingNanos = timeoutNanos;
        while (!condition.getAsBoolean() && remainingNanos > 0) {
            remainingNanos = Uninterruptibles.awaitSignal(changed, remainingNanos);
        }
        return condition.getAsBoolean();
    }
}
