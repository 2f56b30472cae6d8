package dev.restante.jms;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a session can do with deferred messages (RCV-11), for {@code RestanteSession}. */
public interface DeferredAccess {

    /**
     * Receives deferred messages, as the session's mode says; those that are not deferred in the queue are left out.
     *
     * @param lockDuration 0 s to 12 h, or null for that of the queue
     */
    List<Message> receiveDeferred(Queue queue, Collection<Long> sequenceNumbers, @Nullable Duration lockDuration)
            throws JMSException;

    /** Deferred messages by ascending sequence number, without locking them. */
    List<Message> listDeferred(Queue queue, long afterSequenceNumber, int limit) throws JMSException;
}
