package dev.restante.node.lease;

import static java.util.Objects.requireNonNull;

import dev.restante.model.SaturatingTime;
import dev.restante.model.Uninterruptibles;
import dev.restante.node.worker.NodeScheduler;
import dev.restante.store.CommitOutcomeRepository;
import dev.restante.store.Membership;
import dev.restante.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runner of the heartbeat, which renews this node's lease in a shared store, declares nodes without renewals dead, and
 * releases their deliveries (RCV-13, RCV-14, RCV-20).
 *
 * <p>The node counts its lease from an instant before the heartbeat was sent, and subtracts a margin. A node that was
 * suspended or cannot reach the store therefore knows when its lease is no longer valid, and stops delivering messages
 * (RCV-14). Both the monotonic clock and the wall clock must show that the lease is valid, because the monotonic clock
 * stops while the machine is suspended. If the clocks disagree, the lease is invalid until the next heartbeat, which
 * begins immediately.
 *
 * <p>A node that was declared dead rejoins (RCV-20). {@link FailureDetector} decides which other nodes are dead. No
 * node is declared dead while it is uncertain whether the database clock was set.
 *
 * <p>In an exclusive store no other node can declare this node dead. There the lease is always valid, and no heartbeats
 * are sent.
 */
public final class LeaseKeeper {

    /** Listener for changes of the cluster, called on the heartbeat thread. */
    public interface LeaseListener {
        /**
         * Rejoins the store after the node was declared dead; called again for each further attempt.
         *
         * @throws StoreException if the node cannot rejoin at present
         */
        LeaseHolder rejoin();

        void onRejoined();

        void onFenced(RuntimeException cause);

        void onHeartbeat();

        /**
         * Called after a heartbeat failed again over new connections, and after each further failure.
         *
         * @param sinceNanos the start of the heartbeat, by {@link System#nanoTime}
         */
        void onStoreUnreachable(StoreException cause, long sinceNanos);

        void onStoreReachable();

        void onReleased(List<Long> entityIds);

        /** Called after all deliveries of a dead incarnation were released. */
        void onIncarnationReleased();
    }

    /** State in the cluster. */
    public enum LeaseState {
        /** The node does not know that it was declared dead. */
        ALIVE,
        /** The node was declared dead and is rejoining. */
        REJOINING,
        /** The node was declared dead, could not rejoin, and tries again except in an exclusive store. */
        FENCED
    }

