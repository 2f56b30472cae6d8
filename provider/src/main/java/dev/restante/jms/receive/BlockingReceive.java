package dev.restante.jms.receive;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.Broker;
import dev.restante.broker.BrokerException;
import dev.restante.broker.FinalCheck;
import dev.restante.broker.Receiver;
import dev.restante.jms.core.DeliveryGate;
import dev.restante.jms.core.WakeSignal;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.model.CallTimeBudget;
import jakarta.jms.JMSException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Receive operation of one consumer that receives a message or waits for one.
 *
 * <p>A waiting call polls again after each wake-up of the receiver, until its timeout. Each poll runs inside the
 * session's {@link DeliveryGate}, so that stop and close can wait for it.
 */
final class BlockingReceive {

    /** Poll for messages inside the session's gate. */
    @FunctionalInterface
    interface PollAttempt<T> {
        @Nullable
        T poll(boolean now) throws JMSException;
    }

    private final Broker broker;
    private final SessionServices session;
    private final DeliveryGate gate;
    private final Receiver receiver;
    private final DeliveryGate.ConsumerEntry gateEntry;
    private final WakeSignal signal;
    private final ConsumerGroupLock groupLock;

    BlockingReceive(
            SessionServices session,
            Receiver receiver,
            DeliveryGate.ConsumerEntry gateEntry,
            WakeSignal signal,
            ConsumerGroupLock groupLock) {
        this.broker = session.connection().broker();
        this.session = session;
        this.gate = session.gate();
        this.receiver = receiver;
        this.gateEntry = gateEntry;
        this.signal = signal;
        this.groupLock = groupLock;
    }

    /** Returns the {@link System#nanoTime} at which a timeout ends; a timeout of 0 has no end (JMS-RCV-03). */
    static long deadlineNanos(long timeoutMillis) throws JMSException {
        if (timeoutMillis < 0) {
            throw new JMSException(
                    "The timeout " + timeoutMillis + " ms is negative. Use 0 to wait without limit.",
                    ErrorCodes.INVALID_ARGUMENT);
        }
        if (timeoutMillis == 0 || timeoutMillis > TimeUnit.DAYS.toMillis(10_000)) {
            return WakeSignal.NO_DEADLINE;
        }
        return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    }

    /**
     * Receives messages or waits for them; returns null at the deadline or if the consumer is closed. The time in which
     * the connection is stopped counts (CON-08).
     */
    final <T> @Nullable T receive(long deadlineNanos, PollAttempt<T> attempt) throws JMSException {
        groupLock.acquire();
        gate.beginCall(gateEntry);
        try {
            FinalCheck finalCheck = receiver.finalCheck();
            session.beforeNextReceive();
            boolean timeLeft = true;
            boolean finalCheckStarted = false;
            boolean finalCheckDone = false;
            while (true) {
                T taken = tryReceive(false, attempt);
                if (taken != null) {
                    return taken;
                }
                if (finalCheckDone || gate.closed(gateEntry)) {
                    receiver.stopPolling();
                    return null;
                }
                // A permanently fenced node never receives a message, so the call would wait forever.
                checkNotDead();
                checkNotInterrupted();
                if (!finalCheckStarted) {
                    finalCheckStarted = !await(finalCheckStartNanos(finalCheck, deadlineNanos));
                    if (finalCheckStarted) {
                        startFinalCheck(finalCheck);
                    }
                } else if (timeLeft) {
                    timeLeft = await(deadlineNanos);
                } else {
                    finalCheckDone = isFinalCheckDone(finalCheck);
                }
            }
        } finally {
            gate.endCall(gateEntry);
            groupLock.release();
        }
    }

    /** Waits for a signal, without using the time budget of the call; returns false if the deadline comes first. */
    private boolean await(long deadlineNanos) {
        long begunNanos = System.nanoTime();
        boolean signalled = signal.awaitOrInterrupt(deadlineNanos);
        CallTimeBudget.excludeSince(begunNanos);
        return signalled;
    }

    private static long finalCheckStartNanos(FinalCheck finalCheck, long deadlineNanos) {
        return deadlineNanos == WakeSignal.NO_DEADLINE ? deadlineNanos : deadlineNanos - finalCheck.leadTimeNanos();
    }

    /** Starts the final check unless the connection is stopped, because a stopped connection receives nothing. */
    private void startFinalCheck(FinalCheck finalCheck) throws JMSException {
        try {
            if (gate.isOpen()) {
                finalCheck.start();
            }
        } catch (BrokerException failure) {
            receiver.stopPolling();
            throw ExceptionTranslation.translate(failure);
        }
    }

    /** Receives the available messages without waiting for new ones (JMS-RCV-04). */
    final <T> @Nullable T receiveNow(PollAttempt<T> attempt) throws JMSException {
        groupLock.acquire();
        gate.beginCall(gateEntry);
        try {
            session.beforeNextReceive();
            T taken = tryReceive(true, attempt);
            if (taken == null) {
                receiver.stopPolling();
            }
            return taken;
        } finally {
            gate.endCall(gateEntry);
            groupLock.release();
        }
    }

    /** Returns whether the call may return without a message; always true while the connection is stopped (CON-08). */
    private boolean isFinalCheckDone(FinalCheck finalCheck) throws JMSException {
        try {
            return !gate.isOpen() || finalCheck.isComplete();
        } catch (BrokerException failure) {
            receiver.stopPolling();
            throw ExceptionTranslation.translate(failure);
        }
    }

    /** Ends the wait of an interrupted thread. The caller has polled before, so a prefetched message has precedence. */
    private void checkNotInterrupted() throws JMSException {
        if (Thread.currentThread().isInterrupted()) {
            receiver.stopPolling();
            throw ExceptionTranslation.translate(new BrokerException(
                    BrokerException.BrokerErrorReason.INTERRUPTED,
                    "The thread was interrupted while it waited for a message. No message was received."));
        }
    }

    private void checkNotDead() throws JMSException {
        if (!broker.isPermanentlyFenced()) {
            return;
        }
        try {
            broker.checkAlive();
        } catch (BrokerException dead) {
            receiver.stopPolling();
            throw ExceptionTranslation.translate(dead);
        }
    }

    private <T> @Nullable T tryReceive(boolean now, PollAttempt<T> attempt) throws JMSException {
        if (!gate.enter(gateEntry)) {
            receiver.stopPolling();
            return null;
        }
        try {
            return attempt.poll(now);
        } catch (BrokerException failure) {
            throw ExceptionTranslation.translate(failure);
        } finally {
            gate.leave(gateEntry);
        }
    }
}
