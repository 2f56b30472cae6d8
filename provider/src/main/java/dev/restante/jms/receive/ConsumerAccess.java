package dev.restante.jms.receive;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The calls of a consumer beyond Jakarta Messaging, for {@code RestanteConsumer}. */
public interface ConsumerAccess {

    /**
     * Gives what it receives from now on a lock duration of its own (VIS-11).
     *
     * @param own 0 s to 12 h, or null for that of the queue or subscription
     */
    void lockDuration(@Nullable Duration own) throws JMSException;

    /** The lock duration of its own, or null. */
    @Nullable
    Duration lockDuration() throws JMSException;

    /**
     * Receives deferred messages of what it receives from (DEF-02); those that it would not receive are left out.
     *
     * @param own 0 s to 12 h, or null for the consumer's lock duration
     */
    List<Message> receiveDeferred(Collection<Long> sequenceNumbers, @Nullable Duration own) throws JMSException;

    /** Deferred messages by ascending sequence number, without locking them. */
    List<Message> listDeferred(long afterSequenceNumber, int limit) throws JMSException;

    /** Accepts a message group of what it receives from, whether there is a message of it or not. */
    AcceptedGroup acceptGroup(String groupId) throws JMSException;

    /**
     * Accepts a group of what it receives from of which there is a message, and that nobody has.
     *
     * @param timeoutMillis for how long to wait for one; 0 waits for ever, {@link ReceiveCall#NO_WAIT} not at all
     * @return null at the end of the time, or if the session was closed meanwhile
     */
    @Nullable
    AcceptedGroup acceptAnyGroup(long timeoutMillis) throws JMSException;

    /** Receives as it is asked to; empty at the end of the time, or if the consumer was closed meanwhile. */
    List<Message> receive(ReceiveCall call) throws JMSException;
}
