package dev.restante.jms.core;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.DeliverySettler;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.InFlightDelivery.InFlightState;
import dev.restante.model.SaturatingTime;
import dev.restante.model.TimeSource;
import dev.restante.model.WorkerThread;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Timer that renews peek-locks of one connection's messages until a maximum time after receive (RCV-05). Each renewal
 * is due after half of the lock's time. One thread makes all renewals, and starts with the first. A renewal needs no
 * database write.
 *
 * <p>A settled or lost message needs no removal: its renewal is dropped when it is due, or when many renewals wait.
 * Received messages wake the thread only if their renewal is the next one, so that the usual message costs no wake-up.
 */
public final class LockRenewer {

    /** Time of renewals in CLIENT_ACKNOWLEDGE sessions without the factory option, as in the SDK of Service Bus. */
    private static final Duration DEFAULT_MAXIMUM = Duration.ofMinutes(5);

    /** Small, because each waiting renewal keeps a message in memory. */
    private static final int INITIAL_PRUNE_THRESHOLD = 32;

    private record DueRenewal(long dueAtMonotonicMillis, InFlightDelivery delivery) {}

    private final DeliverySettler settler;
    private final TimeSource time;
    private final long maximumMillis;

    /** True if the factory option is set, so that all peek-locks are renewed, also chosen ones. */
    private final boolean configured;

    private final WakeSignal signal = new WakeSignal();

    @GuardedBy("this")
    private final PriorityQueue<DueRenewal> dueRenewals =
            new PriorityQueue<>(Comparator.comparingLong(DueRenewal::dueAtMonotonicMillis));

    @GuardedBy("this")
    private int pruneThreshold = INITIAL_PRUNE_THRESHOLD;

    @GuardedBy("this")
    private @Nullable Thread thread;

    private volatile boolean ended;

    /**
     * Creates the timer of a connection.
     *
     * @param time the clock by which locks end
     * @param configuredMaximum the time after receive until which all peek-locks are renewed; 0 for no renewal; null
     *     for 5 minutes, for the locks of CLIENT_ACKNOWLEDGE sessions that are not chosen
     */
    public LockRenewer(DeliverySettler settler, TimeSource time, @Nullable Duration configuredMaximum) {
        this.settler = settler;
        this.time = time;
        this.configured = configuredMaximum != null;
        this.maximumMillis = SaturatingTime.toMillis(configuredMaximum != null ? configuredMaximum : DEFAULT_MAXIMUM);
    }

    /**
     * Renews the lock of a message periodically, if the connection options or the session mode require it.
     *
     * @param byDefault true if the session mode renews locks without the factory option
     */
    public void keepRenewed(InFlightDelivery delivery, boolean byDefault) {
        if (maximumMillis > 0
                && (configured || byDefault)
                && isRenewable(delivery)
                && delivery.lockedUntilMillis() != InFlightDelivery.UNTIL_SETTLED
                && addAsNext(delivery, time.monotonicMillis())) {
            signal.signal();
        }
    }

    /** Returns whether the lock may be renewed, now or after a settlement that the store rejects. */
    private boolean isRenewable(InFlightDelivery delivery) {
        InFlightState state = delivery.state();
        return (state == InFlightState.LOCKED || state == InFlightState.SETTLING)
                && (configured || !delivery.lockChosen());
    }

    /**
     * Schedules the next renewal of a lock, unless the lock or its maximum ends first.
     *
     * @param nowMonotonicMillis an instant before the renewal, or of the first lock, so that a delay of the thread does
     *     not postpone the next renewal
     * @return true if this renewal is due before all others
     */
    private synchronized boolean addAsNext(InFlightDelivery delivery, long nowMonotonicMillis) {
        long leftMillis = delivery.lockedUntilMonotonicMillis() - nowMonotonicMillis;
        long atMonotonicMillis = nowMonotonicMillis + Math.max(1, leftMillis / 2);
        if (leftMillis <= 0
                || atMonotonicMillis > SaturatingTime.plus(delivery.receivedAtMonotonicMillis(), maximumMillis)) {
            return false;
        }
        if (dueRenewals.size() >= pruneThreshold) {
            dueRenewals.removeIf(waiting -> !isRenewable(waiting.delivery()));
            pruneThreshold = Math.max(INITIAL_PRUNE_THRESHOLD, 2 * dueRenewals.size());
        }
        DueRenewal added = new DueRenewal(atMonotonicMillis, delivery);
        dueRenewals.add(added);
        if (thread == null) {
            time.onTestClockMoved(signal::signal);
            Thread renewer = WorkerThread.repeating(this::runOnce, "restante-lock-renewals");
            renewer.start();
            thread = renewer;
        }
        return added.equals(dueRenewals.peek());
    }

    /** Returns the number of waiting renewals, some of which can belong to settled messages. */
    synchronized int waitingRenewals() {
        return dueRenewals.size();
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
        long nowMonotonicMillis = time.monotonicMillis();
        try {
            settler.renewAutomatically(delivery, configured);
        } finally {
            // A lock that could not be renewed now is tried again as long as it has time left.
            if (isRenewable(delivery)) {
                addAsNext(delivery, nowMonotonicMillis);
            }
        }
    }

    public void close() {
        ended = true;
        signal.signal();
    }
}
