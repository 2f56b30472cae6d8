package dev.restante.jms.core;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BrokerException;
import dev.restante.broker.DeliverySettler;
import dev.restante.broker.InFlightDelivery;
import dev.restante.model.SaturatingTime;
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
 * Timer that renews peek-locks of one connection's messages until a maximum time after receive (RCV-05). Each renewal
 * is due after half of the lock's time. One thread makes all renewals, and starts with the first. A renewal needs no
 * database write.
 */
public final class LockRenewer {

    private static final Logger LOG = LoggerFactory.getLogger(LockRenewer.class);

    private record DueRenewal(long dueAtMonotonicMillis, InFlightDelivery delivery) {}

    private final DeliverySettler settler;
    private final TimeSource time;
    private final long maximumMillis;
    private final WakeSignal signal = new WakeSignal();

    @GuardedBy("this")
    private final PriorityQueue<DueRenewal> dueRenewals =
            new PriorityQueue<>(Comparator.comparingLong(DueRenewal::dueAtMonotonicMillis));

    @GuardedBy("this")
    private @Nullable Thread thread;

    private volatile boolean ended;

    /**
     * Creates the timer of a connection.
     *
     * @param time the clock by which locks end
     * @param maximum the time after receive until which locks are renewed, or null for no renewal
     */
    public LockRenewer(DeliverySettler settler, TimeSource time, @Nullable Duration maximum) {
        this.settler = settler;
        this.time = time;
        this.maximumMillis = maximum == null ? 0 : SaturatingTime.toMillis(maximum);
        if (maximum != null) {
            time.onTestClockMoved(signal::signal);
        }
    }

    /** Renews the lock of a message periodically, if the connection options require it. */
    public void keepRenewed(InFlightDelivery delivery) {
        if (maximumMillis == 0 || delivery.lockedUntilMillis() == InFlightDelivery.UNTIL_SETTLED) {
            return;
        }
        add(delivery, time.monotonicMillis());
        signal.signal();
    }

    /**
     * Schedules the next renewal of a lock.
     *
     * @param nowMonotonicMillis an instant before the renewal, or of the first lock, so that a delay of the thread does
     *     not postpone the next renewal
     */
    private synchronized void add(InFlightDelivery delivery, long nowMonotonicMillis) {
        long atMonotonicMillis =
                nowMonotonicMillis + Math.max(1, (delivery.lockedUntilMonotonicMillis() - nowMonotonicMillis) / 2);
        if (atMonotonicMillis > SaturatingTime.plus(delivery.receivedAtMonotonicMillis(), maximumMillis)) {
            return;
        }
        dueRenewals.add(new DueRenewal(atMonotonicMillis, delivery));
        if (thread == null) {
            Thread renewer = WorkerThread.repeating(this::runOnce, "restante-lock-renewals");
            renewer.start();
            thread = renewer;
        }
    }

    private boolean runOnce() {
        DueRenewal renewal = takeDue();
        if (renewal != null) {
            renew(renewal.delivery());
        } else if (!ended) {
            signal.await(nextDeadlineNanos());
        }
        return !ended;
    }

    private synchronized @Nullable DueRenewal takeDue() {
        DueRenewal first = dueRenewals.peek();
        return first != null && first.dueAtMonotonicMillis() <= time.monotonicMillis() ? dueRenewals.poll() : null;
    }

    private synchronized long nextDeadlineNanos() {
        DueRenewal first = dueRenewals.peek();
        long waitMillis = first == null ? Long.MAX_VALUE : time.waitMillisUntilMonotonic(first.dueAtMonotonicMillis());
        return waitMillis == Long.MAX_VALUE
                ? WakeSignal.NO_DEADLINE
                : System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Math.max(1, waitMillis));
    }

    private void renew(InFlightDelivery delivery) {
        if (!delivery.locked()) {
            return;
        }
        long nowMonotonicMillis = time.monotonicMillis();
        try {
            settler.renew(delivery);
            add(delivery, nowMonotonicMillis);
        } catch (BrokerException lost) {
            LOG.debug("The lock of delivery {} could not be renewed", delivery.sequenceNumber(), lost);
        } catch (RuntimeException | Error unexpected) {
            // Retries as long as the lock has time left.
            add(delivery, nowMonotonicMillis);
            throw unexpected;
        }
    }

    public void close() {
        ended = true;
        signal.signal();
    }
}
