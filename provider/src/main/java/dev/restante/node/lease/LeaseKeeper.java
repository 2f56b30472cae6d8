package dev.restante.node.lease;

import static java.util.Objects.requireNonNull;

import dev.restante.model.Spans;
import dev.restante.model.Uninterrupted;
import dev.restante.node.worker.AlarmClock;
import dev.restante.store.Membership;
import dev.restante.store.OutcomeRepository;
import dev.restante.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps this node's lease in a shared store, and releases what dead nodes held (RCV-13). The lease is counted from
 * before the heartbeat was sent, less a margin: a node that was paused, or that can't reach the store, knows by its own
 * clocks that it can no longer prove its lease, and hands nothing out (RCV-14). Both clocks of the machine have to say
 * so, because the monotonic one stands still while the machine is suspended. When the clocks disagree the lease is not
 * proven before the next heartbeat, which begins at once. A node that was declared dead joins anew (RCV-20). Which
 * nodes are dead is {@link AnsweringTime}'s rule; while it is open whether the database's clock was set, none is.
 *
 * <p>In an exclusive store nobody else can declare this node dead: there is no heartbeat, and the lease always holds.
 */
public final class LeaseKeeper {

    /** A listener for changes of the cluster; called on the heartbeat's thread. */
    public interface Listener {
        /**
         * This node was declared dead, and joins anew; called again at each further attempt.
         *
         * @throws StoreException if it can't now
         */
        Identity rejoin();

        /** It is alive again. */
        void rejoined();

        /** It could not join anew; it is tried again. */
        void fenced(RuntimeException why);

        /** A heartbeat succeeded. */
        void beaten();

        /**
         * Heartbeats fail, over new connections too; called again for each further one.
         *
         * @param sinceNanos when the heartbeat was begun, by {@link System#nanoTime}
         */
        void storeLost(StoreException cause, long sinceNanos);

        /** A heartbeat succeeded after one that has failed. */
        void storeReached();

        /** Deliveries of these entities became available. */
        void released(List<Long> entityIds);

        /** An incarnation that was declared dead has nothing more to be released. */
        void ended();
    }

    /** The states of a node in the cluster. */
    public enum Life {
        /** Nobody has declared it dead, as far as it knows. */
        ALIVE,
        /** It was declared dead and joins anew, which takes a moment. */
        REJOINING,
        /** It was declared dead and could not join anew; it tries again, unless nobody else can have the store. */
        FENCED
    }

