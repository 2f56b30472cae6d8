package dev.restante.jms.receive;

import dev.restante.broker.BrokerException;
import dev.restante.broker.ReceiverOptions;
import dev.restante.jms.core.BoundedCallExecutor;
import dev.restante.model.Entity;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Implementation of the consumer operations beyond Jakarta Messaging: lock duration, deferred messages, message groups,
 * and batch receive.
 */
final class JmsConsumerExtension implements ConsumerExtension {

    private static final Logger LOG = LoggerFactory.getLogger(JmsConsumerExtension.class);

    private final PollingConsumer consumer;
    private final SessionServices session;
    private final Supplier<Entity> entity;
    private final ReceiverOptions options;
    private final ConsumerGroupLock groupLock;

    /**
     * Creates the extension.
     *
     * @param entity returns the queue or subscription with its current options
     * @param options the options of the consumer's receiver
     */
    JmsConsumerExtension(
            PollingConsumer consumer,
            SessionServices session,
            Supplier<Entity> entity,
            ReceiverOptions options,
            ConsumerGroupLock groupLock) {
        this.consumer = consumer;
        this.session = session;
        this.entity = entity;
        this.options = options;
        this.groupLock = groupLock;
    }

    @Override
    public List<Message> receiveDeferred(Collection<Long> sequenceNumbers, @Nullable Duration lockDurationOverride)
            throws JMSException {
        consumer.checkUsable();
        Duration lockDuration = lockDurationOverride != null ? lockDurationOverride : consumer.getLockDuration();
        groupLock.acquire();
        try {
            return calls().call(() ->
                    JmsDeferredReceiver.receive(session, entity.get(), sequenceNumbers, options, lockDuration));
        } finally {
            groupLock.release();
        }
    }

    private BoundedCallExecutor calls() {
        return session.connection().boundedCalls();
    }

    @Override
    public List<Message> listDeferred(long afterSequenceNumber, int limit) throws JMSException {
        consumer.checkUsable();
        return calls().call(
                        () -> JmsDeferredReceiver.list(session.connection(), entity.get(), afterSequenceNumber, limit));
    }

    @Override
    public AcceptedGroup acceptGroup(String groupId) throws JMSException {
        consumer.checkUsable();
        groupLock.rejectOtherGroups();
        return calls().call(() -> AcceptedGroup.accept(session, entity.get(), consumer::openSibling, groupId));
    }

    @Override
    public @Nullable AcceptedGroup acceptAnyGroup(long timeoutMillis) throws JMSException {
        consumer.checkUsable();
        groupLock.rejectOtherGroups();
        return calls().callNullable(() -> AcceptedGroup.acceptAny(session, consumer::openSibling, timeoutMillis));
    }

    @Override
    public void setLockDuration(@Nullable Duration lockDurationOverride) throws JMSException {
        consumer.checkUsable();
        if (lockDurationOverride != null) {
            session.checkPeekLock("A lock duration");
        }
        consumer.setLockDuration(lockDurationOverride);
    }

    @Override
    public @Nullable Duration getLockDuration() throws JMSException {
        consumer.checkUsable();
        return consumer.getLockDuration();
    }

    @Override
    public List<Message> receive(ReceiveCall call) throws JMSException {
        consumer.checkUsable();
        if (call.lockDuration() != null) {
            session.checkPeekLock("A lock duration");
        }
        Duration lockDurationOverride = call.lockDuration() != null ? call.lockDuration() : consumer.getLockDuration();
        BlockingReceive.PollAttempt<List<Message>> attempt =
                now -> receiveBatch(now, call.maxMessages(), lockDurationOverride);
        String attemptId = call.attemptId();
        if (attemptId != null) {
            session.checkPeekLock("An attempt id");
            session.mode().checkAttemptIdAllowed();
            attempt = new RepeatableReceive(
                    session, entity, attemptId, call.maxMessages(), lockDurationOverride, attempt)::take;
        }
        List<Message> received = call.timeoutMillis() == ReceiveCall.NO_WAIT
                ? consumer.receiveImmediately(attempt)
                : consumer.receiveBlocking(BlockingReceive.deadlineNanos(call.timeoutMillis()), attempt);
        return received == null ? List.of() : received;
    }

    private @Nullable List<Message> receiveBatch(boolean now, int maxMessages, @Nullable Duration lockDurationOverride)
            throws JMSException {
        Message first = consumer.pollMessage(now, lockDurationOverride, message -> message);
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
            return consumer.pollMessage(true, lockDurationOverride, message -> message);
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
