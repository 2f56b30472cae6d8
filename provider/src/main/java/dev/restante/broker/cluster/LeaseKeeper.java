package dev.restante.broker.cluster;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.worker.AlarmClock;
import dev.restante.model.TimeSource;
import dev.restante.store.Membership;
import dev.restante.store.StoreException;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps this node's lease in a shared store, and releases what dead nodes held (RCV-13). The lease is counted from before the heartbeat was sent, less a margin: a node that was paused, or that
 * can't reach the store, knows by its own clock that it can no longer prove its lease, and hands nothing out (RCV-14).
 *
 * <p>In an exclusive store nobody else can declare this node dead: there is no heartbeat, and the lease always holds.
 */
public final class LeaseKeeper {

    /** What the node does when the cluster changes; called on the heartbeat's thread. */
    public interface Listener {
        /** This node was declared dead. */
        void fenced();

        /** A heartbeat succeeded. */
        void beaten();

        /** Deliveries of these entities became available. */
        void released(List<Long> entityIds);
    }

    private static final Logger LOG = LoggerFactory.getLogger(LeaseKeeper.class);
    private static final int RELEASE_PAGE = 1_000;
    private static final int BEATS_PER_LEASE = 3;
    private static final int MARGIN_DIVISOR = 5;

    private final Membership membership;
    private final TimeSource local;
    private final NodeTime nodeTime;
    private final long incarnation;
    private final long leaseMillis;
    private final boolean exclusive;
    private final Listener listener;
    private final AlarmClock.Alarm alarm;
    private volatile long provenUntilMillis;
    private volatile boolean dead;

    /** A keeper for a node that has just joined with a lease that began at {@code joinedAtMillis} of the local clock. */
    public LeaseKeeper(
            Membership membership,
            TimeSource local,
            NodeTime nodeTime,
            Identity identity,
            Duration lease,
            AlarmClock clock,
            Listener listener) {
        this.membership = requireNonNull(membership, "membership");
        this.local = requireNonNull(local, "local");
        this.nodeTime = requireNonNull(nodeTime, "nodeTime");
        this.incarnation = identity.incarnation();
        this.exclusive = identity.exclusive();
        this.leaseMillis = lease.toMillis();
        this.listener = requireNonNull(listener, "listener");
        this.alarm = clock.alarm("heartbeat", this::beat);
        this.provenUntilMillis = provenFrom(identity.joinedAtMillis());
    }

    /**
     * Who keeps a lease.
     *
     * @param exclusive whether nobody else can have the store open
     * @param joinedAtMillis local time just before the node joined
     */
    public record Identity(long incarnation, boolean exclusive, long joinedAtMillis) {}

    /** Begins to beat, after it has released what dead incarnations held. */
    public void start() {
        releaseDead();
        if (!exclusive) {
            alarm.set(nodeTime.millis() + leaseMillis / BEATS_PER_LEASE);
        }
    }

    /** Whether this node can prove that it is alive: only then may it hand out messages or renew locks. */
    public boolean proven() {
        return !dead && (exclusive || local.millis() < provenUntilMillis);
    }

    /** Whether this node was declared dead. */
    public boolean fenced() {
        return dead;
    }

    /** The node was found to be fenced by somebody else, such as a writer. */
    public void declaredDead() {
        dead = true;
        alarm.set(AlarmClock.UNSET);
    }

    private void beat() {
        if (dead) {
            return;
        }
        try {
            long beforeMillis = local.millis();
            long storeMillis = membership.storeMillis();
            nodeTime.measured(beforeMillis, storeMillis, local.millis());
            if (!membership.renewLease(incarnation, storeMillis + leaseMillis)) {
                declaredDead();
                listener.fenced();
                return;
            }
            provenUntilMillis = provenFrom(beforeMillis);
            listener.beaten();
            for (long deadIncarnation : membership.declareDead(storeMillis)) {
                LOG.warn("Node incarnation {} is silent; what it held is released", deadIncarnation);
            }
            releaseDead();
        } catch (StoreException e) {
            LOG.warn(
                    "The heartbeat of incarnation {} failed; its lease is proven for {} ms more",
                    incarnation,
                    provenUntilMillis - local.millis(),
                    e);
        } finally {
            // Whatever went wrong in this beat, the next one comes.
            if (!dead) {
                alarm.set(nodeTime.millis() + leaseMillis / BEATS_PER_LEASE);
            }
        }
    }

    private long provenFrom(long sentAtMillis) {
        return sentAtMillis + leaseMillis - leaseMillis / MARGIN_DIVISOR;
    }

    private void releaseDead() {
        for (long deadIncarnation : membership.dead()) {
            for (List<Long> entityIds = membership.releaseDead(deadIncarnation, RELEASE_PAGE);
                    !entityIds.isEmpty();
                    entityIds = membership.releaseDead(deadIncarnation, RELEASE_PAGE)) {
                listener.released(entityIds);
            }
        }
    }
}