    private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);
    private static final int RELEASE_PAGE = 1_000;

    private final Membership membership;
    private final NodeTime nodeTime;
    private final LeaseTerms terms;
    private final boolean exclusive;
    private final Listener listener;
    private final AlarmClock.Alarm alarm;

    /** Only the heartbeat's thread uses it, once it beats. */
    private AnsweringTime answering;

    /** How many have failed, one after the other. Only the heartbeat's thread uses it. */
    private int failedBeats;

    private volatile long incarnation;
    private volatile NodeTime.Moment provenUntil;

    /** Written under {@link #lifeLock}; its changes are signalled, and each proof of the lease. */
    private volatile Life life = Life.ALIVE;

    private final ReentrantLock lifeLock = new ReentrantLock();
    private final Condition lifeChanged = lifeLock.newCondition();

    /** A keeper for a node that has just joined with a lease that began at {@link Identity#joinedAt}. */
    public LeaseKeeper(
            Membership membership,
            NodeTime nodeTime,
            Identity identity,
            Duration lease,
            AlarmClock clock,
            Listener listener) {
        this.membership = requireNonNull(membership, "membership");
        this.nodeTime = requireNonNull(nodeTime, "nodeTime");
        this.incarnation = identity.incarnation();
        this.exclusive = identity.exclusive();
        this.terms = LeaseTerms.of(lease);
        this.listener = requireNonNull(listener, "listener");
        this.alarm = clock.alarm("heartbeat", this::beat);
        this.answering = countingAnew();
        this.provenUntil = identity.joinedAt().later(terms.provenMillis());
        if (!exclusive) {
            nodeTime.onSuspicion(this::beatNow);
        }
    }

    /** Counts the time in which the store answers from now on. */
    private AnsweringTime countingAnew() {
        return new AnsweringTime(terms.leaseMillis(), nodeTime.millis());
    }

    /** Lets the next heartbeat begin at once; takes no lock but the alarm clock's. */
    private void beatNow() {
        alarm.ringWithin(0);
    }

    /**
     * The holder of a lease.
     *
     * @param exclusive whether nobody else can have the store open
     * @param joinedAt just before the node joined
     */
    public record Identity(long incarnation, boolean exclusive, NodeTime.Moment joinedAt) {}

    /** Begins to beat, after it has released what dead incarnations held. */
    public void start() {
        releaseDead();
        if (!exclusive) {
            alarm.ringIn(terms.beatMillis());
        }
    }

    /** Whether this node can prove that it is alive: only then may it hand out messages or renew locks. */
    public boolean proven() {
        return life == Life.ALIVE && (exclusive || (!nodeTime.suspicious() && provenMillis() > 0));
    }

    /** Returns for how long the lease is proven, by the clock that is ahead. */
    private long provenMillis() {
        NodeTime.Moment until = provenUntil;
        NodeTime.Moment now = nodeTime.moment();
        return Math.min(until.monotonicMillis() - now.monotonicMillis(), until.wallMillis() - now.wallMillis());
    }

    /** How the node stands. */
    public Life life() {
        return life;
    }

    /** Waits while the node joins anew; returns how it stands then, or when the time is over. */
    public Life awaitDecided(long timeoutNanos) {
        await(() -> life != Life.REJOINING, timeoutNanos);
        return life;
    }

    /** Waits until the node can prove that it is alive; returns whether it can, when the time is over at the latest. */
    public boolean awaitProven(long timeoutNanos) {
        await(() -> life == Life.FENCED || proven(), timeoutNanos);
        return proven();
    }

    private void await(BooleanSupplier over, long timeoutNanos) {
        if (over.getAsBoolean()) {
            return;
        }
        lifeLock.lock();
        try {
            long leftNanos = timeoutNanos;
            while (!over.getAsBoolean() && leftNanos > 0) {
                leftNanos = Uninterrupted.awaitSignal(lifeChanged, leftNanos);
            }
        } finally {
            lifeLock.unlock();
        }
    }

    /** The node was found to be fenced by somebody else, such as a writer. */
    public void declaredDead() {
        lifeLock.lock();
        try {
            if (life == Life.ALIVE) {
                become(exclusive ? Life.FENCED : Life.REJOINING);
                if (exclusive) {
                    alarm.set(AlarmClock.UNSET);
                } else {
                    alarm.ringIn(0);
                }
            }
        } finally {
            lifeLock.unlock();
        }
    }

    private void become(Life next) {
        lifeLock.lock();
        try {
            life = next;
            lifeChanged.signalAll();
        } finally {
            lifeLock.unlock();
        }
    }

    /** Under a new incarnation; what comes of the former one is up to whoever finds it dead. */
    private void rejoin() {
        long former = incarnation;
        try {
            Identity identity = listener.rejoin();
            incarnation = identity.incarnation();
            provenUntil = identity.joinedAt().later(terms.provenMillis());
            answering = countingAnew();
            alarm.ringIn(terms.beatMillis());
            become(Life.ALIVE);
        } catch (RuntimeException e) {
            become(Life.FENCED);
            alarm.ringIn(terms.retryMillis());
            listener.fenced(e);
            return;
        }
        LOG.warn("Incarnation {} was declared dead; the node goes on as incarnation {}", former, incarnation);
        tell("its new incarnation", listener::rejoined);
        try {
            releaseDead();
        } catch (StoreException e) {
            LOG.warn("What incarnation {} held could not be released yet", former, e);
        }
    }

    private void beat() {
        if (life != Life.ALIVE) {
            rejoin();
            return;
        }
        boolean renewed = false;
        long sinceNanos = System.nanoTime();
        long beganMillis = nodeTime.steadyMillis();
        try {
            renewed = renew();
            if (!renewed) {
                return;
            }
            if (failedBeats > 0) {
                failedBeats = 0;
                tell("the end of an outage", listener::storeReached);
            }
            tell("a heartbeat", listener::beaten);
            declareDead();
            releaseDead();
        } catch (StoreException e) {
            if (!renewed) {
                answering.failed();
                noteFailure(e, sinceNanos);
            }
            LOG.warn(
                    "The heartbeat of incarnation {} failed; its lease is proven for {} ms more",
                    incarnation,
                    provenMillis(),
                    e);
        } finally {
            // Whatever went wrong in this beat, the next one comes.
            beatAgain(beganMillis, renewed);
        }
    }

    private void declareDead() {
        if (!nodeTime.certain()) {
            answering = countingAnew();
            return;
        }
        AnsweringTime.Ends ends = answering.ofDead();
        for (long deadIncarnation : membership.declareDead(ends.from(), ends.before())) {
            LOG.warn("Node incarnation {} is silent; its deliveries are released", deadIncarnation);
        }
    }

    /** The first one only says that the connections are gone; the next is over new ones. */
    private void noteFailure(StoreException cause, long sinceNanos) {
        failedBeats++;
        if (failedBeats > 1 && cause.kind() == StoreException.Kind.UNAVAILABLE) {
            tell("an outage", () -> listener.storeLost(cause, sinceNanos));
        }
    }

    /** Unless it was found dead meanwhile, which has set the alarm already. */
    private void beatAgain(long beganMillis, boolean renewed) {
        lifeLock.lock();
        try {
            if (life == Life.ALIVE) {
                // What a beat has to do beside may take long, and the lease runs from its begin.
                alarm.ringAtSteady(
                        renewed
                                ? Spans.later(beganMillis, terms.beatMillis())
                                : Spans.later(nodeTime.steadyMillis(), terms.retryMillis()));
                if (renewed && !proven()) {
                    // A clock was set after the lease was renewed, or that has taken too long.
                    beatNow();
                }
            }
        } finally {
            lifeLock.unlock();
        }
    }

    /** False if the node is dead. */
    private boolean renew() {
        NodeTime.Moment before = nodeTime.moment();
        long storeMillis = nodeTime.measure();
        if (!membership.renewLease(incarnation, terms.endOf(storeMillis))) {
            declaredDead();
            return false;
        }
        provenUntil = before.later(terms.provenMillis());
        answering.answered(storeMillis);
        lifeLock.lock();
        try {
            lifeChanged.signalAll();
        } finally {
            lifeLock.unlock();
        }
        return true;
    }

    /** Whatever the node makes of the news, dead nodes are declared dead and what they held is released. */
    private static void tell(String what, Runnable news) {
        try {
            news.run();
        } catch (RuntimeException e) {
            LOG.warn("The node failed over the news of {}; it hears of the next", what, e);
        }
    }

    private void releaseDead() {
        for (long deadIncarnation : membership.dead()) {
            for (List<Long> entityIds = release(deadIncarnation);
                    !entityIds.isEmpty();
                    entityIds = release(deadIncarnation)) {
                List<Long> released = entityIds;
                tell("a release", () -> listener.released(released));
            }
            tell("the end of an incarnation", listener::ended);
        }
    }

    private List<Long> release(long deadIncarnation) {
        return membership.releaseDead(
                deadIncarnation, RELEASE_PAGE, Spans.later(nodeTime.millis(), OutcomeRepository.KEPT));
    }
}
