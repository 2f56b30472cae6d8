package dev.restante.jms;

import dev.restante.jms.receive.AcceptedGroup;
import dev.restante.jms.receive.ReceiveCall;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a session beyond Jakarta Messaging, for {@code RestanteSession}: deferred messages (RCV-11), message
 * groups (GRP-04).
 */
public interface SessionAccess {

    /**
     * Receives deferred messages, as the session's mode says; those that are not deferred in the queue are left out.
     *
     * @param lockDuration 0 s to 12 h, or null for that of the queue
     */
    List<Message> receiveDeferred(Queue queue, Collection<Long> sequenceNumbers, @Nullable Duration lockDuration)
            throws JMSException;

    /** Deferred messages by ascending sequence number, without locking them. */
    List<Message> listDeferred(Queue queue, long afterSequenceNumber, int limit) throws JMSException;

    /** Accepts a message group, whether there is a message of it or not. */
    AcceptedGroup acceptGroup(Queue queue, String groupId) throws JMSException;

    /**
     * Accepts a group of which there is a message, and that nobody has.
     *
     * @param timeoutMillis for how long to wait for one; 0 waits for ever, {@link ReceiveCall#NO_WAIT} not at all
     * @return null at the end of the time, or if the session was closed meanwhile
     */
    @Nullable
    AcceptedGroup acceptAnyGroup(Queue queue, long timeoutMillis) throws JMSException;
}