    private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);
    private static final int RELEASE_PAGE = 1_000;

    private final Membership membership;
    private final StoreClock storeClock;
    private final LeaseTerms terms;
    private final boolean exclusive;
    private final LeaseListener listener;
    private final NodeScheduler.ScheduledTask task;

    /** Heartbeat thread only. */
    private FailureDetector failureDetector;

    /** Failures in succession. Heartbeat thread only. */
    private int failedHeartbeats;

    private volatile long incarnation;
    private volatile StoreClock.ClockReading validUntil;

    /** Written with {@link #stateLock}. Changes of the state and renewals of the lease are signalled. */
    private volatile LeaseState state = LeaseState.ALIVE;

    private final ReentrantLock stateLock = new ReentrantLock();
    private final Condition stateChanged = stateLock.newCondition();

    /** Creates a keeper for a node that joined at {@link LeaseHolder#joinedAt}. */
    public LeaseKeeper(
            Membership membership,
            StoreClock storeClock,
            LeaseHolder holder,
            Duration lease,
            NodeScheduler scheduler,
            LeaseListener listener) {
        this.membership = requireNonNull(membership, "membership");
        this.storeClock = requireNonNull(storeClock, "storeClock");
        this.incarnation = holder.incarnation();
        this.exclusive = holder.exclusive();
        this.terms = LeaseTerms.of(lease);
        this.listener = requireNonNull(listener, "listener");
        this.task = scheduler.task("heartbeat", this::heartbeat);
        this.failureDetector = newFailureDetector();
        this.validUntil = holder.joinedAt().later(terms.validMillis());
        if (!exclusive) {
            storeClock.onDisagreement(this::scheduleNow);
        }
    }

    /** Returns a new detector. */
    private FailureDetector newFailureDetector() {
        return new FailureDetector(terms.leaseMillis(), storeClock.storeMillis());
    }

    /** Starts the next heartbeat immediately; acquires only the lock of the node scheduler. */
    private void scheduleNow() {
        task.scheduleWithin(0);
    }

    /**
     * Holder of a lease.
     *
     * @param exclusive true if no other node can have the store open
     * @param joinedAt an instant just before the node joined
     */
    public record LeaseHolder(long incarnation, boolean exclusive, StoreClock.ClockReading joinedAt) {}

    /** Starts the heartbeats after a release for dead incarnations. */
    public void start() {
        releaseDead();
        if (!exclusive) {
            task.scheduleIn(terms.heartbeatMillis());
            scheduleNowUnlessProven();
        }
    }

    /** Returns whether this node can prove that it is alive, and so may deliver messages and renew locks. */
    public boolean leaseValid() {
        return state == LeaseState.ALIVE && (exclusive || (!storeClock.clocksDisagree() && provenMillis() > 0));
    }

    /** Returns the remaining time for which the lease is proven, by the clock that is ahead. */
    private long provenMillis() {
        StoreClock.ClockReading until = validUntil;
        StoreClock.ClockReading now = storeClock.reading();
        return Math.min(until.monotonicMillis() - now.monotonicMillis(), until.wallMillis() - now.wallMillis());
    }

    public LeaseState state() {
        return state;
    }

    /** Blocks while the node is rejoining, or until the timeout, and returns the state. */
    public LeaseState awaitRejoinAttempt(long timeoutNanos) {
        await(() -> state != LeaseState.REJOINING, timeoutNanos);
        return state;
    }

    /**
     * Blocks until the lease is valid, the node is fenced, or the timeout ends, and returns whether the lease is valid.
     */
    public boolean awaitLeaseValid(long timeoutNanos) {
        await(() -> state == LeaseState.FENCED || leaseValid(), timeoutNanos);
        return leaseValid();
    }

    private void await(BooleanSupplier over, long timeoutNanos) {
        if (over.getAsBoolean()) {
            return;
        }
        stateLock.lock();
        try {
            long leftNanos = timeoutNanos;
            while (!over.getAsBoolean() && leftNanos > 0) {
                leftNanos = Uninterruptibles.awaitSignal(stateChanged, leftNanos);
            }
        } finally {
            stateLock.unlock();
        }
    }

    /** Changes the state after a batch or another call found that the node was declared dead. */
    public void markDeclaredDead() {
        stateLock.lock();
        try {
            if (state == LeaseState.ALIVE) {
                changeState(exclusive ? LeaseState.FENCED : LeaseState.REJOINING);
                if (exclusive) {
                    task.scheduleAt(NodeScheduler.NEVER);
                } else {
                    task.scheduleIn(0);
                }
            }
        } finally {
            stateLock.unlock();
        }
    }

    private void changeState(LeaseState next) {
        stateLock.lock();
        try {
            state = next;
            stateChanged.signalAll();
        } finally {
            stateLock.unlock();
        }
    }

    /**
     * Rejoins under a new incarnation, and releases the deliveries of the former incarnation like those of any dead
     * node.
     */
    private void rejoin() {
        long former = incarnation;
        try {
            LeaseHolder holder = listener.rejoin();
            incarnation = holder.incarnation();
            validUntil = holder.joinedAt().later(terms.validMillis());
            failureDetector = newFailureDetector();
            task.scheduleIn(terms.heartbeatMillis());
            changeState(LeaseState.ALIVE);
        } catch (RuntimeException e) {
            changeState(LeaseState.FENCED);
            task.scheduleIn(terms.retryMillis());
            listener.onFenced(e);
            return;
        }
        scheduleNowUnlessProven();
        LOG.warn("Incarnation {} was declared dead. The node continues as incarnation {}.", former, incarnation);
        notifyListener("rejoin", listener::onRejoined);
        try {
            releaseDead();
        } catch (StoreException e) {
            LOG.warn(
                    "The messages of incarnation {} could not be released. The next heartbeat tries again.", former, e);
        }
    }

    private void heartbeat() {
        if (state != LeaseState.ALIVE) {
            rejoin();
            return;
        }
        boolean renewed = false;
        long sinceNanos = System.nanoTime();
        long beganMillis = storeClock.monotonicMillis();
        try {
            renewed = renew();
            if (!renewed) {
                return;
            }
            if (failedHeartbeats > 0) {
                failedHeartbeats = 0;
                notifyListener("end of an outage", listener::onStoreReachable);
            }
            notifyListener("heartbeat", listener::onHeartbeat);
            declareDead();
            releaseDead();
        } catch (StoreException e) {
            if (!renewed) {
                failureDetector.onFailure();
                noteFailure(e, sinceNanos);
            }
            LOG.warn(
                    "The heartbeat of incarnation {} failed. Its lease is valid for {} more ms.",
                    incarnation,
                    provenMillis(),
                    e);
        } finally {
            // The next heartbeat must follow after any failure.
            scheduleNext(beganMillis, renewed);
        }
    }

    private void declareDead() {
        if (!storeClock.isConfirmed()) {
            failureDetector = newFailureDetector();
            return;
        }
        FailureDetector.DeadLeaseRange deadRange = failureDetector.deadLeaseEnds();
        for (long deadIncarnation : membership.declareDead(deadRange.from(), deadRange.before())) {
            LOG.warn(
                    "Incarnation {} did not renew its lease and was declared dead. Its messages are released.",
                    deadIncarnation);
        }
    }

    /**
     * Counts a failed heartbeat. The first failure may only mean broken connections, and the next heartbeat uses new
     * ones.
     */
    private void noteFailure(StoreException cause, long sinceNanos) {
        failedHeartbeats++;
        if (failedHeartbeats > 1 && cause.kind() == StoreException.StoreFailureKind.UNAVAILABLE) {
            notifyListener("outage", () -> listener.onStoreUnreachable(cause, sinceNanos));
        }
    }

    /**
     * Schedules the next heartbeat, unless the node was declared dead, which has already scheduled an attempt to
     * rejoin.
     */
    private void scheduleNext(long beganMillis, boolean renewed) {
        stateLock.lock();
        try {
            if (state == LeaseState.ALIVE) {
                // The other work of a heartbeat can take long, but the lease counts from its start.
                task.scheduleAtMonotonic(
                        renewed
                                ? SaturatingTime.plus(beganMillis, terms.heartbeatMillis())
                                : SaturatingTime.plus(storeClock.monotonicMillis(), terms.retryMillis()));
                if (renewed) {
                    scheduleNowUnlessProven();
                }
            }
        } finally {
            stateLock.unlock();
        }
    }

    /**
     * Starts the next heartbeat immediately if a clock was set after the renewal, or if the renewal took too long. A
     * wall clock that was set back leaves the lease valid, but no longer detects a suspension.
     */
    private void scheduleNowUnlessProven() {
        if (!leaseValid() || !storeClock.reading().agreesWith(validUntil)) {
            scheduleNow();
        }
    }

    /** Renews the lease. Returns false if the node was declared dead. */
    private boolean renew() {
        StoreClock.ClockReading before = storeClock.reading();
        long storeMillis = storeClock.measure();
        if (!membership.renewLease(incarnation, terms.endOf(storeMillis))) {
            markDeclaredDead();
            return false;
        }
        validUntil = before.later(terms.validMillis());
        failureDetector.onAnswer(storeMillis);
        stateLock.lock();
        try {
            stateChanged.signalAll();
        } finally {
            stateLock.unlock();
        }
        return true;
    }

    /**
     * Notifies the listener and logs its exceptions, because a failing listener must not stop the work of a heartbeat.
     */
    private static void notifyListener(String event, Runnable notification) {
        try {
            notification.run();
        } catch (RuntimeException e) {
            LOG.warn("The lease listener failed on the event '{}'. It still gets later events.", event, e);
        }
    }

    private void releaseDead() {
        for (long deadIncarnation : membership.deadIncarnations()) {
            for (List<Long> entityIds = release(deadIncarnation);
                    !entityIds.isEmpty();
                    entityIds = release(deadIncarnation)) {
                List<Long> released = entityIds;
                notifyListener("release", () -> listener.onReleased(released));
            }
            notifyListener("end of an incarnation", listener::onIncarnationReleased);
        }
    }

    private List<Long> release(long deadIncarnation) {
        return membership.releaseOfDead(
                deadIncarnation,
                RELEASE_PAGE,
                SaturatingTime.plus(storeClock.storeMillis(), CommitOutcomeRepository.RETENTION));
    }
}
