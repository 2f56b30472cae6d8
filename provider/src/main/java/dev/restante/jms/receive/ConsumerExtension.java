package dev.restante.jms.receive;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Interface of consumer operations beyond Jakarta Messaging, to which {@code RestanteConsumer} delegates: lock
 * duration, deferred messages, message groups, and batch receive.
 */
public interface ConsumerExtension {

    /**
     * Sets the lock duration for future receives (VIS-11).
     *
     * @param lockDurationOverride 0 s to 12 h, or null for the lock duration of the queue or subscription
     */
    void setLockDuration(@Nullable Duration lockDurationOverride) throws JMSException;

    @Nullable
    Duration getLockDuration() throws JMSException;

    /**
     * Receives deferred messages (DEF-02), except messages that this consumer would not receive.
     *
     * @param lockDurationOverride 0 s to 12 h, or null for the lock duration of the consumer
     */
    List<Message> receiveDeferred(Collection<Long> sequenceNumbers, @Nullable Duration lockDurationOverride)
            throws JMSException;

    /** Returns deferred messages by ascending sequence number without locking them. */
    List<Message> listDeferred(long afterSequenceNumber, int limit) throws JMSException;

    /** Accepts a message group, even if it has no messages. */
    AcceptedGroup acceptGroup(String groupId) throws JMSException;

    /**
     * Accepts a group that has messages and is not held.
     *
     * @param timeoutMillis the time to wait for such a group; 0 for no limit, {@link ReceiveCall#NO_WAIT} for no wait
     * @return null if the timeout passes or the session is closed first
     */
    @Nullable
    AcceptedGroup acceptAnyGroup(long timeoutMillis) throws JMSException;

    /** Receives messages; returns an empty list if the timeout passes or the consumer is closed first. */
    List<Message> receive(ReceiveCall call) throws JMSException;
}
