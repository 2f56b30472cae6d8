package dev.restante.jms.receive;

import dev.restante.broker.BrokerException;
import dev.restante.broker.ReceiverOptions;
import dev.restante.jms.core.BoundedCalls;
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

/** The receive calls of a consumer beyond Jakarta Messaging. */
final class ExtendedReceiving implements ConsumerAccess {

    private static final Logger LOG = LoggerFactory.getLogger(ExtendedReceiving.class);

    private final ReceivingConsumer consumer;
    private final SessionServices session;
    private final Supplier<Entity> entity;
    private final ReceiverOptions options;
    private final UsedGroup group;

    /**
     * Of one consumer.
     *
     * @param entity what it receives from, as it is now
     * @param options of its receiver
     * @param group the only one that it receives
     */
    ExtendedReceiving(
            ReceivingConsumer consumer,
            SessionServices session,
            Supplier<Entity> entity,
            ReceiverOptions options,
            UsedGroup group) {
        this.consumer = consumer;
        this.session = session;
        this.entity = entity;
        this.options = options;
        this.group = group;
    }

    @Override
    public List<Message> receiveDeferred(Collection<Long> sequenceNumbers, @Nullable Duration own) throws JMSException {
        consumer.checkUsable();
        Duration lockDuration = own != null ? own : consumer.lockDuration();
        group.use();
        try {
            return calls().make(() ->
                    DeferredMessages.receive(session, entity.get(), sequenceNumbers, options, lockDuration));
        } finally {
            group.endUse();
        }
    }

    private BoundedCalls calls() {
        return session.connection().calls();
    }

    @Override
    public List<Message> listDeferred(long afterSequenceNumber, int limit) throws JMSException {
        consumer.checkUsable();
        return calls().make(
                        () -> DeferredMessages.list(session.connection(), entity.get(), afterSequenceNumber, limit));
    }

    @Override
    public AcceptedGroup acceptGroup(String groupId) throws JMSException {
        consumer.checkUsable();
        group.refuseOthers();
        return calls().make(() -> AcceptedGroup.named(session, entity.get(), consumer::further, groupId));
    }

    @Override
    public @Nullable AcceptedGroup acceptAnyGroup(long timeoutMillis) throws JMSException {
        consumer.checkUsable();
        group.refuseOthers();
        return calls().makeOrNull(() -> AcceptedGroup.any(session, consumer::further, timeoutMillis));
    }

    @Override
    public void lockDuration(@Nullable Duration own) throws JMSException {
        consumer.checkUsable();
        if (own != null) {
            session.checkPeekLock("A lock duration");
        }
        consumer.lockDuration(own);
    }

    @Override
    public @Nullable Duration lockDuration() throws JMSException {
        consumer.checkUsable();
        return consumer.lockDuration();
    }

    @Override
    public List<Message> receive(ReceiveCall call) throws JMSException {
        consumer.checkUsable();
        if (call.lockDuration() != null) {
            session.checkPeekLock("A lock duration");
        }
        Duration own = call.lockDuration() != null ? call.lockDuration() : consumer.lockDuration();
        ReceiveCalls.Taking<List<Message>> taking = now -> several(now, call.maxMessages(), own);
        String attemptId = call.attemptId();
        if (attemptId != null) {
            session.checkPeekLock("An attempt id");
            session.mode().checkAttempts();
            taking = new RepeatableReceive(session, entity, attemptId, call.maxMessages(), own, taking)::take;
        }
        List<Message> received = call.timeoutMillis() == ReceiveCall.NO_WAIT
                ? consumer.takeInsideNow(taking)
                : consumer.takeInside(ReceiveCalls.deadlineNanos(call.timeoutMillis()), taking);
        return received == null ? List.of() : received;
    }

    private @Nullable List<Message> several(boolean now, int maxMessages, @Nullable Duration own) throws JMSException {
        Message first = consumer.next(now, own, message -> message);
        if (first == null) {
            return null;
        }
        List<Message> messages = new ArrayList<>();
        for (Message next = first; next != null; ) {
            messages.add(next);
            next = messages.size() < maxMessages ? further(own, messages.size()) : null;
        }
        return messages;
    }

    /**
     * What has been received must reach the application, whatever happens to the next one; a further receive will tell.
     */
    private @Nullable Message further(@Nullable Duration own, int received) {
        try {
            return consumer.next(true, own, message -> message);
        } catch (JMSException | RuntimeException failure) {
            if (failure instanceof BrokerException refused && refused.reason() == BrokerException.Reason.INTERRUPTED) {
                // The thread is still interrupted, which says enough.
                return null;
            }
            LOG.info("Only {} messages were received together", received, failure);
            return null;
        }
    }
}
