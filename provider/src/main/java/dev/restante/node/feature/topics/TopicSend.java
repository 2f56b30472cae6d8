package dev.restante.node.feature.topics;

import dev.restante.broker.BrokerException;
import dev.restante.broker.PreparedSend;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * State of one send to a topic: the message, the subscriptions that received a copy in memory, and the sender to
 * notify. Used by one thread at a time.
 */
public final class TopicSend {

    final PreparedSend send;

    /** True if the sender waits, so that its thread may lead a batch. */
    final boolean callerWaits;

    /** Targets that have received their copy in memory. */
    final Set<TopicFanOut.CopyTarget> deliveredInMemory = new HashSet<>(0);

    /** True if the send holds a permit of the messages that are being spilled. */
    boolean holdsSpillPermit;

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
}
