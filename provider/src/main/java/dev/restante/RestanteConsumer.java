package dev.restante;

import static java.util.Objects.requireNonNull;

import dev.restante.jms.core.BehindWrappers;
import dev.restante.jms.receive.ConsumerAccess;
import dev.restante.jms.receive.ExtendedConsumer;
import dev.restante.jms.receive.ReceiveCall;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A consumer with what Restante adds to Jakarta Messaging, however it was created: of a queue, of any kind of
 * subscription, by a session or by a context. As little thread-safe as the consumer that it was made from. Null where
 * it is not allowed throws a {@link NullPointerException} that names the argument.
 */
public final class RestanteConsumer {

    private static final int MOST_MESSAGES = 1_000;

    private final ConsumerAccess access;

    private RestanteConsumer(ConsumerAccess access) {
        this.access = access;
    }

    /**
     * The extension of a consumer, also of one in the wrappers of pools, caches and instrumentations that pass
     * {@link MessageConsumer#getMessageSelector} on, as those of Spring, pooled-jms and Micrometer do.
     *
     * @throws IllegalArgumentException if it is not Restante's, or in a wrapper that does not pass that on
     */
    public static RestanteConsumer of(MessageConsumer consumer) {
        requireNonNull(consumer, "consumer");
        return of(consumer, consumer::getMessageSelector);
    }

    /**
     * The extension of a context's consumer, also of one in wrappers that pass {@link JMSConsumer#getMessageSelector}
     * on.
     *
     * @throws IllegalArgumentException if it is not Restante's, or in a wrapper that does not pass that on
     */
    public static RestanteConsumer of(JMSConsumer consumer) {
        requireNonNull(consumer, "consumer");
        return of(consumer, consumer::getMessageSelector);
    }

    private static RestanteConsumer of(Object candidate, BehindWrappers.Call... calls) {
        ExtendedConsumer found =
                candidate instanceof ExtendedConsumer own ? own : BehindWrappers.find(ExtendedConsumer.class, calls);
        if (found != null) {
            return new RestanteConsumer(found.access());
        }
        throw new IllegalArgumentException(
                "Not a consumer of Restante: " + candidate.getClass().getName());
    }

    /**
     * Gives what the consumer receives from now on, also by a listener, a lock duration of its own, which
     * {@link PeekLock#renew} extends the lock by. Nothing is changed on the queue, nor for other consumers (VIS-11).
     *
     * @param lockDuration 0 s to 12 h, with the meaning that it has as a queue's option, or null for that of the queue
     *     or subscription, as it is then
     * @throws IllegalArgumentException if it is out of its range
     * @throws JMSException with {@code RESTANTE-ILLEGAL-STATE} if the session has another mode than
     *     {@code CLIENT_ACKNOWLEDGE} and {@link RestanteMessagingModes#INDIVIDUAL_ACKNOWLEDGE}: its messages are not
     *     under a lock that could run out
     */
    public void setLockDuration(@Nullable Duration lockDuration) throws JMSException {
        access.lockDuration(lockDuration == null ? null : ReceiveOptions.checkedLockDuration(lockDuration));
    }

    /** The lock duration of its own; null (the default) for that of the queue or subscription. */
    public @Nullable Duration getLockDuration() throws JMSException {
        return access.lockDuration();
    }

    /**
     * Receives the next message as the options say, and waits for it as {@link MessageConsumer#receive(long)} does.
     *
     * @param timeout in milliseconds; 0 waits for ever
     * @return null at the end of the time, or if the consumer was closed meanwhile
     * @throws JMSException as {@code MessageConsumer} does, and with {@code RESTANTE-ILLEGAL-STATE} if the session's
     *     mode does not allow an option
     */
    public @Nullable Message receive(ReceiveOptions options, long timeout) throws JMSException {
        return first(receiveAll(options, 1, checkedTimeout(timeout)));
    }

    /**
     * Receives a message as the options say, if there is one, as {@link MessageConsumer#receiveNoWait} does.
     *
     * @return null if there is none
     * @throws JMSException as {@link #receive(ReceiveOptions, long)}
     */
    public @Nullable Message receiveNoWait(ReceiveOptions options) throws JMSException {
        return first(receiveAll(options, 1, ReceiveCall.NO_WAIT));
    }

    /**
     * Receives several messages at once. It waits for the first as {@link #receive(ReceiveOptions, long)} does, and
     * takes with it what else is there then. The session's mode treats each as if it had been received by a call of its
     * own.
     *
     * @param maxMessages 1 to 1,000
     * @param timeout in milliseconds; 0 waits for ever
     * @return in order; empty where {@code receive} would return null
     * @throws IllegalArgumentException if {@code maxMessages} is out of its range
     * @throws JMSException as {@link #receive(ReceiveOptions, long)}, if there is not even a first message
     */
    public List<Message> receiveSeveral(ReceiveOptions options, int maxMessages, long timeout) throws JMSException {
        if (maxMessages < 1 || maxMessages > MOST_MESSAGES) {
            throw new IllegalArgumentException("maxMessages " + maxMessages + " is not within 1 to " + MOST_MESSAGES);
        }
        return receiveAll(options, maxMessages, checkedTimeout(timeout));
    }

