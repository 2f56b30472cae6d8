package dev.restante.jms.core;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BrokerException;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.Settlement;
import dev.restante.model.Spans;
import dev.restante.model.TimeSource;
import dev.restante.model.WorkerThread;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The renewals of peek-locks on one connection's messages, until a maximum after their receive (RCV-05). Each comes
 * when half of its lock has passed, on one thread that starts with the first. Renewing costs no database write.
 */
public final class LockRenewals {

    private static final Logger LOG = LoggerFactory.getLogger(LockRenewals.class);

    /** A lock to renew at an instant. */
    private record Due(long atSteadyMillis, HeldDelivery held) {}

    private final Settlement settlement;
    private final TimeSource time;
    private final long maximumMillis;
    private final WakeSignal signal = new WakeSignal();

    @GuardedBy("this")
    private final PriorityQueue<Due> dues = new PriorityQueue<>(Comparator.comparingLong(Due::atSteadyMillis));

    @GuardedBy("this")
    private @Nullable Thread thread;

    private volatile boolean ended;

    /**
     * Renewals of a connection.
     *
     * @param time the clock by which locks end
     * @param maximum null renews nothing
     */
    public LockRenewals(Settlement settlement, TimeSource time, @Nullable Duration maximum) {
        this.settlement = settlement;
        this.time = time;
        this.maximumMillis = maximum == null ? 0 : Spans.millis(maximum);
        if (maximum != null) {
            time.onJump(signal::signal);
        }
    }

    /** Keeps a message's lock from running out, if that is wanted. */
    public void watch(HeldDelivery held) {
        if (maximumMillis == 0 || held.lockedUntilMillis() == HeldDelivery.UNTIL_SETTLED) {
            return;
        }
        add(held, time.steadyMillis());
        signal.signal();
    }

    /**
     * Adds what is locked anew.
     *
     * @param nowSteadyMillis when it was locked, or before: if the thread loses time after that, the renewal must not
     *     come later for it
     */
    private synchronized void add(HeldDelivery held, long nowSteadyMillis) {
        long atSteadyMillis = nowSteadyMillis + Math.max(1, (held.lockedUntilSteadyMillis() - nowSteadyMillis) / 2);
        if (atSteadyMillis > Spans.later(held.receivedAtSteadyMillis(), maximumMillis)) {
            return;
        }
        dues.add(new Due(atSteadyMillis, held));
        if (thread == null) {
            Thread renewer = WorkerThread.inTurns(this::turn, "restante-lock-renewals");
            renewer.start();
            thread = renewer;
        }
    }

    private boolean turn() {
        Due due = takeDue();
        if (due != null) {
            renew(due.held());
        } else if (!ended) {
            signal.await(nextDeadlineNanos());
        }
        return !ended;
    }

    private synchronized @Nullable Due takeDue() {
        Due head = dues.peek();
        return head != null && head.atSteadyMillis() <= time.steadyMillis() ? dues.poll() : null;
    }

    private synchronized long nextDeadlineNanos() {
        Due head = dues.peek();
        long waitMillis = head == null ? Long.MAX_VALUE : time.realMillisUntilSteady(head.atSteadyMillis());
        return waitMillis == Long.MAX_VALUE
                ? WakeSignal.NO_DEADLINE
                : System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Math.max(1, waitMillis));
    }

    private void renew(HeldDelivery held) {
        if (!held.locked()) {
            return;
        }
        long nowSteadyMillis = time.steadyMillis();
        try {
            settlement.renew(held);
            add(held, nowSteadyMillis);
        } catch (BrokerException lost) {
            LOG.debug("The lock of delivery {} could not be renewed", held.sequenceNumber(), lost);
        } catch (RuntimeException | Error unexpected) {
            // While there is time left.
            add(held, nowSteadyMillis);
            throw unexpected;
        }
    }

    public void end() {
        ended = true;
        signal.signal();
    }
}
