package dev.restante.jms.receive;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.BrokerException;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.WakeUpListener;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.core.ConsumedEntity;
import dev.restante.jms.core.DeliveryGate;
import dev.restante.jms.core.WakeSignal;
import dev.restante.jms.core.WrappedObjectFinder;
import dev.restante.jms.error.UncheckedCalls.NullableCheckedCall;
import dev.restante.jms.mode.AcknowledgementMode;
import dev.restante.jms.receive.BlockingReceive.PollAttempt;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.selector.Selector;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Base class of {@link QueueConsumer} and {@link SubscriptionConsumer}, which polls the broker for messages and returns
 * them to the application or passes them to its listener.
 *
 * <p>A receive call that finds no message waits for a wake-up of the receiver. For a listener, the {@link ListenerPump}
 * of the session polls. One application thread receives, or the pump delivers, and any thread may close. Messages are
 * delivered inside the session's {@link DeliveryGate}, so that stop and close can wait.
 */
public abstract sealed class JmsConsumer implements MessageConsumer, SessionConsumer
        permits QueueConsumer, SubscriptionConsumer {

    private static final Logger LOG = LoggerFactory.getLogger(JmsConsumer.class);

    private static final MessageReader NO_READER = message -> {};

    /** Reader of a message before it counts as received. An exception makes the message count as unreadable. */
    @FunctionalInterface
    public interface MessageReader {
        void read(Message message) throws JMSException;
    }

    private final SessionServices session;
    private final Destination destination;
    private final ConsumedEntity source;
    private final @Nullable String selectorText;
    private final DeliveryGate gate;
    private final DeliveryGate.ConsumerEntry gateEntry = new DeliveryGate.ConsumerEntry();
    private final WakeSignal receiveSignal = new WakeSignal();
    private final ReceiverOptions options;
    private final Receiver receiver;
    private final ConsumerGroupLock groupLock;
    private final BlockingReceive blockingReceive;

    private volatile @Nullable MessageListener listener;
    private volatile boolean closed;

    /** Reader of the message before it counts as received; set by the receiving thread. */
    private MessageReader reader = NO_READER;

    /** Lock duration that overrides the lock duration of the entity (VIS-11), or null. */
    private volatile @Nullable Duration lockDuration;

    /** True if the last poll for the listener found nothing; used only by the thread of the pump. */
    private boolean waitingForWakeUp;

    private final AtomicBoolean queued = new AtomicBoolean();

    /**
     * Opens a receiver, and adds this consumer to the users of its queue or subscription.
     *
     * @param selectorText the selector that the application specified; null for all messages
     * @param selector the filter of the receiver; null for all messages, or if the subscription itself applies the
     *     selector
     * @param participant the lock mode and the group settings
     */
    JmsConsumer(
            SessionServices session,
            Destination destination,
            ConsumedEntity source,
            @Nullable String selectorText,
            @Nullable Selector selector,
            ReceivingParticipant participant)
            throws JMSException {
        this.session = session;
        this.groupLock = new ConsumerGroupLock(participant.group());
        this.destination = destination;
        this.source = source;
        this.selectorText = selectorText;
        this.gate = session.gate();
        this.options = new ReceiverOptions(
                participant.lockMode(), selector, participant.participant(), participant.assignsGroups());
        this.receiver = openReceiver(session.connection());
        this.blockingReceive = new BlockingReceive(session, receiver, gateEntry, receiveSignal, groupLock);
        LOG.debug(
                "A consumer of '{}' was opened, selector: {}",
                DisplayText.shorten(source.entity().name()),
                selectorText != null);
    }

    private Receiver openReceiver(ConnectionServices connection) throws JMSException {
        source.acquire();
        try {
            return connection
                    .boundedCalls()
                    .call(() -> connection.broker().openReceiver(source.entity(), options, wakeUp()));
        } catch (JMSException | RuntimeException refused) {
            source.release(connection.pendingConsumers());
            throw refused;
        }
    }

    private WakeUpListener wakeUp() {
        return new WakeUpListener() {
            @Override
            public void run() {
                wake();
            }

            @Override
            public boolean isBusy() {
                return listener != null && session.isInListenerCall();
            }
        };
    }

    @Override
    public final void wake() {
        receiveSignal.signal();
        if (listener != null) {
            session.wakeListener(this);
        }
    }

    @Override
    public final boolean markQueued() {
        return queued.compareAndSet(false, true);
    }

    @Override
    public final @Nullable Message receive() throws JMSException {
        return receiveUntil(WakeSignal.NO_DEADLINE, now -> pollMessage(now, requestedLockDuration()));
    }

    @Override
    public final @Nullable Message receive(long timeout) throws JMSException {
        return receiveUntil(BlockingReceive.deadlineNanos(timeout), now -> pollMessage(now, requestedLockDuration()));
    }

    @Override
    public final @Nullable Message receiveNoWait() throws JMSException {
        return receiveWithin(ReceiveCall.NO_WAIT, now -> pollMessage(now, requestedLockDuration()));
    }

    /** Calls a receive method that instrumentation agents observe, with a reader of the message. */
    public final @Nullable Message receiveWith(MessageReader messageReader, NullableCheckedCall<Message> receive)
            throws JMSException {
        reader = messageReader;
        try {
            return receive.call();
        } finally {
            reader = NO_READER;
        }
    }

    /**
     * Repeats an attempt until it receives something or the timeout ends.
     *
     * @param timeoutMillis the time to wait: 0 for no limit, {@link ReceiveCall#NO_WAIT} for no wait
     */
    final <T> @Nullable T receiveWithin(long timeoutMillis, PollAttempt<T> attempt) throws JMSException {
        return timeoutMillis == ReceiveCall.NO_WAIT
                ? receiveObserved(() -> blockingReceive.receiveNow(attempt))
                : receiveUntil(BlockingReceive.deadlineNanos(timeoutMillis), attempt);
    }

    private <T> @Nullable T receiveUntil(long deadlineNanos, PollAttempt<T> attempt) throws JMSException {
        return receiveObserved(() -> blockingReceive.receive(deadlineNanos, attempt));
    }

    private <T> @Nullable T receiveObserved(NullableCheckedCall<T> call) throws JMSException {
        checkReceivable();
        long startNanos = session.connection().instrumentation().startReceive();
        T taken = session.connection().boundedCalls().callNullable(call);
        ApplicationDelivery.reportReceived(session, startNanos, taken);
        return taken;
    }

    /**
     * Returns the next message or null. Must be called inside the gate.
     *
     * @param askStore true to fetch from the store if no message is prefetched
     * @param lockDurationOverride the lock duration, or null for the lock duration of the entity
     */
    final @Nullable Message pollMessage(boolean askStore, @Nullable Duration lockDurationOverride) throws JMSException {
        AcknowledgementMode mode = session.mode();
        mode.beforeReceive();
        while (true) {
            InFlightDelivery delivery = pollDelivery(askStore, lockDurationOverride);
            if (delivery == null) {
                return null;
            }
            Message message = ApplicationDelivery.createMessage(session, delivery);
            if (message == null) {
                continue;
            }
            try {
                reader.read(message);
            } catch (JMSException | RuntimeException | Error unreadable) {
                mode.onUnreadableBody(delivery);
                throw unreadable;
            }
            if (mode.onReceived(delivery)) {
                return message;
            }
        }
    }

    /** Returns the next delivery or null, for a caller without a message object. Must be called inside the gate. */
    final @Nullable InFlightDelivery pollDelivery(boolean askStore, @Nullable Duration lockDurationOverride) {
        return askStore ? receiver.pollOrFetch(lockDurationOverride) : receiver.pollPrefetched(lockDurationOverride);
    }

    private void checkReceivable() throws JMSException {
        checkUsable();
        session.rejectConsumerReceive();
        if (listener != null) {
            throw new IllegalStateException(
                    "The consumer of " + DisplayText.quote(String.valueOf(destination))
                            + " has a message listener, so it cannot receive synchronously. Remove the listener, or"
                            + " create another consumer.",
                    ErrorCodes.ILLEGAL_STATE);
        }
    }

    @Override
    public final boolean deliver() throws JMSException {
        // Reset before the poll: a later wake-up queues the consumer again.
        queued.set(false);
        MessageListener called = listener;
        if (called == null || closed) {
            return false;
        }
        if (!gate.enter(gateEntry)) {
            waitingForWakeUp = false;
            receiver.stopPolling();
            return false;
        }
        try {
            return session.connection().boundedCalls().call(() -> deliverTo(called));
        } finally {
            gate.leave(gateEntry);
        }
    }

    private boolean deliverTo(MessageListener called) throws JMSException {
        session.beforeNextReceive();
        session.mode().beforeReceive();
        InFlightDelivery delivery = receiver.pollPrefetched(requestedLockDuration());
        waitingForWakeUp = delivery == null;
        if (delivery == null) {
            return false;
        }
        session.beforeListenerCall();
        ApplicationDelivery.deliverToListener(session, delivery, called);
        session.afterSettlement();
        return true;
    }

    @Override
    public final void pauseIfWaiting() {
        if (waitingForWakeUp) {
            waitingForWakeUp = false;
            receiver.stopPolling();
        }
    }

    @Override
    public final @Nullable MessageListener getMessageListener() throws JMSException {
        checkUsable();
        return listener;
    }

    @Override
    public final void setMessageListener(@Nullable MessageListener next) throws JMSException {
        checkUsable();
        session.checkListenerAllowed(next);
        if (next != null) {
            session.rejectConsumerReceive();
        }
        if (next != null && listener == null) {
            groupLock.acquire();
        } else if (next == null && listener != null) {
            groupLock.release();
        }
        listener = next;
        if (next != null) {
            session.wakeListener(this);
        } else {
            receiver.stopPolling();
        }
    }

    @Override
    public final @Nullable String getMessageSelector() throws JMSException {
        WrappedObjectFinder.onProbeCall(this);
        checkUsable();
        return selectorText;
    }

    /**
     * Opens another consumer of the queue or subscription in this session, which is closed independently.
     *
     * @param selector the filter in addition to the filter of this consumer
     */
    abstract JmsConsumer openSibling(Selector selector, ReceivingParticipant participant) throws JMSException;

    final SessionServices session() {
        return session;
    }

    /** Returns the queue or subscription with its current options. */
    final Entity entity() {
        return receiver.entity();
    }

    final ReceiverOptions options() {
        return options;
    }

    final ConsumerGroupLock groupLock() {
        return groupLock;
    }

    final void lockDuration(@Nullable Duration lockDurationOverride) {
        lockDuration = lockDurationOverride;
    }

    final @Nullable Duration lockDuration() {
        return lockDuration;
    }

    /**
     * Returns the lock duration that receives request, or null for the lock duration of the entity. Messages of an
     * accepted group request the latter, so that their locks are not renewed beyond the lock of their group (RCV-05).
     */
    final @Nullable Duration requestedLockDuration() {
        Duration own = lockDuration;
        return own == null && groupLock.hasGroup() ? entity().options().lockDuration() : own;
    }

    /** Returns the queue or subscription with its users. */
    final ConsumedEntity source() {
        return source;
    }

    final Destination destination() throws JMSException {
        checkUsable();
        return destination;
    }

    @Override
    public final void pause() {
        receiver.stopPolling();
    }

    final void checkUsable() throws JMSException {
        if (closed) {
            throw new IllegalStateException(
                    "The consumer of " + DisplayText.quote(String.valueOf(destination))
                            + " is closed. Create a new one.",
                    ErrorCodes.CLOSED);
        }
        session.check();
    }

    /**
     * Waits for the running receive call or listener, unless the listener itself calls this method (SES-14, SES-15).
     * Delivered messages stay with the session (SES-16).
     */
    @Override
    public final void close() throws JMSException {
        if (closed) {
            return;
        }
        closed = true;
        gate.close(gateEntry);
        receiveSignal.signal();
        session.connection().boundedCalls().run(() -> {
            if (!session.isOnListenerThread()) {
                gate.awaitIdle(gateEntry);
            }
            session.mode().awaitReturnedAcknowledged();
            closeWithSession();
        });
    }

    @Override
    public final void closeWithSession() {
        closed = true;
        session.unregister(this);
        LOG.debug(
                "A consumer of '{}' ends", DisplayText.shorten(receiver.entity().name()));
        try {
            receiver.close();
        } catch (BrokerException failure) {
            LOG.warn("Closing a consumer of {} failed", destination, failure);
        }
        groupLock.close();
        if (source.isSubscription()) {
            session.mode().awaitAcknowledgements();
        }
        source.release(session.connection().pendingConsumers());
    }
}
