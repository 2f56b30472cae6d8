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
 * Session operations beyond Jakarta Messaging, for {@code RestanteSession}: deferred messages (RCV-11) and message
 * groups (GRP-04).
 */
public interface SessionExtension {

    /**
     * Receives deferred messages in the session's mode. Sequence numbers without a deferred message in the queue are
     * ignored.
     *
     * @param lockDuration 0 s to 12 h, or null for the lock duration of the queue
     */
    List<Message> receiveDeferred(Queue queue, Collection<Long> sequenceNumbers, @Nullable Duration lockDuration)
            throws JMSException;

    /** Returns deferred messages by ascending sequence number, without locking them. */
    List<Message> listDeferred(Queue queue, long afterSequenceNumber, int limit) throws JMSException;

    /** Accepts a message group, even if the group has no messages. */
    AcceptedGroup acceptGroup(Queue queue, String groupId) throws JMSException;

    /**
     * Accepts a message group that has an available message and that no participant holds.
     *
     * @param timeoutMillis the longest time to wait in milliseconds; 0 waits forever, {@link ReceiveCall#NO_WAIT} not
     *     at all
     * @return the group, or null if the timeout ends or the session closes
     */
    @Nullable
    AcceptedGroup acceptAnyGroup(Queue queue, long timeoutMillis) throws JMSException;
}
