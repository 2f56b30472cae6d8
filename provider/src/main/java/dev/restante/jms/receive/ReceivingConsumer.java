package dev.restante.jms.receive;

import dev.restante.broker.HeldDelivery;
import dev.restante.selector.Selector;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A consumer as those use it who receive in more ways than Jakarta Messaging knows. */
public interface ReceivingConsumer extends MessageConsumer {

    /** The form in which a message that was taken is returned: as it is, or its body. */
    @FunctionalInterface
    interface Reading<T> {
        /** Reads what the caller wants; the message counts as unreadable if this throws. */
        T read(Message message) throws JMSException;
    }

    /** Refuses a call on a closed consumer. */
    void checkUsable() throws JMSException;

    /** The lock duration of what it receives from now on; null for that of the entity (VIS-11). */
    void lockDuration(@Nullable Duration own);

    @Nullable
    Duration lockDuration();

    /** As {@link ReceiveCalls#take}. */
    <T> @Nullable T takeInside(long deadlineNanos, ReceiveCalls.Taking<T> taking) throws JMSException;

    /** As {@link ReceiveCalls#takeNow}. */
    <T> @Nullable T takeInsideNow(ReceiveCalls.Taking<T> taking) throws JMSException;

    /**
     * Takes the next message; only inside the gate.
     *
     * @param now whether to ask the store where nothing is at hand
     * @param own a lock duration, or null for the entity's
     */
    <T> @Nullable T next(boolean now, @Nullable Duration own, Reading<T> reading) throws JMSException;

    /** What the broker gives, for a caller who deals with it himself; only inside the gate. */
    @Nullable
    HeldDelivery poll(boolean now, Duration own);

    /**
     * A further consumer of its session, of what it receives from; neither ends with the other.
     *
     * @param selector what it takes of what this one gets
     */
    ReceivingConsumer further(Selector selector, Taker taker) throws JMSException;
}
