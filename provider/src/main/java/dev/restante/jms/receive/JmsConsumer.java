package dev.restante.jms.receive;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.BrokerException;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.WakeUp;
import dev.restante.jms.core.BehindWrappers;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.core.DeliveryGate;
import dev.restante.jms.core.WakeSignal;
import dev.restante.jms.error.UncheckedCalls;
import dev.restante.jms.mode.AcknowledgementMode;
import dev.restante.model.Entity;
import dev.restante.model.ShownText;
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
 * A consumer of a queue or subscription. It pulls: a receive call polls the broker's receiver and, where there is
 * nothing, waits for its wake-up; with a listener the session's pump polls.
 *
 * <p>Threads: one application thread receives, or the pump delivers; any thread may close; the broker wakes. Whatever
 * hands a message over is inside the session's {@link DeliveryGate} meanwhile, so that stop and close can wait for it.
 */
public abstract sealed class JmsConsumer
        implements MessageConsumer, ExtendedConsumer, SessionConsumer, ReceivingConsumer
        permits QueueConsumer, SubscriptionConsumer {

    private static final Logger LOG = LoggerFactory.getLogger(JmsConsumer.class);

    private static final Reading<Message> ITSELF = message -> message;

    private final SessionServices session;
    private final Destination destination;
    private final @Nullable String selectorText;
    private final DeliveryGate gate;
    private final DeliveryGate.Entrant entrant = new DeliveryGate.Entrant();
    private final WakeSignal receiveSignal = new WakeSignal();
    private final ReceiverOptions options;
    private final Receiver receiver;
    private final UsedGroup group;
    private final ReceiveCalls calls;

    private volatile @Nullable MessageListener listener;
    private volatile boolean closed;

    /** What is read of a message before it counts as received; set by the thread that receives. */
    private Reading<Message> reading = ITSELF;

    /** What it asks for in place of the entity's lock duration (VIS-11), or null. */
    private volatile @Nullable Duration lockDuration;

    /** Whether its listener's last poll found nothing; used by the pump's thread alone. */
    private boolean awaitsWakeUp;

    /** Whether the pump is to look at it. */
    private final AtomicBoolean enlisted = new AtomicBoolean();

    /**
     * Opens a receiver.
     *
     * @param selectorText what the application was told that it gets; null for everything
     * @param selector what is taken of the entity; null for everything, as of a subscription, which gets nothing else
     * @param taker for whom
     */
    JmsConsumer(
            SessionServices session,
            Destination destination,
            Entity entity,
            @Nullable String selectorText,
            @Nullable Selector selector,
            Taker taker)
            throws JMSException {
        this.session = session;
        this.group = new UsedGroup(taker.group(), session.connection().translation());
        this.destination = destination;
        this.selectorText = selectorText;
        this.gate = session.gate();
        this.options = new ReceiverOptions(taker.hold(), selector, taker.party(), taker.keepsGroups());
        ConnectionServices connection = session.connection();
        this.receiver = connection.calls().make(() -> connection.broker().openReceiver(entity, options, wakeUp()));
        this.calls = new ReceiveCalls(session, receiver, entrant, receiveSignal, group);
        LOG.debug("A consumer of '{}' was opened, selector: {}", ShownText.of(entity.name()), selectorText != null);
    }

    private WakeUp wakeUp() {
        return new WakeUp() {
            @Override
            public void run() {
                wake();
            }

            @Override
            public boolean away() {
                return listener != null && session.delivers();
            }
        };
    }

    /** Somebody who waits looks again. Takes no lock. */
    @Override
    public final void wake() {
        receiveSignal.signal();
        if (listener != null) {
            session.wakeListener(this);
        }
    }

    @Override
    public final boolean enlist() {
        return enlisted.compareAndSet(false, true);
    }

    @Override
    public final @Nullable Message receive() throws JMSException {
        return take(WakeSignal.NO_DEADLINE, reading);
    }

    @Override
    public final @Nullable Message receive(long timeout) throws JMSException {
        return take(ReceiveCalls.deadlineNanos(timeout), reading);
    }

    @Override
    public final @Nullable Message receiveNoWait() throws JMSException {
        return takeNow(reading);
    }

    /**
     * Receives by one of the calls above, where instrumentations see it, and reads something of the message before it
     * counts as received.
     */
    public final <T> @Nullable T receiving(Reading<T> wanted, UncheckedCalls.CheckedNullable<Message> receive)
            throws JMSException {
        AtomicReference<@Nullable T> read = new AtomicReference<>();
        reading = message -> {
            read.set(wanted.read(message));
            return message;
        };
        try {
            return receive.call() == null ? null : read.get();
        } finally {
            reading = ITSELF;
        }
    }

    @Override
    public final <T> @Nullable T takeInside(long deadlineNanos, ReceiveCalls.Taking<T> taking) throws JMSException {
        checkReceivable();
        long startNanos = session.connection().operations().receiving();
        T taken = session.connection().calls().makeOrNull(() -> calls.take(deadlineNanos, taking));
        HandOver.received(session, startNanos, taken);
        return taken;
    }

    @Override
    public final <T> @Nullable T takeInsideNow(ReceiveCalls.Taking<T> taking) throws JMSException {
        checkReceivable();
        long startNanos = session.connection().operations().receiving();
        T taken = session.connection().calls().makeOrNull(() -> calls.takeNow(taking));
        HandOver.received(session, startNanos, taken);
        return taken;
    }

    final <T> @Nullable T take(long deadlineNanos, Reading<T> reading) throws JMSException {
        return takeInside(deadlineNanos, now -> next(now, lockDuration, reading));
    }

    final <T> @Nullable T takeNow(Reading<T> reading) throws JMSException {
        return takeInsideNow(now -> next(now, lockDuration, reading));
    }

    @Override
    public final @Nullable HeldDelivery poll(boolean now, Duration own) {
        return now ? receiver.pollNow(own) : receiver.poll(own);
    }

    @Override
    public final <T> @Nullable T next(boolean now, @Nullable Duration own, Reading<T> reading) throws JMSException {
        AcknowledgementMode mode = session.mode();
        mode.beforeReceive();
        while (true) {
            HeldDelivery held = now ? receiver.pollNow(own) : receiver.poll(own);
            if (held == null) {
                return null;
            }
            Message message = HandOver.view(session, held);
            if (message == null) {
                continue;
            }
            T result;
            try {
                result = reading.read(message);
            } catch (JMSException | RuntimeException | Error unreadable) {
                mode.unreadable(held);
                throw unreadable;
            }
            if (mode.received(held)) {
                session.connection().renewals().watch(held);
                return result;
            }
        }
    }

    private void checkReceivable() throws JMSException {
        checkUsable();
        session.refuseOtherReceiving();
        if (listener != null) {
            throw new IllegalStateException(
                    "The consumer has a message listener, so it can't receive synchronously", ErrorCodes.ILLEGAL_STATE);
        }
    }

    /**
     * Delivers the next message to the listener; called by the session's pump.
     *
     * @return whether there was one
     */
    @Override
    public final boolean deliver() throws JMSException {
        // Before it looks: what comes afterwards makes for another turn.
        enlisted.set(false);
        MessageListener called = listener;
        if (called == null || closed) {
            return false;
        }
        if (!gate.enter(entrant)) {
            awaitsWakeUp = false;
            receiver.pause();
            return false;
        }
        try {
            return session.connection().calls().make(() -> deliverTo(called));
        } finally {
            gate.leave(entrant);
        }
    }

    private boolean deliverTo(MessageListener called) throws JMSException {
        session.goOn();
        session.mode().beforeReceive();
        HeldDelivery held = receiver.poll(lockDuration);
        awaitsWakeUp = held == null;
        if (held == null) {
            return false;
        }
        session.beginDelivery();
        HandOver.deliver(session, held, called);
        session.settled();
        return true;
    }

    /**
     * The pump will be busy for who knows how long: what this consumer has been woken for goes to other sessions
     * meanwhile (SES-04).
     */
    @Override
    public final void pauseIfWaiting() {
        if (awaitsWakeUp) {
            awaitsWakeUp = false;
            receiver.pause();
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
        session.checkListens(next);
        if (next != null) {
            session.refuseOtherReceiving();
        }
        if (next != null && listener == null) {
            group.use();
        } else if (next == null && listener != null) {
            group.endUse();
        }
        listener = next;
        if (next != null) {
            session.wakeListener(this);
        } else {
            receiver.pause();
        }
    }

    @Override
    public final @Nullable String getMessageSelector() throws JMSException {
        BehindWrappers.arrived(this);
        checkUsable();
        return selectorText;
    }

    @Override
    public final ConsumerAccess access() {
        return new ExtendedReceiving(this, session, receiver::entity, options, group);
    }

    @Override
    public final void lockDuration(@Nullable Duration own) {
        lockDuration = own;
    }

    @Override
    public final @Nullable Duration lockDuration() {
        return lockDuration;
    }

    /** What it was created for. */
    final Destination destination() throws JMSException {
        checkUsable();
        return destination;
    }

    /** The connection was stopped: wake-ups go to others meanwhile. */
    @Override
    public final void pause() {
        receiver.pause();
    }

    @Override
    public final void checkUsable() throws JMSException {
        if (closed) {
            throw new IllegalStateException("The consumer is closed", ErrorCodes.CLOSED);
        }
        session.check();
    }

    /**
     * Waits for its own receive or listener, unless that is the caller (SES-14, SES-15). What was delivered stays with
     * the session (SES-16).
     */
    @Override
    public final void close() throws JMSException {
        if (closed) {
            return;
        }
        closed = true;
        gate.close(entrant);
        receiveSignal.signal();
        session.connection().calls().run(() -> {
            if (!session.inListener()) {
                gate.awaitQuiet(entrant);
            }
            session.mode().settleReturned();
            end();
        });
    }

    /** Ends it with its session, after nothing of it is under way. */
    @Override
    public final void end() {
        closed = true;
        session.forget(this);
        LOG.debug("A consumer of '{}' ends", ShownText.of(receiver.entity().name()));
        try {
            receiver.close();
        } catch (BrokerException failure) {
            LOG.warn("Closing a receiver of {} failed", destination, failure);
        }
        group.close();
        ended();
    }

    /** Nothing will be received any more. */
    void ended() {}
}
