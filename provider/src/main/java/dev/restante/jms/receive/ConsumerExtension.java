package dev.restante.jms.receive;

import dev.restante.broker.BrokerException;
import dev.restante.jms.core.BoundedCallExecutor;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Consumer operations beyond Jakarta Messaging, to which {@code RestanteConsumer} delegates: lock duration, deferred
 * messages, message groups, and batch receive.
 */
public final class ConsumerExtension {

    private static final Logger LOG = LoggerFactory.getLogger(ConsumerExtension.class);

    private final JmsConsumer consumer;
    private final SessionServices session;

    public ConsumerExtension(JmsConsumer consumer) {
        this.consumer = consumer;
        this.session = consumer.session();
    }

    /**
     * Receives deferred messages (DEF-02), except messages that this consumer would not receive.
     *
     * @param lockDurationOverride 0 s to 12 h, or null for the lock duration of the consumer
     */
    public List<Message> receiveDeferred(Collection<Long> sequenceNumbers, @Nullable Duration lockDurationOverride)
            throws JMSException {
        consumer.checkUsable();
        Duration lockDuration = lockDurationOverride != null ? lockDurationOverride : consumer.requestedLockDuration();
        consumer.groupLock().acquire();
        try {
            return calls().call(() -> JmsDeferredReceiver.receive(
                    session, consumer.entity(), sequenceNumbers, consumer.options(), lockDuration));
        } finally {
            consumer.groupLock().release();
        }
    }

    private BoundedCallExecutor calls() {
        return session.connection().boundedCalls();
    }

    /** Returns deferred messages by ascending sequence number without locking them. */
    public List<Message> listDeferred(long afterSequenceNumber, int limit) throws JMSException {
        consumer.checkUsable();
        return calls().call(() ->
                JmsDeferredReceiver.list(session.connection(), consumer.entity(), afterSequenceNumber, limit));
    }

    /** Accepts a message group, even if it has no messages. */
    public AcceptedGroup acceptGroup(String groupId) throws JMSException {
        consumer.checkUsable();
        consumer.groupLock().rejectOtherGroups();
        return calls().call(() -> AcceptedGroup.accept(session, consumer.entity(), consumer::openSibling, groupId));
    }

    /**
     * Accepts a group that has messages and is not held.
     *
     * @param timeoutMillis the time to wait for such a group; 0 for no limit, {@link ReceiveCall#NO_WAIT} for no wait
     * @return null if the timeout passes or the session is closed first
     */
    public @Nullable AcceptedGroup acceptAnyGroup(long timeoutMillis) throws JMSException {
        consumer.checkUsable();
        consumer.groupLock().rejectOtherGroups();
        return calls().callNullable(() -> AcceptedGroup.acceptAny(session, consumer::openSibling, timeoutMillis));
    }

    /**
     * Sets the lock duration for future receives (VIS-11).
     *
     * @param lockDurationOverride 0 s to 12 h, or null for the lock duration of the queue or subscription
     */
    public void setLockDuration(@Nullable Duration lockDurationOverride) throws JMSException {
        consumer.checkUsable();
        if (lockDurationOverride != null) {
            session.checkPeekLock("A lock duration");
        }
        consumer.lockDuration(lockDurationOverride);
    }

    public @Nullable Duration getLockDuration() throws JMSException {
        consumer.checkUsable();
        return consumer.lockDuration();
    }

    /** Receives messages; returns an empty list if the timeout passes or the consumer is closed first. */
    public List<Message> receive(ReceiveCall call) throws JMSException {
        consumer.checkUsable();
        if (call.lockDuration() != null) {
            session.checkPeekLock("A lock duration");
        }
        Duration lockDurationOverride = requestedLockDuration(call);
        BlockingReceive.PollAttempt<List<Message>> attempt =
                now -> receiveBatch(now, call.maxMessages(), lockDurationOverride);
        String attemptId = call.attemptId();
        if (attemptId != null) {
            session.checkPeekLock("An attempt id");
            session.mode().checkAttemptIdAllowed();
            attempt = new RepeatableReceive(
                    session, consumer::entity, attemptId, call.maxMessages(), lockDurationOverride, attempt)::take;
        }
        List<Message> received = consumer.receiveWithin(call.timeoutMillis(), attempt);
        return received == null ? List.of() : received;
    }

    /**
     * Returns the lock duration to request, or null for the lock duration of the entity. A receive with an attempt id
     * requests the latter, so that the locks of a lost response are not renewed (RCV-05).
     */
    private @Nullable Duration requestedLockDuration(ReceiveCall call) {
        Duration requested = call.lockDuration() != null ? call.lockDuration() : consumer.requestedLockDuration();
        return requested == null && call.attemptId() != null
                ? consumer.entity().options().lockDuration()
                : requested;
    }

    private @Nullable List<Message> receiveBatch(boolean now, int maxMessages, @Nullable Duration lockDurationOverride)
            throws JMSException {
        Message first = consumer.pollMessage(now, lockDurationOverride);
        if (first == null) {
            return null;
        }
        List<Message> messages = new ArrayList<>();
        for (Message next = first; next != null; ) {
            messages.add(next);
            next = messages.size() < maxMessages ? receiveNext(lockDurationOverride, messages.size()) : null;
        }
        return messages;
    }

    /**
     * Receives one more message, or returns null on failure, so that earlier messages of the batch reach the
     * application. The next receive call reports the failure.
     */
    private @Nullable Message receiveNext(@Nullable Duration lockDurationOverride, int received) {
        try {
            return consumer.pollMessage(true, lockDurationOverride);
        } catch (JMSException | RuntimeException failure) {
            if (failure instanceof BrokerException refused
                    && refused.reason() == BrokerException.BrokerErrorReason.INTERRUPTED) {
                // The interrupt flag of the thread is still set.
                return null;
            }
            LOG.info(
                    "A batch receive ended early with {} messages. The next receive call reports a lasting"
                            + " failure.",
                    received,
                    failure);
            return null;
        }
    }
}
