package dev.restante;

import static java.util.Objects.requireNonNull;

import dev.restante.jms.core.WrappedObjectFinder;
import dev.restante.jms.receive.ConsumerExtension;
import dev.restante.jms.receive.JmsConsumer;
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
 * Wrapper of a JMS consumer with operations that JMS lacks: batch receive, deferred messages, message groups and lock
 * durations. It supports consumers of queues and of all kinds of subscriptions, created by a session or a context. Not
 * thread-safe, like the consumer itself. A null argument that is not allowed causes a {@link NullPointerException} with
 * its name.
 */
public final class RestanteConsumer {

    private static final int MAX_MESSAGES = 1_000;

    private final ConsumerExtension extension;

    private RestanteConsumer(ConsumerExtension extension) {
        this.extension = extension;
    }

    /**
     * Returns the extension of a consumer. The consumer can be in a wrapper of a pool, cache or instrumentation that
     * delegates {@link MessageConsumer#getMessageSelector}, such as in Spring, pooled-jms and Micrometer.
     *
     * @throws IllegalArgumentException if the consumer does not belong to Restante, or its wrapper does not delegate
     *     that method
     */
    public static RestanteConsumer of(MessageConsumer consumer) {
        requireNonNull(consumer, "consumer");
        return of(consumer, consumer::getMessageSelector);
    }

    /**
     * Returns the extension of a context's consumer, also in a wrapper that delegates
     * {@link JMSConsumer#getMessageSelector}.
     *
     * @throws IllegalArgumentException if the consumer does not belong to Restante, or its wrapper does not delegate
     *     that method
     */
    public static RestanteConsumer of(JMSConsumer consumer) {
        requireNonNull(consumer, "consumer");
        return of(consumer, consumer::getMessageSelector);
    }

    private static RestanteConsumer of(Object candidate, WrappedObjectFinder.ProbeCall... calls) {
        return new RestanteConsumer(
                new ConsumerExtension(WrappedObjectFinder.find(JmsConsumer.class, "consumer", candidate, calls)));
    }

    /**
     * Sets the lock duration of messages that the consumer or its listener receives from now on (VIS-11).
     * {@link PeekLock#renew} extends the lock by this duration, and other consumers are not affected.
     *
     * @param lockDuration 0 s to 12 h, as in the option of a queue; null for the current lock duration of the queue or
     *     subscription
     * @throws IllegalArgumentException if the duration is out of range
     * @throws JMSException with {@code RESTANTE-ILLEGAL-STATE} unless the session mode is {@code CLIENT_ACKNOWLEDGE} or
     *     {@link RestanteSessionModes#INDIVIDUAL_ACKNOWLEDGE}, because other modes have no lock that could expire
     */
    public void setLockDuration(@Nullable Duration lockDuration) throws JMSException {
        extension.setLockDuration(lockDuration == null ? null : ReceiveOptions.checkedLockDuration(lockDuration));
    }

    /**
     * Returns the consumer's own lock duration; null, the default, for the lock duration of the queue or subscription.
     */
    public @Nullable Duration getLockDuration() throws JMSException {
        return extension.getLockDuration();
    }

    /**
     * Receives the next message with options, and waits for it as {@link MessageConsumer#receive(long)} does.
     *
     * @param timeout the timeout in milliseconds; 0 waits indefinitely
     * @return null after the timeout, or if the consumer was closed meanwhile
     * @throws JMSException as {@code MessageConsumer} does, and with {@code RESTANTE-ILLEGAL-STATE} if the session mode
     *     does not allow an option
     */
    public @Nullable Message receive(ReceiveOptions options, long timeout) throws JMSException {
        return first(receiveAll(options, 1, checkedTimeout(timeout)));
    }

    /**
     * Receives an available message with options, as {@link MessageConsumer#receiveNoWait} does.
     *
     * @return null if no message is available
     * @throws JMSException as {@link #receive(ReceiveOptions, long)}
     */
    public @Nullable Message receiveNoWait(ReceiveOptions options) throws JMSException {
        return first(receiveAll(options, 1, ReceiveCall.NO_WAIT));
    }

    /**
     * Receives several messages. Waits for the first message as {@link #receive(ReceiveOptions, long)} does, and adds
     * further messages that are available then. The session mode treats each message as if a separate call received it.
     *
     * @param maxMessages 1 to 1,000
     * @param timeout the timeout in milliseconds; 0 waits indefinitely
     * @return the messages in order; empty if {@code receive} would return null
     * @throws IllegalArgumentException if {@code maxMessages} is out of range
     * @throws JMSException as {@link #receive(ReceiveOptions, long)}, if not even a first message is received
     */
    public List<Message> receiveBatch(ReceiveOptions options, int maxMessages, long timeout) throws JMSException {
        if (maxMessages < 1 || maxMessages > MAX_MESSAGES) {
            throw new IllegalArgumentException("maxMessages " + maxMessages + " is not within 1 to " + MAX_MESSAGES);
        }
        return receiveAll(options, maxMessages, checkedTimeout(timeout));
    }

