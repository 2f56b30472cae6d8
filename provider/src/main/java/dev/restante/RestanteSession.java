package dev.restante;

import static java.util.Objects.requireNonNull;

import dev.restante.jms.SessionAccess;
import dev.restante.jms.core.BehindWrappers;
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
 * A session with what Restante adds to Jakarta Messaging. As little thread-safe as the session that it was made from.
 * Null as an argument throws a {@link NullPointerException} that names it.
 */
public final class RestanteSession {

    private final SessionAccess access;

    private RestanteSession(SessionAccess access) {
        this.access = access;
    }

    /**
     * The extension of a session, also of one in the wrappers of pools, caches and instrumentations that pass
     * {@link Session#getAcknowledgeMode} on, as those of Spring, pooled-jms and Micrometer do.
     *
     * @throws IllegalArgumentException if it is not Restante's, or in a wrapper that does not pass that on
     */
    public static RestanteSession of(Session session) {
        requireNonNull(session, "session");
        return of(session, session::getAcknowledgeMode, session::getTransacted);
    }

    /**
     * The extension of a context, also of one in wrappers that pass {@link JMSContext#getSessionMode} or
     * {@link JMSContext#createMessage} on.
     *
     * @throws IllegalArgumentException if it is not Restante's, or in a wrapper that does not pass that on
     */
    public static RestanteSession of(JMSContext context) {
        requireNonNull(context, "context");
        // A pooled context has a session, which it makes late, and knows its mode by itself.
        return of(context, context::getSessionMode, context::getTransacted, context::createMessage);
    }

    private static RestanteSession of(Object candidate, BehindWrappers.Call... calls) {
        SessionAccess found =
                candidate instanceof SessionAccess own ? own : BehindWrappers.find(SessionAccess.class, calls);
        if (found != null) {
            return new RestanteSession(found);
        }
        throw new IllegalArgumentException(
                "Not a session of Restante: " + candidate.getClass().getName());
    }

    /**
     * Receives a deferred message (RCV-11), as the session's mode says: under a peek-lock, in the transaction, or
     * acknowledged at once. Whichever way it comes back unsettled, it is deferred again (DEF-01). A message of a group
     * that somebody has accepted is left to {@link RestanteConsumer#receiveDeferred} of that group's consumer (DEF-03),
     * and so are those of subscriptions to that of theirs.
     *
     * @param queue where it was deferred
     * @param sequenceNumber as {@link PeekLock#sequenceNumber} gave it
     * @return the message, or empty if no message with that number is deferred there, or it has expired
     * @throws JMSException if the queue does not exist, the session is closed, or the store fails
     */
    public Optional<Message> receiveDeferred(Queue queue, long sequenceNumber) throws JMSException {
        return receiveDeferred(queue, List.of(sequenceNumber)).stream().findFirst();
    }

    /**
     * Receives several deferred messages, as {@link #receiveDeferred(Queue, long)} does; numbers that are not those of
     * a deferred message are passed over. They are taken in one transaction: where the store fails, all are still
     * deferred. A session that acknowledges by itself does so one by one then; if the store fails meanwhile, it returns
     * those that are acknowledged, and the others are deferred as before.
     *
     * @throws JMSException as there
     */
    public List<Message> receiveDeferred(Queue queue, Collection<Long> sequenceNumbers) throws JMSException {
        return receiveDeferred(queue, sequenceNumbers, ReceiveOptions.defaults());
    }

    /**
     * Receives several deferred messages, as {@link #receiveDeferred(Queue, Collection)} does, under locks of the
     * caller's choice (VIS-11).
     *
     * @param options of which the lock duration applies
     * @throws IllegalArgumentException if the options have an attempt id: sequence numbers say which messages are meant
     * @throws JMSException as there, and with {@code RESTANTE-ILLEGAL-STATE} if the session's mode does not allow a
     *     lock duration
     */
    public List<Message> receiveDeferred(Queue queue, Collection<Long> sequenceNumbers, ReceiveOptions options)
            throws JMSException {
        requireNonNull(queue, "queue");
        return access.receiveDeferred(queue, checkedNumbers(sequenceNumbers, options), options.lockDuration());
    }

    static Collection<Long> checkedNumbers(Collection<Long> sequenceNumbers, ReceiveOptions options) {
        requireNonNull(sequenceNumbers, "sequenceNumbers");
        requireNonNull(options, "options");
        if (options.attemptId() != null) {
            throw new IllegalArgumentException("A receive by sequence numbers has no attempt id");
        }
        for (Long sequenceNumber : sequenceNumbers) {
            requireNonNull(sequenceNumber, "a sequence number");
        }
        return sequenceNumbers;
    }

    /**
     * Lists deferred messages by ascending sequence number, without locking or receiving them.
     *
     * @param afterSequenceNumber the last of the page before, 0 for the first page
     * @param limit at most so many, 1 or more
     * @throws IllegalArgumentException if the limit is less than 1
     * @throws JMSException as in {@link #receiveDeferred(Queue, long)}
     */
    public List<Message> listDeferred(Queue queue, long afterSequenceNumber, int limit) throws JMSException {
        requireNonNull(queue, "queue");
        return access.listDeferred(queue, afterSequenceNumber, checkedLimit(limit));
    }

    static int checkedLimit(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit " + limit + " is less than 1");
        }
        return limit;
    }

    /**
     * Accepts a message group of a queue (GRP-04): until it is closed, its lock runs out or the node dies, nobody else
     * gets anything of it. There need not be a message of it yet. Those of subscriptions are accepted by
     * {@link RestanteConsumer#acceptGroup}.
     *
     * @param groupId its {@code JMSXGroupID}, not empty
     * @throws IllegalArgumentException if the group id is empty
     * @throws JMSException with {@code RESTANTE-GROUP-LOCKED} if somebody else has it, or messages of it that are not
     *     settled; if the queue does not exist, the session is closed, or the store fails
     */
    public RestanteGroup acceptGroup(Queue queue, String groupId) throws JMSException {
        requireNonNull(queue, "queue");
        return new RestanteGroup(access.acceptGroup(queue, checkedGroupId(groupId)));
    }

    static String checkedGroupId(String groupId) {
        if (requireNonNull(groupId, "groupId").isEmpty()) {
            throw new IllegalArgumentException("The group id is empty: a message without a group has none");
        }
        return groupId;
    }

    /**
     * Accepts the group of the first message whose group nobody has, and waits for one (GRP-04). The connection must be
     * started.
     *
     * @param timeout in milliseconds; 0 waits for ever
     * @return empty at the end of the time, or if the session was closed meanwhile
     * @throws IllegalArgumentException if the timeout is negative
     * @throws JMSException if the queue does not exist, the session is closed, or the store fails
     */
    public Optional<RestanteGroup> acceptAnyGroup(Queue queue, long timeout) throws JMSException {
        requireNonNull(queue, "queue");
        if (timeout < 0) {
            throw new IllegalArgumentException("the timeout " + timeout + " ms is negative");
        }
        return Optional.ofNullable(access.acceptAnyGroup(queue, timeout)).map(RestanteGroup::new);
    }

    /**
     * Accepts the group of the first message whose group nobody has, if there is one now; else as
     * {@link #acceptAnyGroup}.
     */
    public Optional<RestanteGroup> acceptAnyGroupNoWait(Queue queue) throws JMSException {
        requireNonNull(queue, "queue");
        return Optional.ofNullable(access.acceptAnyGroup(queue, ReceiveCall.NO_WAIT))
                .map(RestanteGroup::new);
    }
}