    private List<Message> receiveAll(ReceiveOptions options, int maxMessages, long timeoutMillis) throws JMSException {
        requireNonNull(options, "options");
        return access.receive(new ReceiveCall(timeoutMillis, maxMessages, options.lockDuration(), options.attemptId()));
    }

    /**
     * Receives deferred messages of the queue or subscription that the consumer receives from (RCV-11, DEF-02), as its
     * session's mode says. Numbers that are not those of a deferred message are passed over, and so are messages that
     * the consumer would not receive: its selector does not match them, or they are of a message group that somebody
     * else has accepted (DEF-03). They are taken in one transaction: where the store fails, all are still deferred.
     * Whichever way one comes back unsettled, it is deferred again (DEF-01).
     *
     * @param sequenceNumbers as {@link PeekLock#sequenceNumber} gave them
     * @param options of which the lock duration applies
     * @return empty if there are none
     * @throws IllegalArgumentException if the options have an attempt id: sequence numbers say which messages are meant
     * @throws JMSException with {@code RESTANTE-ILLEGAL-STATE} if the session's mode does not allow a lock duration; if
     *     the consumer is closed or the store fails
     */
    public List<Message> receiveDeferred(Collection<Long> sequenceNumbers, ReceiveOptions options) throws JMSException {
        return access.receiveDeferred(RestanteSession.checkedNumbers(sequenceNumbers, options), options.lockDuration());
    }

    /** Receives deferred messages as {@link #receiveDeferred(Collection, ReceiveOptions)} does, without options. */
    public List<Message> receiveDeferred(Collection<Long> sequenceNumbers) throws JMSException {
        return receiveDeferred(sequenceNumbers, ReceiveOptions.defaults());
    }

    /**
     * Receives a deferred message as {@link #receiveDeferred(Collection, ReceiveOptions)} does.
     *
     * @return null if the consumer gets no deferred message of that number
     */
    public @Nullable Message receiveDeferred(long sequenceNumber) throws JMSException {
        return first(receiveDeferred(List.of(sequenceNumber)));
    }

    /**
     * Lists deferred messages of the queue or subscription by ascending sequence number, without locking or receiving
     * them, whatever the consumer's selector.
     *
     * @param afterSequenceNumber the last of the page before, 0 for the first page
     * @param limit at most so many, 1 or more
     * @throws IllegalArgumentException if the limit is less than 1
     * @throws JMSException if the consumer is closed or the store fails
     */
    public List<Message> listDeferred(long afterSequenceNumber, int limit) throws JMSException {
        return access.listDeferred(afterSequenceNumber, RestanteSession.checkedLimit(limit));
    }

    /**
     * Accepts a message group of the queue or subscription (GRP-04, GRP-05), as {@link RestanteSession#acceptGroup}
     * does of a queue. What is received of the group, its group's consumer receives, for the session of this one; what
     * this consumer's selector does not match of it, nobody gets meanwhile. The group stays accepted when this consumer
     * is closed. Until both are closed, the subscription has a consumer: an unshared one allows no other.
     *
     * @param groupId its {@code JMSXGroupID}, not empty
     * @throws IllegalArgumentException if the group id is empty
     * @throws JMSException with {@code RESTANTE-GROUP-LOCKED} if somebody else has it, or messages of it that are not
     *     settled, this consumer's session included; with {@code RESTANTE-ILLEGAL-STATE} if this is the consumer of an
     *     accepted group; if the consumer is closed or the store fails
     */
    public RestanteGroup acceptGroup(String groupId) throws JMSException {
        return new RestanteGroup(access.acceptGroup(RestanteSession.checkedGroupId(groupId)));
    }

    /**
     * Accepts the group of the first message whose group nobody has, and waits for one; else as {@link #acceptGroup}.
     * The connection must be started.
     *
     * @param timeout in milliseconds; 0 waits for ever
     * @return empty at the end of the time, or if the session was closed meanwhile
     * @throws IllegalArgumentException if the timeout is negative
     * @throws JMSException if the consumer is closed or the store fails
     */
    public Optional<RestanteGroup> acceptAnyGroup(long timeout) throws JMSException {
        return Optional.ofNullable(access.acceptAnyGroup(checkedTimeout(timeout)))
                .map(RestanteGroup::new);
    }

    /**
     * Accepts the group of the first message whose group nobody has, if there is one now; else as
     * {@link #acceptAnyGroup}.
     */
    public Optional<RestanteGroup> acceptAnyGroupNoWait() throws JMSException {
        return Optional.ofNullable(access.acceptAnyGroup(ReceiveCall.NO_WAIT)).map(RestanteGroup::new);
    }

    private static @Nullable Message first(List<Message> messages) {
        return messages.isEmpty() ? null : messages.get(0);
    }

    private static long checkedTimeout(long timeoutMillis) {
        if (timeoutMillis < 0) {
            throw new IllegalArgumentException("the timeout " + timeoutMillis + " ms is negative");
        }
        return timeoutMillis;
    }
}
