package dev.restante.jms.receive;

import dev.restante.broker.InFlightDelivery;
import dev.restante.selector.Selector;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Internal consumer interface with which the extended receive operations poll for messages and open further consumers.
 */
public interface PollingConsumer extends MessageConsumer {

    /** Conversion of a received message to the result of a call: the message itself or its body. */
    @FunctionalInterface
    interface MessageReader<T> {
        /** Converts a message. An exception makes the message count as unreadable. */
        T read(Message message) throws JMSException;
    }

    void checkUsable() throws JMSException;

    /** Sets the lock duration for future receives; null for the lock duration of the entity (VIS-11). */
    void setLockDuration(@Nullable Duration lockDurationOverride);

    @Nullable
    Duration getLockDuration();

    <T> @Nullable T receiveBlocking(long deadlineNanos, BlockingReceive.PollAttempt<T> attempt) throws JMSException;

    <T> @Nullable T receiveImmediately(BlockingReceive.PollAttempt<T> attempt) throws JMSException;

    /**
     * Returns the next message or null. Must be called inside the gate.
     *
     * @param askStore true to fetch from the store if no message is prefetched
     * @param lockDurationOverride the lock duration, or null for the lock duration of the entity
     */
    <T> @Nullable T pollMessage(boolean askStore, @Nullable Duration lockDurationOverride, MessageReader<T> reader)
            throws JMSException;

    /**
     * Returns the next delivery or null, for a caller that creates no message object. Must be called inside the gate.
     */
    @Nullable
    InFlightDelivery pollDelivery(boolean askStore, Duration lockDurationOverride);

    /**
     * Opens another consumer of the queue or subscription in this session, which is closed independently.
     *
     * @param selector the filter in addition to the filter of this consumer
     */
    PollingConsumer openSibling(Selector selector, ReceivingParticipant participant) throws JMSException;
}
