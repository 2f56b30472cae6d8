package dev.restante.node.send;

import dev.restante.broker.BrokerException;
import dev.restante.broker.PreparedSend;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A message on its way to the subscriptions of a topic. Used by one thread at a time. */
final class TopicSend {

    final PreparedSend send;

    /** Whether the sender waits, so that its thread may lead a batch. */
    final boolean awaited;

    /** Where a copy of it is already, in memory. */
    final Set<FanOut.Place> given = new HashSet<>(0);

    /** Whether it has a place among the messages on their way to the store for which nobody waits. */
    boolean counted;

    private final AtomicBoolean done = new AtomicBoolean();
    private final Consumer<@Nullable BrokerException> whenDone;

    TopicSend(PreparedSend send, boolean awaited, Consumer<@Nullable BrokerException> whenDone) {
        this.send = send;
        this.awaited = awaited;
        this.whenDone = whenDone;
    }

    /** Tells the sender, the first time. */
    void done(@Nullable BrokerException refusal) {
        if (done.compareAndSet(false, true)) {
            whenDone.accept(refusal);
        }
    }
}
