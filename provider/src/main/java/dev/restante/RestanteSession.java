package dev.restante;

import static java.util.Objects.requireNonNull;

import dev.restante.jms.SessionExtension;
import dev.restante.jms.core.WrappedObjectFinder;
import dev.restante.jms.receive.ReceiveCall;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Wrapper of a JMS session with operations that JMS lacks: receiving and listing deferred messages, and accepting
 * message groups. Not thread-safe, like the session itself. A null argument causes a {@link NullPointerException} with
 * its name.
 */
public final class RestanteSession {

    private final SessionExtension extension;

    private RestanteSession(SessionExtension extension) {
        this.extension = extension;
    }

    /**
     * Returns the extension of a session. The session can be in a wrapper of a pool, cache or instrumentation that
     * delegates {@link Session#getAcknowledgeMode}, such as in Spring, pooled-jms and Micrometer.
     *
     * @throws IllegalArgumentException if the session does not belong to Restante, or its wrapper does not delegate
     *     that method
     */
    public static RestanteSession of(Session session) {
        requireNonNull(session, "session");
        return of(session, session::getAcknowledgeMode, session::getTransacted);
    }

    /**
     * Returns the extension of a context, also in a wrapper that delegates {@link JMSContext#getSessionMode} or
     * {@link JMSContext#createMessage}.
     *
     * @throws IllegalArgumentException if the context does not belong to Restante, or its wrapper does not delegate
     *     these methods
     */
    public static RestanteSession of(JMSContext context) {
        requireNonNull(context, "context");
        // A pooled context answers getSessionMode itself, because it creates its session late.
        return of(context, context::getSessionMode, context::getTransacted, context::createMessage);
    }

    private static RestanteSession of(Object candidate, WrappedObjectFinder.ProbeCall... calls) {
        return new RestanteSession(WrappedObjectFinder.find(SessionExtension.class, "session", candidate, calls));
    }

    /**
     * Receives a deferred message (RCV-11) according to the session mode: under a peek-lock, in the transaction, or
     * acknowledged immediately. A message that is released without settlement is deferred again (DEF-01).
     * {@link RestanteConsumer#receiveDeferred} receives deferred messages of accepted groups (DEF-03) and of
     * subscriptions.
     *
     * @param queue the queue where the message was deferred
     * @param sequenceNumber the number from {@link PeekLock#sequenceNumber}
     * @return the message; empty if no message with this number is deferred in the queue, or it has expired
     * @throws JMSException if the queue does not exist, the session is closed, or the store fails
     */
    public Optional<Message> receiveDeferred(Queue queue, long sequenceNumber) throws JMSException {
        return receiveDeferred(queue, List.of(sequenceNumber)).stream().findFirst();
    }

    /**
     * Receives several deferred messages as {@link #receiveDeferred(Queue, long)} does, and ignores numbers without a
     * deferred message. One transaction acquires all messages, so that all stay deferred if the store fails. A session
     * with automatic acknowledgement then acknowledges them one by one. If the store fails meanwhile, the method
     * returns the acknowledged messages, and the remaining messages are deferred again.
     *
     * @throws JMSException in the cases of {@link #receiveDeferred(Queue, long)}
     */
    public List<Message> receiveDeferred(Queue queue, Collection<Long> sequenceNumbers) throws JMSException {
        return receiveDeferred(queue, sequenceNumbers, ReceiveOptions.defaults());
    }

    /**
     * Receives several deferred messages with a specified lock duration (VIS-11); see {@link #receiveDeferred(Queue,
     * Collection)}.
     *
     * @param options the options, of which only the lock duration applies
     * @throws IllegalArgumentException if the options have an attempt id, which is meaningless with sequence numbers
     * @throws JMSException also with {@code RESTANTE-ILLEGAL-STATE} if the session mode does not allow a lock duration
     */
    public List<Message> receiveDeferred(Queue queue, Collection<Long> sequenceNumbers, ReceiveOptions options)
            throws JMSException {
        requireNonNull(queue, "queue");
        return extension.receiveDeferred(queue, checkedNumbers(sequenceNumbers, options), options.lockDuration());
    }

    static Collection<Long> checkedNumbers(Collection<Long> sequenceNumbers, ReceiveOptions options) {
        requireNonNull(sequenceNumbers, "sequenceNumbers");
        requireNonNull(options, "options");
        if (options.attemptId() != null) {
            throw new IllegalArgumentException("A receive by sequence numbers does not accept an attempt id");
        }
        for (Long sequenceNumber : sequenceNumbers) {
            requireNonNull(sequenceNumber, "a sequence number");
        }
        return sequenceNumbers;
    }

    /**
     * Returns deferred messages by ascending sequence number, without locking or receiving them.
     *
     * @param afterSequenceNumber the last number of the previous page, 0 for the first page
     * @param limit the largest number of messages, at least 1
     * @throws IllegalArgumentException if the limit is less than 1
     * @throws JMSException in the cases of {@link #receiveDeferred(Queue, long)}
     */
    public List<Message> listDeferred(Queue queue, long afterSequenceNumber, int limit) throws JMSException {
        requireNonNull(queue, "queue");
        return extension.listDeferred(queue, afterSequenceNumber, checkedLimit(limit));
    }

    static int checkedLimit(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit " + limit + " is less than 1");
        }
        return limit;
    }

    /**
     * Accepts a message group of a queue (GRP-04). No other consumer receives its messages until the group is closed,
     * its lock expires, or the node dies. The group need not have messages; {@link RestanteConsumer#acceptGroup}
     * accepts groups of subscriptions.
     *
     * @param groupId the {@code JMSXGroupID}, not empty
     * @throws IllegalArgumentException if the group id is empty
     * @throws JMSException with {@code RESTANTE-GROUP-LOCKED} if another consumer holds the group, or this session has
     *     unsettled messages of it. Also if the queue does not exist, the session is closed, or the store fails
     */
    public RestanteMessageGroup acceptGroup(Queue queue, String groupId) throws JMSException {
        requireNonNull(queue, "queue");
        return new RestanteMessageGroup(extension.acceptGroup(queue, checkedGroupId(groupId)));
    }

    static String checkedGroupId(String groupId) {
        if (requireNonNull(groupId, "groupId").isEmpty()) {
            throw new IllegalArgumentException(
                    "The group id is empty. Messages without a group id do not belong to" + " a group.");
        }
        return groupId;
    }

    /**
     * Waits for a message of a group that no consumer holds, and accepts this group (GRP-04). The connection must be
     * started.
     *
     * @param timeout the timeout in milliseconds; 0 waits indefinitely
     * @return empty after the timeout, or if the session was closed meanwhile
     * @throws IllegalArgumentException if the timeout is negative
     * @throws JMSException if the queue does not exist, the session is closed, or the store fails
     */
    public Optional<RestanteMessageGroup> acceptAnyGroup(Queue queue, long timeout) throws JMSException {
        requireNonNull(queue, "queue");
        if (timeout < 0) {
            throw new IllegalArgumentException("The timeout " + timeout + " ms is negative");
        }
        return Optional.ofNullable(extension.acceptAnyGroup(queue, timeout)).map(RestanteMessageGroup::new);
    }

    /**
     * Accepts the group of the first message whose group no consumer holds, without waiting; see
     * {@link #acceptAnyGroup}.
     */
    public Optional<RestanteMessageGroup> acceptAnyGroupNoWait(Queue queue) throws JMSException {
        requireNonNull(queue, "queue");
        return Optional.ofNullable(extension.acceptAnyGroup(queue, ReceiveCall.NO_WAIT))
                .map(RestanteMessageGroup::new);
    }
}
