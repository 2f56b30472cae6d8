package dev.restante.node.lease;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.MachineClock;
import dev.restante.model.SaturatingTime;
import dev.restante.model.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clock of the store: the last measurement of the database's clock plus the time elapsed on this machine.
 *
 * <p>Each reading compares the elapsed time of the wall clock with the elapsed time of the monotonic clock. If they
 * differ by more than {@value #TOLERANCE_MILLIS} ms, the wall clock was set, or the machine was suspended. Then the
 * monotonic clock counts, the time is {@linkplain #clocksDisagree uncertain}, and the node should measure immediately.
 *
 * <p>The answer of the database lies between two readings of this machine, so the error of a measurement is at most
 * half the round trip. The error grows with time, because clocks drift. A new measurement replaces the last one if its
 * error is not larger.
 *
 * <p>A measurement that contradicts the last one means that the database clock was set or the machine was suspended.
 * The node immediately uses it for the timestamps of new messages. Deliveries become due by it only after a second
 * measurement, one heartbeat later, confirms it. Until then {@link #confirmedMillis} follows the slower of both clocks.
 *
 * <p>An embedded store has no clock of its own and follows the wall clock of this machine. If the wall clock was set,
 * the store follows it after two readings a minute apart agree.
 *
 * <p>Thread-safe; readings need no lock. Listeners run on the thread that detected the difference and must not block.
 */
public final class StoreClock implements TimeSource {

    /** Smallest difference at which clocks disagree. */
    public static final long TOLERANCE_MILLIS = 500;

    private static final Logger LOG = LoggerFactory.getLogger(StoreClock.class);

    /** A correct clock drifts by less than a thousandth, so that a new exact measurement soon replaces the last one. */
    private static final long DRIFT_DIVISOR = 1_000;

    /** Resolution of the clocks. */
    private static final long READING_MILLIS = 1;

    private static final int MAX_TRIES = 3;

    /** Tolerance for a second heartbeat that answers faster than the first one. */
    private static final double CONFIRMATION_FRACTION = 0.9;

    /**
     * Instant on both clocks.
     *
     * @param monotonicMillis by the monotonic clock, counted from an instant before the start of the node
     * @param wallMillis by the wall clock
     */
    public record ClockReading(long monotonicMillis, long wallMillis) {

        /** Returns whether the wall clock was not set, and the machine not suspended, between two instants. */
        boolean agreesWith(ClockReading other) {
            return agree(wallMillis - other.wallMillis, monotonicMillis - other.monotonicMillis);
        }

        /** Returns a later instant. */
        ClockReading later(long millis) {
            return new ClockReading(
                    SaturatingTime.plus(monotonicMillis, millis), SaturatingTime.plus(wallMillis, millis));
        }
    }

    /**
     * Offsets of the clocks to the monotonic clock, at the last measurement.
     *
     * @param confirmedOffsetMillis the offset of the clock by which deliveries become due
     */
    private record ClockOffsets(long storeOffsetMillis, long confirmedOffsetMillis, long wallOffsetMillis) {}

    private final MachineClock machine;
    private final @Nullable LongSupplier databaseMillis;
    private final long confirmedAfterMillis;
    private final long originMillis;
    private final List<Runnable> stepListeners = new CopyOnWriteArrayList<>();
    private volatile ClockOffsets offsets;
    private volatile boolean disagreed;
    private volatile Runnable onDisagreement = () -> {};

    /** True from a measurement that contradicts the last one until a later one confirms it. */
    private volatile boolean unconfirmed;

    @GuardedBy("this")
    private boolean known;

    @GuardedBy("this")
    private long errorMillis;

    @GuardedBy("this")
    private long measuredAtMillis;

    @GuardedBy("this")
    private long contradictedAtMillis;

    @GuardedBy("this")
    private long formerWallAheadMillis;

    /** Highest time that the clock showed before it was set back. */
    @GuardedBy("this")
    private long highestMillis = Long.MIN_VALUE;

    private volatile long setBackMillis;

    private StoreClock(MachineClock machine, @Nullable LongSupplier databaseMillis, Duration lease) {
        this.machine = requireNonNull(machine, "machine");
        this.databaseMillis = machine.replacesStoreClock() ? null : databaseMillis;
        this.confirmedAfterMillis = (long) (LeaseTerms.of(lease).heartbeatMillis() * CONFIRMATION_FRACTION);
        this.originMillis = machine.wallMillis() - machine.monotonicMillis();
        this.offsets = new ClockOffsets(0, 0, 0);
    }

    /**
     * Creates the clock of a store with its own clock.
     *
     * @param databaseMillis the query of the database clock, in epoch milliseconds
     * @param lease the lease whose heartbeats measure the clock
     */
    public static StoreClock ofDatabase(MachineClock machine, LongSupplier databaseMillis, Duration lease) {
        return new StoreClock(machine, requireNonNull(databaseMillis, "databaseMillis"), lease);
    }

    /** Creates the clock of a store without its own clock. */
    public static StoreClock ofWallClock(MachineClock machine) {
        return new StoreClock(machine, null, Duration.ofSeconds(1));
    }

    /**
     * Returns this instant on both clocks. Repeats the readings if the thread was descheduled between them, because the
     * clocks would seem to disagree.
     */
    public ClockReading reading() {
        long monotonic = machineMonotonicMillis();
        while (true) {
            long wall = machine.wallMillis();
            long after = machineMonotonicMillis();
            if (agree(monotonic, after)) {
                return new ClockReading(after, wall);
            }
            monotonic = after;
        }
    }

    private long machineMonotonicMillis() {
        return originMillis + machine.monotonicMillis();
    }

    @Override
    public long monotonicMillis() {
        return refined(offsets);
    }

    @Override
    public long storeMillis() {
        ClockOffsets now = offsets;
        return read(now) + now.storeOffsetMillis();
    }

    /**
     * Returns the instant that the store clock has certainly reached: deliveries that are due by then may expire or
     * become available. It lags behind {@link #storeMillis} while a forward change of the database clock is
     * unconfirmed.
     */
    public long confirmedMillis() {
        ClockOffsets now = offsets;
        return read(now) + now.confirmedOffsetMillis();
    }

    /** Returns the monotonic clock, refined by the wall clock if both agree. */
    private long refined(ClockOffsets offsets) {
        ClockReading reading = reading();
        long byWall = reading.wallMillis() - offsets.wallOffsetMillis();
        return agree(byWall, reading.monotonicMillis()) ? byWall : reading.monotonicMillis();
    }

    /** Returns the same time as {@link #refined}, and notifies the listener if the clocks disagree. */
    private long read(ClockOffsets offsets) {
        ClockReading reading = reading();
        long byWall = reading.wallMillis() - offsets.wallOffsetMillis();
        if (agree(byWall, reading.monotonicMillis())) {
            return byWall;
        }
        if (databaseMillis != null && !disagreed) {
            disagreed = true;
            onDisagreement.run();
        }
        return reading.monotonicMillis();
    }

    private static boolean agree(long leftMillis, long rightMillis) {
        return Math.abs(leftMillis - rightMillis) <= TOLERANCE_MILLIS;
    }

    /**
     * Returns the longest time by which the clock of the store has been behind an earlier time of itself, because it
     * was set back while this node ran; 0 if it was not.
     */
    public long setBackMillis() {
        return setBackMillis;
    }

    /** Records that the clock is set by a difference, which is negative if it is set back. */
    @GuardedBy("this")
    private void recordStep(long formerMillis, long differenceMillis) {
        if (differenceMillis < 0) {
            highestMillis = Math.max(highestMillis, formerMillis);
            setBackMillis = Math.max(setBackMillis, highestMillis - formerMillis - differenceMillis);
        }
    }

    /**
     * Returns whether the clocks of this machine have disagreed since the last measurement. Always false for a store
     * without its own clock.
     */
    public boolean clocksDisagree() {
        // Detects a difference.
        long unused = read(offsets);
        return disagreed;
    }

    /** Returns whether deliveries, leases and nodes may be judged by the store clock. */
    public boolean isConfirmed() {
        return !clocksDisagree() && !unconfirmed;
    }

    /**
     * Sets the listener for disagreements of the clocks of this machine. The first reading or measurement that finds a
     * disagreement calls it.
     */
    public void onDisagreement(Runnable listener) {
        onDisagreement = requireNonNull(listener, "listener");
    }

    /**
     * Measures the database clock.
     *
     * @return the answer of the database, or {@link #storeMillis} for a store without its own clock
     */
    public long measure() {
        if (databaseMillis == null) {
            return storeMillis();
        }
        long answerMillis = 0;
        boolean taken = false;
        for (int tries = 0; tries < MAX_TRIES && !taken; tries++) {
            ClockReading before = reading();
            answerMillis = databaseMillis.getAsLong();
            taken = evaluateAnswer(before, answerMillis, reading());
        }
        return answerMillis;
    }

    /** Evaluates an answer. Returns false if a clock was set or the machine was suspended during the query. */
    private boolean evaluateAnswer(ClockReading before, long answerMillis, ClockReading after) {
        if (!after.agreesWith(before)) {
            return false;
        }
        long passedMillis = after.monotonicMillis() - before.monotonicMillis();
        long halfMillis = passedMillis / 2;
        long wallAheadMillis = after.wallMillis() - after.monotonicMillis();
        long aheadMillis = answerMillis - before.monotonicMillis() - halfMillis;
        long error = passedMillis - halfMillis + READING_MILLIS;
        // If the answer and the wall clock of this machine agree within the error, they count as one clock.
        boolean same = Math.abs(aheadMillis - wallAheadMillis) <= error;
        // Later readings agree with this measurement, so only the measurement can still report the disagreement.
        boolean unnoticed = !disagreed && !agree(wallAheadMillis, offsets.wallOffsetMillis());
        if (applyMeasurement(same ? wallAheadMillis : aheadMillis, error, after.monotonicMillis(), wallAheadMillis)) {
            stepListeners.forEach(Runnable::run);
        }
        if (unnoticed) {
            onDisagreement.run();
        }
        return true;
    }

    /**
     * Measures the database clock for due deliveries. Returns the instant that it has certainly reached, or
     * {@link Long#MIN_VALUE} if the measurement is invalid.
     */
    public long measureConfirmedMillis() {
        long unused = measure();
        return clocksDisagree() ? Long.MIN_VALUE : confirmedMillis();
    }

    /** Applies a measurement. Returns whether the clock by which deliveries become due was set. */
    private synchronized boolean applyMeasurement(long aheadMillis, long error, long nowMillis, long wallAheadMillis) {
        ClockOffsets former = offsets;
        long knownError = errorMillis + Math.abs(nowMillis - measuredAtMillis) / DRIFT_DIVISOR;
        long differenceMillis = aheadMillis - former.storeOffsetMillis();
        boolean contradicted = known && Math.abs(differenceMillis) > error + knownError;
        if (contradicted && Math.abs(differenceMillis) > TOLERANCE_MILLIS) {
            LOG.warn(
                    "The database clock differs by {} ms from its last measurement."
                            + " It was set, or this machine was suspended."
                            + " Messages become due by the new time after the next heartbeat confirms it.",
                    differenceMillis);
            unconfirmed = true;
            contradictedAtMillis = nowMillis;
            recordMeasurement(error, nowMillis);
            recordStep(nowMillis + former.storeOffsetMillis(), differenceMillis);
            offsets = new ClockOffsets(
                    aheadMillis, Math.min(former.confirmedOffsetMillis(), aheadMillis), wallAheadMillis);
            disagreed = false;
            return true;
        }
        boolean better = !known || contradicted || error <= knownError;
        long appliedOffset = better ? aheadMillis : former.storeOffsetMillis();
        if (known) {
            recordStep(nowMillis + former.storeOffsetMillis(), appliedOffset - former.storeOffsetMillis());
        }
        if (better) {
            recordMeasurement(error, nowMillis);
        }
        boolean confirmed = unconfirmed && nowMillis - contradictedAtMillis >= confirmedAfterMillis;
        if (confirmed) {
            LOG.info("A second measurement confirms the database clock");
            unconfirmed = false;
        }
        long confirmedOffset = unconfirmed ? Math.min(former.confirmedOffsetMillis(), appliedOffset) : appliedOffset;
        offsets = new ClockOffsets(appliedOffset, confirmedOffset, wallAheadMillis);
        disagreed = false;
        return confirmed;
    }

    @GuardedBy("this")
    private void recordMeasurement(long error, long nowMillis) {
        known = true;
        errorMillis = error;
        measuredAtMillis = nowMillis;
    }

    /** Returns whether {@link #followWallClock} must be called. */
    public boolean followsWallClock() {
        return databaseMillis == null && !machine.replacesStoreClock();
    }

    /** Follows the wall clock if the reading a minute ago agrees with this reading. Called once a minute. */
    public void followWallClock() {
        ClockReading now = reading();
        long setMillis;
        synchronized (this) {
            long wallAheadMillis = now.wallMillis() - now.monotonicMillis();
            boolean agreed = agree(wallAheadMillis, formerWallAheadMillis);
            formerWallAheadMillis = wallAheadMillis;
            if (!agreed) {
                LOG.warn("The wall clock of this machine was set, or the machine was suspended."
                        + " The store follows the wall clock in a minute if the next reading agrees.");
                return;
            }
            setMillis = wallAheadMillis - offsets.storeOffsetMillis();
            recordStep(now.monotonicMillis() + offsets.storeOffsetMillis(), setMillis);
            offsets = new ClockOffsets(wallAheadMillis, wallAheadMillis, wallAheadMillis);
        }
        if (Math.abs(setMillis) > TOLERANCE_MILLIS) {
            LOG.warn("The store follows the wall clock and moves its time by {} ms", setMillis);
            stepListeners.forEach(Runnable::run);
        }
    }

    @Override
    public long toStoreMillis(long monotonicMillis) {
        return monotonicMillis == Long.MAX_VALUE ? Long.MAX_VALUE : monotonicMillis + offsets.storeOffsetMillis();
    }

    @Override
    public long waitMillisUntil(long instantMillis) {
        return instantMillis == Long.MAX_VALUE
                ? Long.MAX_VALUE
                : waitMillisUntilMonotonic(instantMillis - offsets.confirmedOffsetMillis());
    }

    @Override
    public long waitMillisUntilMonotonic(long monotonicMillis) {
        return monotonicMillis == Long.MAX_VALUE
                ? Long.MAX_VALUE
                : machine.realWaitMillis(monotonicMillis - monotonicMillis());
    }

    @Override
    public void onStoreClockSet(Runnable listener) {
        stepListeners.add(listener);
    }

    @Override
    public void onTestClockMoved(Runnable listener) {
        machine.onAdjusted(listener);
    }
}
