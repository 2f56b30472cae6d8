package dev.restante.node.feature.topics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.PreparedSend;
import dev.restante.node.commit.PendingOperation;
import dev.restante.node.core.BrokerExceptions;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * State of one send to a topic: the message, the subscriptions that received a copy in memory, and the sender to
 * notify. One thread at a time makes attempts, while the thread of the sender may withdraw the send.
 */
public final class TopicSend {

    final PreparedSend send;

    /** True if the sender waits, so that its thread may lead a batch. */
    final boolean callerWaits;

    /** Targets that have received their copy in memory. */
    final Set<TopicFanOut.CopyTarget> deliveredInMemory = new HashSet<>(0);

    /** True if the send holds a permit of the messages that are being spilled. */
    boolean holdsSpillPermit;

    /** Attempt that waits for the store, or null between attempts. */
    @GuardedBy("this")
    private @Nullable PendingOperation attempt;

    /** True if the sender has withdrawn the send, so that no further attempt may begin. */
    @GuardedBy("this")
    private boolean withdrawn;

    private final AtomicBoolean senderNotified = new AtomicBoolean();
    private final Consumer<@Nullable BrokerException> onDone;

    public TopicSend(PreparedSend send, boolean callerWaits, Consumer<@Nullable BrokerException> onDone) {
        this.send = send;
        this.callerWaits = callerWaits;
        this.onDone = onDone;
    }

    /** Notifies the sender of the result, at the first call only. */
    void notifySender(@Nullable BrokerException failure) {
        if (senderNotified.compareAndSet(false, true)) {
            onDone.accept(failure);
        }
    }

    /** Begins an attempt; returns false if the sender has withdrawn the send. The caller then submits the operation. */
    synchronized boolean begin(PendingOperation operation) {
        attempt = withdrawn ? null : operation;
        return !withdrawn;
    }

    /** Records that an attempt has ended; another one may follow. */
    synchronized void attemptEnded() {
        attempt = null;
    }

    synchronized boolean isWithdrawn() {
        return withdrawn;
    }

    /**
     * Withdraws the send because its sender no longer waits (RCV-19).
     *
     * @param timeoutNanos the time for which the sender has waited
     * @return the failure for the sender, which has an outcome token if the store may still commit the current attempt.
     *     It is true only if the sender was not notified before
     */
    public BrokerException withdraw(long timeoutNanos) {
        PendingOperation current;
        synchronized (this) {
            withdrawn = true;
            current = attempt;
        }
        return current == null
                ? new BrokerException(
                        BrokerErrorReason.STORE_UNAVAILABLE,
                        "The message waited for other sends to the topic for "
                                + TimeUnit.NANOSECONDS.toMillis(Math.max(timeoutNanos, 0))
                                + " ms, because its subscriptions changed. Nothing was sent. Try again.")
                : BrokerExceptions.of(current.withdraw(timeoutNanos));
    }
}
