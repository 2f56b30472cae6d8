package dev.restante.node.lease;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.MachineClock;
import dev.restante.model.Spans;
import dev.restante.model.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The store's clock: the last measurement of the database's clock plus the time that has passed on this machine since.
 *
 * <p>Each reading compares the progress of the wall clock with that of the monotonic clock. While they agree within
 * {@value #TOLERATED_MILLIS} ms, either tells how much time has passed. Where they differ, the wall clock was set, or
 * the machine was suspended: the monotonic clock counts, the time is {@linkplain #suspicious suspicious} and a
 * measurement is wanted at once.
 *
 * <p>The database's answer lies between two readings of this machine, so a measurement is wrong by half its round trip
 * at most. A measurement becomes less exact with time, because clocks drift. A new one replaces it if it is at least as
 * exact. A measurement that can't be reconciled with the former one means that the database's clock was set (or that
 * the machine was suspended). The node dates new messages by it at once, but nothing is due by it before a second
 * measurement, a heartbeat later, agrees: until then {@link #certainMillis} follows the slower of both clocks.
 *
 * <p>A store without a clock of its own (an embedded one) follows the wall clock of this machine: a wall clock that was
 * set counts once two readings a minute apart agree.
 *
 * <p>Thread-safe; readings take no lock. Listeners run on the thread that found the difference and must not block.
 */
public final class NodeTime implements TimeSource {

    /** The difference from which on clocks disagree. */
    public static final long TOLERATED_MILLIS = 500;

    private static final Logger LOG = LoggerFactory.getLogger(NodeTime.class);

    /** Clocks in order lose or gain less than a thousandth, so that an exact measurement is soon replaced by one. */
    private static final long DRIFT_DIVISOR = 1_000;

    /** Clocks are read in whole milliseconds. */
    private static final long READING_MILLIS = 1;

    private static final int MOST_TRIES = 3;

    /** A second heartbeat may answer a little faster than the first one. */
    private static final double ALMOST = 0.9;

    /**
     * An instant on both clocks of this machine.
     *
     * @param monotonicMillis by the monotonic clock, counted from an instant before the node began
     * @param wallMillis by the wall clock
     */
    public record Moment(long monotonicMillis, long wallMillis) {

        /** Returns the moment at which a duration is over on both clocks. */
        Moment later(long millis) {
            return new Moment(Spans.later(monotonicMillis, millis), Spans.later(wallMillis, millis));
        }
    }

    /**
     * The relation of the clocks, as of the last measurement.
     *
     * @param aheadMillis the store's clock less the monotonic clock
     * @param certainAheadMillis the same of the clock by which deliveries are due
     * @param wallAheadMillis the wall clock less the monotonic clock
     */
    private record Relation(long aheadMillis, long certainAheadMillis, long wallAheadMillis) {}

    private final MachineClock machine;
    private final @Nullable LongSupplier databaseMillis;
    private final long confirmedAfterMillis;
    private final long originMillis;
    private final List<Runnable> stepListeners = new CopyOnWriteArrayList<>();
    private volatile Relation relation;
    private volatile boolean suspected;
    private volatile Runnable onSuspicion = () -> {};

    /** True from a measurement that contradicts the former one until a later one confirms it. */
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

    private NodeTime(MachineClock machine, @Nullable LongSupplier databaseMillis, Duration lease) {
        this.machine = requireNonNull(machine, "machine");
        this.databaseMillis = machine.replacesMeasurement() ? null : databaseMillis;
        this.confirmedAfterMillis = (long) (LeaseTerms.of(lease).beatMillis() * ALMOST);
        this.originMillis = machine.wallMillis() - machine.monotonicMillis();
        this.relation = new Relation(0, 0, 0);
    }

    /**
     * The time of a store with a clock of its own, not measured yet.
     *
     * @param databaseMillis asks the database for its clock, in epoch milliseconds
     * @param lease whose heartbeats measure it
     */
    public static NodeTime measuring(MachineClock machine, LongSupplier databaseMillis, Duration lease) {
        return new NodeTime(machine, requireNonNull(databaseMillis, "databaseMillis"), lease);
    }

    /** The time of a store without a clock of its own. */
    public static NodeTime local(MachineClock machine) {
        return new NodeTime(machine, null, Duration.ofSeconds(1));
    }

    /**
     * Returns this instant on both clocks of this machine. Reads them again where the thread was descheduled between
     * the readings, or the clocks would seem to disagree.
     */
    public Moment moment() {
        long monotonic = monotonicMillis();
        while (true) {
            long wall = machine.wallMillis();
            long after = monotonicMillis();
            if (agree(monotonic, after)) {
                return new Moment(after, wall);
            }
            monotonic = after;
        }
    }

    private long monotonicMillis() {
        return originMillis + machine.monotonicMillis();
    }

    @Override
    public long steadyMillis() {
        return refined(relation);
    }

    @Override
    public long millis() {
        Relation now = relation;
        return read(now) + now.aheadMillis();
    }

    /**
     * Returns the instant that the store's clock has certainly reached: deliveries that are due by then may be expired
     * or made available. It lags behind {@link #millis} while the database's clock is known to have been set forward,
     * and nothing has confirmed that yet.
     */
    public long certainMillis() {
        Relation now = relation;
        return read(now) + now.certainAheadMillis();
    }

    /** Returns the monotonic clock, refined by the wall clock where both agree. */
    private long refined(Relation now) {
        Moment moment = moment();
        long byWall = moment.wallMillis() - now.wallAheadMillis();
        return agree(byWall, moment.monotonicMillis()) ? byWall : moment.monotonicMillis();
    }

    /** Returns the same, and takes note of clocks that disagree. */
    private long read(Relation now) {
        Moment moment = moment();
        long byWall = moment.wallMillis() - now.wallAheadMillis();
        if (agree(byWall, moment.monotonicMillis())) {
            return byWall;
        }
        if (databaseMillis != null && !suspected) {
            suspected = true;
            onSuspicion.run();
        }
        return moment.monotonicMillis();
    }

    private static boolean agree(long leftMillis, long rightMillis) {
        return Math.abs(leftMillis - rightMillis) <= TOLERATED_MILLIS;
    }

    /**
     * Returns whether the clocks of this machine have disagreed since the last measurement of the database's clock. A
     * store without such a clock is never suspicious.
     */
    public boolean suspicious() {
        // A reading takes note of a difference.
        long unused = read(relation);
        return suspected;
    }

    /** Returns whether deliveries, leases and nodes may be judged by the store's clock. */
    public boolean certain() {
        return !suspicious() && !unconfirmed;
    }

    /** Sets the listener for the first reading at which the clocks of this machine disagree. */
    public void onSuspicion(Runnable listener) {
        onSuspicion = requireNonNull(listener, "listener");
    }

    /**
     * Measures the database's clock.
     *
     * @return the database's answer; of a store without a clock {@link #millis}
     */
    public long measure() {
        if (databaseMillis == null) {
            return millis();
        }
        long answerMillis = 0;
        boolean taken = false;
        for (int tries = 0; tries < MOST_TRIES && !taken; tries++) {
            Moment before = moment();
            answerMillis = databaseMillis.getAsLong();
            taken = takeAnswer(before, answerMillis, moment());
        }
        return answerMillis;
    }

    /** Returns whether an answer says anything: not if a clock was set meanwhile, or the machine was suspended. */
    private boolean takeAnswer(Moment before, long answerMillis, Moment after) {
        long passedMillis = after.monotonicMillis() - before.monotonicMillis();
        if (!agree(after.wallMillis() - before.wallMillis(), passedMillis)) {
            return false;
        }
        long halfMillis = passedMillis / 2;
        long wallAheadMillis = after.wallMillis() - after.monotonicMillis();
        long aheadMillis = answerMillis - before.monotonicMillis() - halfMillis;
        long error = passedMillis - halfMillis + READING_MILLIS;
        // Where the measurement can't tell this machine's wall clock from the database's, they are one clock.
        boolean same = Math.abs(aheadMillis - wallAheadMillis) <= error;
        if (take(same ? wallAheadMillis : aheadMillis, error, after.monotonicMillis(), wallAheadMillis)) {
            stepListeners.forEach(Runnable::run);
        }
        return true;
    }

    /**
     * Measures the database's clock for deliveries that were found due, and returns the instant that it has certainly
     * reached; {@link Long#MIN_VALUE} if the measurement is void.
     */
    public long measuredMillis() {
        long unused = measure();
        return suspicious() ? Long.MIN_VALUE : certainMillis();
    }

    /** Returns whether the clock by which deliveries are due was set. */
    private synchronized boolean take(long aheadMillis, long error, long nowMillis, long wallAheadMillis) {
        Relation former = relation;
        long knownError = errorMillis + Math.abs(nowMillis - measuredAtMillis) / DRIFT_DIVISOR;
        long differenceMillis = aheadMillis - former.aheadMillis();
        boolean contradicted = known && Math.abs(differenceMillis) > error + knownError;
        if (contradicted && Math.abs(differenceMillis) > TOLERATED_MILLIS) {
            LOG.warn(
                    "The database's clock differs by {} ms from its last measurement: it was set, or this machine was suspended. Nothing is due by it before the next heartbeat confirms it.",
                    differenceMillis);
            unconfirmed = true;
            contradictedAtMillis = nowMillis;
            note(error, nowMillis);
            relation = new Relation(aheadMillis, Math.min(former.certainAheadMillis(), aheadMillis), wallAheadMillis);
            suspected = false;
            return true;
        }
        boolean better = !known || contradicted || error <= knownError;
        long held = better ? aheadMillis : former.aheadMillis();
        if (better) {
            note(error, nowMillis);
        }
        boolean confirmed = unconfirmed && nowMillis - contradictedAtMillis >= confirmedAfterMillis;
        if (confirmed) {
            LOG.info("A second measurement confirms the database's clock");
            unconfirmed = false;
        }
        long certain = unconfirmed ? Math.min(former.certainAheadMillis(), held) : held;
        relation = new Relation(held, certain, wallAheadMillis);
        suspected = false;
        return confirmed;
    }

    @GuardedBy("this")
    private void note(long error, long nowMillis) {
        known = true;
        errorMillis = error;
        measuredAtMillis = nowMillis;
    }

    /** Returns whether the wall clock has to be {@linkplain #followWallClock followed}. */
    public boolean followsWallClock() {
        return databaseMillis == null && !machine.replacesMeasurement();
    }

    /** Takes the wall clock over, if the reading a minute before agrees with this one. Called once a minute. */
    public void followWallClock() {
        Moment now = moment();
        long setMillis;
        synchronized (this) {
            long wallAheadMillis = now.wallMillis() - now.monotonicMillis();
            boolean agreed = agree(wallAheadMillis, formerWallAheadMillis);
            formerWallAheadMillis = wallAheadMillis;
            if (!agreed) {
                LOG.warn(
                        "This machine's wall clock was set, or the machine was suspended. The store takes the wall clock over when the next reading, in a minute, agrees.");
                return;
            }
            setMillis = wallAheadMillis - relation.aheadMillis();
            relation = new Relation(wallAheadMillis, wallAheadMillis, wallAheadMillis);
        }
        if (Math.abs(setMillis) > TOLERATED_MILLIS) {
            LOG.warn("The store takes the wall clock over, and moves by {} ms", setMillis);
            stepListeners.forEach(Runnable::run);
        }
    }

    @Override
    public long shown(long steadyMillis) {
        return steadyMillis == Long.MAX_VALUE ? Long.MAX_VALUE : steadyMillis + relation.aheadMillis();
    }

    @Override
    public long realMillisUntil(long instantMillis) {
        return instantMillis == Long.MAX_VALUE
                ? Long.MAX_VALUE
                : realMillisUntilSteady(instantMillis - relation.certainAheadMillis());
    }

    @Override
    public long realMillisUntilSteady(long steadyMillis) {
        return steadyMillis == Long.MAX_VALUE ? Long.MAX_VALUE : machine.realMillis(steadyMillis - steadyMillis());
    }

    @Override
    public void onStep(Runnable listener) {
        stepListeners.add(listener);
    }

    @Override
    public void onJump(Runnable listener) {
        machine.onMove(listener);
    }
}
