package dev.restante.jms.receive;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.Broker;
import dev.restante.broker.BrokerException;
import dev.restante.broker.FinalLook;
import dev.restante.broker.Receiver;
import dev.restante.jms.core.DeliveryGate;
import dev.restante.jms.core.WakeSignal;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.model.CallBound;
import jakarta.jms.JMSException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The receive calls of one consumer: each takes what there is, or waits for the receiver's wake-up until its time is
 * over. Whatever takes is inside the session's {@link DeliveryGate}, so that stop and close can wait for it.
 */
final class ReceiveCalls {

    /** One look for messages, inside the session's gate. */
    @FunctionalInterface
    interface Taking<T> {
        /** Takes; null if there is nothing. */
        @Nullable
        T take(boolean now) throws JMSException;
    }

    private final Broker broker;
    private final ExceptionTranslation translation;
    private final SessionServices session;
    private final DeliveryGate gate;
    private final Receiver receiver;
    private final DeliveryGate.Entrant entrant;
    private final WakeSignal signal;
    private final UsedGroup group;

    /**
     * Those of one consumer.
     *
     * @param signal given by whatever a waiting call is to look at
     */
    ReceiveCalls(
            SessionServices session,
            Receiver receiver,
            DeliveryGate.Entrant entrant,
            WakeSignal signal,
            UsedGroup group) {
        this.broker = session.connection().broker();
        this.translation = session.connection().translation();
        this.session = session;
        this.gate = session.gate();
        this.receiver = receiver;
        this.entrant = entrant;
        this.signal = signal;
        this.group = group;
    }

    /** The {@link System#nanoTime} until which a receive with a timeout waits; 0 waits for ever (JMS-RCV-03). */
    static long deadlineNanos(long timeoutMillis) throws JMSException {
        if (timeoutMillis < 0) {
            throw new JMSException("The timeout " + timeoutMillis + " ms is negative", ErrorCodes.INVALID_ARGUMENT);
        }
        if (timeoutMillis == 0 || timeoutMillis > TimeUnit.DAYS.toMillis(10_000)) {
            return WakeSignal.NO_DEADLINE;
        }
        return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    }

    /**
     * Takes what there is, waiting for it; null at the deadline or when closed meanwhile. The deadline counts also
     * while stopped (CON-08).
     */
    final <T> @Nullable T take(long deadlineNanos, Taking<T> taking) throws JMSException {
        group.use();
        gate.beginCall(entrant);
        try {
            FinalLook look = receiver.finalLook();
            session.goOn();
            boolean timeLeft = true;
            boolean begun = false;
            boolean looked = false;
            while (true) {
                T taken = tryTake(false, taking);
                if (taken != null) {
                    return taken;
                }
                if (looked || gate.closed(entrant)) {
                    receiver.pause();
                    return null;
                }
                // A node that is dead for good gets nothing any more, and who waits in it would wait for ever.
                checkNotDead();
                checkNotInterrupted();
                if (!begun) {
                    begun = !await(beginNanos(look, deadlineNanos));
                    if (begun) {
                        begin(look);
                    }
                } else if (timeLeft) {
                    timeLeft = await(deadlineNanos);
                } else {
                    looked = isOver(look);
                }
            }
        } finally {
            gate.endCall(entrant);
            group.endUse();
        }
    }

    /** Waits for something to look at, outside the bound of the call; returns false if the deadline came first. */
    private boolean await(long deadlineNanos) {
        long begunNanos = System.nanoTime();
        boolean signalled = signal.awaitOrInterrupt(deadlineNanos);
        CallBound.leaveOut(begunNanos);
        return signalled;
    }

    private static long beginNanos(FinalLook look, long deadlineNanos) {
        return deadlineNanos == WakeSignal.NO_DEADLINE ? deadlineNanos : deadlineNanos - look.leadNanos();
    }

    /** A stopped connection gets nothing, whatever there is. */
    private void begin(FinalLook look) throws JMSException {
        try {
            if (gate.isOpen()) {
                look.begin();
            }
        } catch (BrokerException failure) {
            receiver.pause();
            throw translation.of(failure);
        }
    }

    /** Takes what the queue has now (JMS-RCV-04). */
    final <T> @Nullable T takeNow(Taking<T> taking) throws JMSException {
        group.use();
        gate.beginCall(entrant);
        try {
            session.goOn();
            T taken = tryTake(true, taking);
            if (taken == null) {
                receiver.pause();
            }
            return taken;
        } finally {
            gate.endCall(entrant);
            group.endUse();
        }
    }

    /**
     * Whether the time-out may say that there is nothing: a stopped connection gets nothing, whatever there is
     * (CON-08).
     */
    private boolean isOver(FinalLook look) throws JMSException {
        try {
            return !gate.isOpen() || look.isOver();
        } catch (BrokerException failure) {
            receiver.pause();
            throw translation.of(failure);
        }
    }

    /** Ends the wait of an interrupted thread. The caller has taken a message at hand before. */
    private void checkNotInterrupted() throws JMSException {
        if (Thread.currentThread().isInterrupted()) {
            receiver.pause();
            throw translation.of(new BrokerException(
                    BrokerException.Reason.INTERRUPTED,
                    "The thread was interrupted while it waited for a message; nothing was received"));
        }
    }

    private void checkNotDead() throws JMSException {
        if (!broker.isDead()) {
            return;
        }
        try {
            broker.checkAlive();
        } catch (BrokerException dead) {
            receiver.pause();
            throw translation.of(dead);
        }
    }

    private <T> @Nullable T tryTake(boolean now, Taking<T> taking) throws JMSException {
        if (!gate.enter(entrant)) {
            receiver.pause();
            return null;
        }
        try {
            return taking.take(now);
        } catch (BrokerException failure) {
            throw translation.of(failure);
        } finally {
            gate.leave(entrant);
        }
    }
}