    private List<Message> receiveAll(ReceiveOptions options, int maxMessages, long timeoutMillis) throws JMSException {
        requireNonNull(options, "options");
        return extension.receive(
                new ReceiveCall(timeoutMillis, maxMessages, options.lockDuration(), options.attemptId()));
    }

    /**
     * Receives deferred messages of the consumer's queue or subscription (RCV-11, DEF-02), according to the session
     * mode. Ignores numbers without a deferred message, messages that the selector does not match, and messages of a
     * group that another session has accepted (DEF-03). One transaction acquires all messages, so that all stay
     * deferred if the store fails. A message that is released without settlement is deferred again (DEF-01).
     *
     * @param sequenceNumbers numbers from {@link PeekLock#sequenceNumber}
     * @param options the options, of which only the lock duration applies
     * @return the messages; empty if there are none
     * @throws IllegalArgumentException if the options have an attempt id, which is meaningless with sequence numbers
     * @throws JMSException with {@code RESTANTE-ILLEGAL-STATE} if the session mode does not allow a lock duration; if
     *     the consumer is closed or the store fails
     */
    public List<Message> receiveDeferred(Collection<Long> sequenceNumbers, ReceiveOptions options) throws JMSException {
        return extension.receiveDeferred(
                RestanteSession.checkedNumbers(sequenceNumbers, options), options.lockDuration());
    }

    /** Receives deferred messages with default options; see {@link #receiveDeferred(Collection, ReceiveOptions)}. */
    public List<Message> receiveDeferred(Collection<Long> sequenceNumbers) throws JMSException {
        return receiveDeferred(sequenceNumbers, ReceiveOptions.defaults());
    }

    /**
     * Receives a deferred message; see {@link #receiveDeferred(Collection, ReceiveOptions)}.
     *
     * @return null if the consumer gets no deferred message with this number
     */
    public @Nullable Message receiveDeferred(long sequenceNumber) throws JMSException {
        return first(receiveDeferred(List.of(sequenceNumber)));
    }

    /**
     * Returns deferred messages of the queue or subscription by ascending sequence number, without locking or receiving
     * them. Ignores the selector of the consumer.
     *
     * @param afterSequenceNumber the last number of the previous page, 0 for the first page
     * @param limit the largest number of messages, at least 1
     * @throws IllegalArgumentException if the limit is less than 1
     * @throws JMSException if the consumer is closed or the store fails
     */
    public List<Message> listDeferred(long afterSequenceNumber, int limit) throws JMSException {
        return extension.listDeferred(afterSequenceNumber, RestanteSession.checkedLimit(limit));
    }

    /**
     * Accepts a message group of the queue or subscription (GRP-04, GRP-05), as {@link RestanteSession#acceptGroup}
     * does for a queue. The consumer of the accepted group receives its messages in this session. No consumer receives
     * messages of the group that the selector of this consumer does not match. The group stays accepted after this
     * consumer is closed. An unshared subscription allows no other consumer until both are closed.
     *
     * @param groupId the {@code JMSXGroupID}, not empty
     * @throws IllegalArgumentException if the group id is empty
     * @throws JMSException with {@code RESTANTE-GROUP-LOCKED} if another consumer holds the group, or this session has
     *     unsettled messages of it. With {@code RESTANTE-ILLEGAL-STATE} if this is the consumer of an accepted group.
     *     Also if the consumer is closed or the store fails
     */
    public RestanteMessageGroup acceptGroup(String groupId) throws JMSException {
        return new RestanteMessageGroup(extension.acceptGroup(RestanteSession.checkedGroupId(groupId)));
    }

    /**
     * Waits for a message of a group that no consumer holds, and accepts this group; see {@link #acceptGroup}. The
     * connection must be started.
     *
     * @param timeout the timeout in milliseconds; 0 waits indefinitely
     * @return empty after the timeout, or if the session was closed meanwhile
     * @throws IllegalArgumentException if the timeout is negative
     * @throws JMSException if the consumer is closed or the store fails
     */
    public Optional<RestanteMessageGroup> acceptAnyGroup(long timeout) throws JMSException {
        return Optional.ofNullable(extension.acceptAnyGroup(checkedTimeout(timeout)))
                .map(RestanteMessageGroup::new);
    }

    /**
     * Accepts the group of the first message whose group no consumer holds, without waiting; see
     * {@link #acceptAnyGroup}.
     */
    public Optional<RestanteMessageGroup> acceptAnyGroupNoWait() throws JMSException {
        return Optional.ofNullable(extension.acceptAnyGroup(ReceiveCall.NO_WAIT))
                .map(RestanteMessageGroup::new);
    }

    private static @Nullable Message first(List<Message> messages) {
        return messages.isEmpty() ? null : messages.get(0);
    }

    private static long checkedTimeout(long timeoutMillis) {
        if (timeoutMillis < 0) {
            throw new IllegalArgumentException("The timeout " + timeoutMillis + " ms is negative");
        }
        return timeoutMillis;
    }
}
