package dev.restante.jms.receive;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.BrokerException;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.WakeUpListener;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.core.DeliveryGate;
import dev.restante.jms.core.WakeSignal;
import dev.restante.jms.core.WrappedObjectFinder;
import dev.restante.jms.error.UncheckedCalls;
import dev.restante.jms.mode.AcknowledgementMode;
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
import java.util.concurrent.atomic.AtomicReference;
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
public abstract sealed class JmsConsumer implements MessageConsumer, ExtendedConsumer, SessionConsumer, PollingConsumer
        permits QueueConsumer, SubscriptionConsumer {

    private static final Logger LOG = LoggerFactory.getLogger(JmsConsumer.class);

    private static final MessageReader<Message> IDENTITY = message -> message;

    private final SessionServices session;
    private final Destination destination;
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
    private MessageReader<Message> reader = IDENTITY;

    /** Lock duration that overrides the lock duration of the entity (VIS-11), or null. */
    private volatile @Nullable Duration lockDuration;

    /** True if the last poll for the listener found nothing; used only by the thread of the pump. */
    private boolean waitingForWakeUp;

    private final AtomicBoolean queued = new AtomicBoolean();

    /**
     * Opens a receiver.
     *
     * @param selectorText the selector that the application specified; null for all messages
     * @param selector the filter of the receiver; null for all messages, or if the subscription itself applies the
     *     selector
     * @param participant the lock mode and the group settings
     */
    JmsConsumer(
            SessionServices session,
            Destination destination,
            Entity entity,
            @Nullable String selectorText,
            @Nullable Selector selector,
            ReceivingParticipant participant)
            throws JMSException {
        this.session = session;
        this.groupLock =
                new ConsumerGroupLock(participant.group(), session.connection().translation());
        this.destination = destination;
        this.selectorText = selectorText;
        this.gate = session.gate();
        this.options = new ReceiverOptions(
                participant.lockMode(), selector, participant.participant(), participant.assignsGroups());
        ConnectionServices connection = session.connection();
        this.receiver =
                connection.boundedCalls().call(() -> connection.broker().openReceiver(entity, options, wakeUp()));
        this.blockingReceive = new BlockingReceive(session, receiver, gateEntry, receiveSignal, groupLock);
        LOG.debug(
                "A consumer of '{}' was opened, selector: {}",
                DisplayText.shorten(entity.name()),
                selectorText != null);
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

    /** Wakes a waiting receive call or the pump, without taking a lock. */
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
        return receive(WakeSignal.NO_DEADLINE, reader);
    }

    @Override
    public final @Nullable Message receive(long timeout) throws JMSException {
        return receive(BlockingReceive.deadlineNanos(timeout), reader);
    }

    @Override
    public final @Nullable Message receiveNoWait() throws JMSException {
        return receiveNow(reader);
    }

    /**
     * Calls a receive method that instrumentation agents observe, and reads the message before it counts as received.
     */
    public final <T> @Nullable T receiving(MessageReader<T> wanted, UncheckedCalls.NullableCheckedCall<Message> receive)
            throws JMSException {
        AtomicReference<@Nullable T> read = new AtomicReference<>();
        reader = message -> {
            read.set(wanted.read(message));
            return message;
        };
        try {
            return receive.call() == null ? null : read.get();
        } finally {
            reader = IDENTITY;
        }
    }

    @Override
    public final <T> @Nullable T receiveBlocking(long deadlineNanos, BlockingReceive.PollAttempt<T> attempt)
            throws JMSException {
        checkReceivable();
        long startNanos = session.connection().instrumentation().startReceive();
        T taken =
                session.connection().boundedCalls().callNullable(() -> blockingReceive.receive(deadlineNanos, attempt));
        ApplicationDelivery.reportReceived(session, startNanos, taken);
        return taken;
    }

    @Override
    public final <T> @Nullable T receiveImmediately(BlockingReceive.PollAttempt<T> attempt) throws JMSException {
        checkReceivable();
        long startNanos = session.connection().instrumentation().startReceive();
        T taken = session.connection().boundedCalls().callNullable(() -> blockingReceive.receiveNow(attempt));
        ApplicationDelivery.reportReceived(session, startNanos, taken);
        return taken;
    }

    final <T> @Nullable T receive(long deadlineNanos, MessageReader<T> reader) throws JMSException {
        return receiveBlocking(deadlineNanos, now -> pollMessage(now, lockDuration, reader));
    }

    final <T> @Nullable T receiveNow(MessageReader<T> reader) throws JMSException {
        return receiveImmediately(now -> pollMessage(now, lockDuration, reader));
    }

    @Override
    public final @Nullable InFlightDelivery pollDelivery(boolean askStore, Duration lockDurationOverride) {
        return askStore ? receiver.pollOrFetch(lockDurationOverride) : receiver.pollPrefetched(lockDurationOverride);
    }

    @Override
    public final <T> @Nullable T pollMessage(
            boolean askStore, @Nullable Duration lockDurationOverride, MessageReader<T> reader) throws JMSException {
        AcknowledgementMode mode = session.mode();
        mode.beforeReceive();
        while (true) {
            InFlightDelivery delivery = askStore
                    ? receiver.pollOrFetch(lockDurationOverride)
                    : receiver.pollPrefetched(lockDurationOverride);
            if (delivery == null) {
                return null;
            }
            Message message = ApplicationDelivery.createMessage(session, delivery);
            if (message == null) {
                continue;
            }
            T result;
            try {
                result = reader.read(message);
            } catch (JMSException | RuntimeException | Error unreadable) {
                mode.onUnreadableBody(delivery);
                throw unreadable;
            }
            if (mode.onReceived(delivery)) {
                session.connection().lockRenewer().keepRenewed(delivery);
                return result;
            }
        }
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

    /**
     * Delivers the next message to the listener; called by the pump.
     *
     * @return true if there was a message
     */
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
        InFlightDelivery delivery = receiver.pollPrefetched(lockDuration);
        waitingForWakeUp = delivery == null;
        if (delivery == null) {
            return false;
        }
        session.beforeListenerCall();
        ApplicationDelivery.deliverToListener(session, delivery, called);
        session.afterSettlement();
        return true;
    }

    /** Passes a pending wake-up to other sessions while the pump is busy (SES-04). */
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

    @Override
    public final ConsumerExtension extension() {
        return new JmsConsumerExtension(this, session, receiver::entity, options, groupLock);
    }

    @Override
    public final void setLockDuration(@Nullable Duration lockDurationOverride) {
        lockDuration = lockDurationOverride;
    }

    @Override
    public final @Nullable Duration getLockDuration() {
        return lockDuration;
    }

    final Destination destination() throws JMSException {
        checkUsable();
        return destination;
    }

    /** Passes pending wake-ups to other receivers while the connection is stopped. */
    @Override
    public final void pause() {
        receiver.stopPolling();
    }

    @Override
    public final void checkUsable() throws JMSException {
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
        onClosed();
    }

    void onClosed() {}
}
