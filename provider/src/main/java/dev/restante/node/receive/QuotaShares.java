package dev.restante.node.receive;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BrokerException;
import dev.restante.model.CallBound;
import dev.restante.model.Entity;
import dev.restante.model.Spans;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.Refusals;
import dev.restante.node.lock.EntityHolds;
import dev.restante.node.lock.LockTable;
import dev.restante.store.QuotaShareRepository;
import dev.restante.store.Signals;
import dev.restante.store.StoreException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This node's shares of the quotas of entities (VIS-12). A receiver needs a place of the share, which is in memory; the
 * node takes more from the store when it has none left, and gives back what is free, and what becomes free, when other
 * nodes wait. So the applications of all nodes together never have more than the quota.
 *
 * <p>In a store that nobody else has open the node has all places, and nothing here does anything.
 *
 * <p>Threads: receivers that can't wait take on their own, those that can on a loader; places are given back on a
 * loader or the heartbeat. An entity has one {@linkplain StoreAttempts call of the store} under way at a time, so that
 * no write is older than the one before it. No thread holds a lock during the call. In memory a share grows after the
 * store has granted it, and shrinks before the store hears of it.
 */
public final class QuotaShares {

    private static final Logger LOG = LoggerFactory.getLogger(QuotaShares.class);

    /** A share grows by such a part of the quota, so that large ones are hardly ever asked for. */
    private static final int PARTS = 16;

    /** Who was refused does not ask again before, except in the poll. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final NodeContext context;
    private final LockTable locks;
    private final Executor loaders;
    private final boolean shared;
    private final Map<Long, Share> shares = new ConcurrentHashMap<>();

    public QuotaShares(NodeContext context, LockTable locks, Executor loaders) {
        this.context = context;
        this.locks = locks;
        this.loaders = loaders;
        this.shared = !context.store().traits().exclusive();
    }

    /**
     * A receiver of an entity opens, so that its first look finds a place. A store that does not answer is asked later.
     */
    void opened(Entity entity) {
        if (shared && holds(entity.id()).share() == 0) {
            try {
                of(entity.id()).take(entity, 1);
            } catch (StoreException e) {
                LOG.debug("No places of '{}' could be taken yet", entity.name(), e);
            }
        }
    }

    /**
     * Counts some in, for a call that can't wait.
     *
     * @throws BrokerException with IN_FLIGHT_LIMIT if there are no places, or if the store fails
     */
    void enter(Entity entity, int entering) {
        int limit = entity.options().maxInFlight();
        EntityHolds holds = holds(entity.id());
        while (!holds.enter(entering, limit)) {
            if (!takeNow(entity, entering)) {
                throw Refusals.quotaUsedUp(entity);
            }
        }
    }

    /**
     * Takes places from the store, for a call that can't wait.
     *
     * @return whether there may be so many free places now
     * @throws BrokerException if the store fails
     */
    boolean takeNow(Entity entity, int needed) {
        if (!lacksShare(entity, needed)) {
            return holds(entity.id()).inFlight() <= entity.options().maxInFlight() - needed;
        }
        try {
            of(entity.id()).take(entity, needed);
        } catch (StoreException e) {
            throw Refusals.of(e);
        }
        return !lacksShare(entity, needed);
    }

    /** A receiver waits for a place: takes more, if there can be more. */
    void want(Entity entity) {
        if (lacksShare(entity, 1)) {
            of(entity.id()).takeLater(false);
        }
    }

    /** Whether it is the share, and not the quota alone, that keeps somebody from so many places. */
    private boolean lacksShare(Entity entity, int needed) {
        EntityHolds holds = holds(entity.id());
        long inFlight = holds.inFlight();
        return shared
                && inFlight + needed > holds.share()
                && inFlight + needed <= entity.options().maxInFlight();
    }

    /** Another node has given something back, or something else has arrived. */
    public void arrived(long entityId) {
        Share share = shares.get(entityId);
        if (share != null) {
            share.arrived();
        }
    }

    /** The same, of whatever entities. */
    public void arrivedAnywhere() {
        shares.values().forEach(Share::arrived);
    }

    /** A place that became free was given up. */
    public void shrunk(long entityId) {
        Share share = shares.get(entityId);
        if (share != null) {
            share.giveBackLater();
        }
    }

    /** True if this node waits for places that others may give back. */
    public boolean waiting() {
        for (Share share : shares.values()) {
            if (share.waits) {
                return true;
            }
        }
        return false;
    }

    /** One round of sharing with other nodes. */
    public void share() {
        if (!shared || shares.isEmpty()) {
            return;
        }
        try {
            Map<Long, Integer> waiting = context.store().quotaShares().waitingElsewhere(context.incarnation());
            for (Share share : shares.values()) {
                share.share(waiting.getOrDefault(share.entityId, 0));
            }
        } catch (StoreException e) {
            LOG.warn("Places in flight can't be shared with other nodes for now", e);
        }
    }

    /**
     * The node has become another incarnation, which has no share of anything; what the former one had goes with its
     * locks.
     */
    public void outlived() {
        shares.values().forEach(Share::outlived);
    }

    private EntityHolds holds(long entityId) {
        return locks.holds().ofEntity(entityId);
    }

    private Share of(long entityId) {
        return shares.computeIfAbsent(entityId, Share::new);
    }

    /** This node's share of one entity's quota. */
    private final class Share {
        private final long entityId;
        private final StoreAttempts attempts = new StoreAttempts();
        private final AtomicBoolean taking = new AtomicBoolean();
        private final AtomicBoolean givingBack = new AtomicBoolean();

        /** True if places are to be given back as soon as no other call is under way. */
        private final AtomicBoolean giveBackOwed = new AtomicBoolean();

        /** What the store may have written for this node at most. */
        @GuardedBy("this")
        private int stored;

        /** The quota of which it was taken. */
        @GuardedBy("this")
        private int limit;

        /** Whether the store knows that this node waits. */
        private volatile boolean waits;

        /** Whether what this node has was granted, or found to be free, since the quota was altered. */
        private volatile boolean renewed = true;

        /** Touched by the heartbeat's thread only. */
        private long receivedBefore;

        private volatile long refusedNanos = System.nanoTime() - PAUSE_NANOS;

        Share(long entityId) {
            this.entityId = entityId;
        }

        /**
         * Takes places from the store, unless there are enough by now.
         *
         * @throws StoreException if the store fails, or does not answer in the time that the caller has left
         */
        void take(Entity entity, int needed) {
            try {
                boolean asked = false;
                while (!asked && lacksShare(entity, needed)) {
                    long patienceNanos =
                            CallBound.left(Spans.nanos(context.settings().storeTimeout()));
                    asked = attempts.makeOrAwait(() -> askFor(entity, needed), patienceNanos);
                }
            } finally {
                giveBackWhatIsOwed();
            }
        }

        private void askFor(Entity entity, int needed) {
            EntityHolds holds = holds(entityId);
            int before = holds.share();
            int more = Math.max(needed, entity.options().maxInFlight() / PARTS);
            long incarnation = context.incarnation();
            mayHave(before + more);
            QuotaShareRepository.Share now = context.store()
                    .quotaShares()
                    .take(entityId, incarnation, before, more, context.time().millis());
            answered(now, before, incarnation);
        }

        /** Expects that the store has given a number of places, until it has answered. */
        private synchronized void mayHave(int places) {
            stored = Math.max(stored, places);
        }

        private synchronized void answered(QuotaShareRepository.Share now, int before, long incarnation) {
            stored = now.places();
            waits = now.places() == before;
            if (waits) {
                refusedNanos = System.nanoTime();
            } else if (incarnation == context.incarnation()) {
                // The store grants by the present quota and the shares of all nodes. A refusal does not take this
                // node's share away, although the quota may have been altered.
                limit = now.limit();
                renewed = true;
                holds(entityId).grow(now.places() - before);
            }
        }

        void arrived() {
            if (waits) {
                takeLater(false);
            }
        }

        void takeLater(boolean atOnce) {
            if (!atOnce && System.nanoTime() - refusedNanos < PAUSE_NANOS) {
                return;
            }
            later(taking, () -> context.registry().known(entityId).ifPresent(entity -> take(entity, 1)));
        }

        void giveBackLater() {
            later(givingBack, this::giveBack);
        }

        private void later(AtomicBoolean pending, Runnable work) {
            if (!pending.compareAndSet(false, true)) {
                return;
            }
            try {
                loaders.execute(() -> {
                    pending.set(false);
                    try {
                        work.run();
                    } catch (StoreException e) {
                        LOG.debug("Places of entity {} are shared later", entityId, e);
                    }
                });
            } catch (RejectedExecutionException e) {
                LOG.debug("The node is closing; it gives back all places", e);
            }
        }

        /** Tells the store what has been given up, and others that it is there; later if a call is under way. */
        void giveBack() {
            giveBackOwed.set(true);
            if (attempts.makeUnlessUnderWay(this::keepWhatIsLeft)) {
                giveBackWhatIsOwed();
            }
        }

        /** Makes up for a return that found another call under way. */
        private void giveBackWhatIsOwed() {
            if (giveBackOwed.get()) {
                giveBackLater();
            }
        }

        private void keepWhatIsLeft() {
            giveBackOwed.set(false);
            EntityHolds holds = holds(entityId);
            int kept = holds.share();
            boolean stillWaits = waits && holds.anyWaiting();
            boolean free = hasStoredMoreThan(kept);
            if (!free && stillWaits == waits) {
                return;
            }
            context.store().quotaShares().keep(entityId, context.incarnation(), kept, stillWaits);
            kept(kept, stillWaits);
            if (free) {
                context.store().signals().announce(List.of(new Signals.Arrival(entityId, List.of())));
            }
        }

        private synchronized boolean hasStoredMoreThan(int places) {
            return stored > places;
        }

        private synchronized void kept(int places, boolean stillWaits) {
            stored = places;
            waits = stillWaits;
        }

        /** Gives to so many nodes that wait what is more than this one's part. */
        void share(int waitingElsewhere) {
            Entity entity = context.registry().known(entityId).orElse(null);
            if (entity == null) {
                shares.remove(entityId, this);
                return;
            }
            EntityHolds holds = holds(entityId);
            int quota = entity.options().maxInFlight();
            if (altered(quota)) {
                renewed = false;
            } else if (holds.share() == 0) {
                renewed = true;
            }
            if (!renewed) {
                // All that is free or becomes free goes back, to be taken again of what the quota is now.
                holds.shrinkTo(0);
            } else if (waitingElsewhere > 0) {
                // Where nothing was received since the last round, all that is free can go.
                holds.shrinkTo(receivedSinceLastRound() || holds.anyWaiting() ? quota / (waitingElsewhere + 1) : 0);
            } else {
                holds.shrinkTo(EntityHolds.ALL);
            }
            giveBack();
            if (holds.anyWaiting() && lacksShare(entity, 1)) {
                takeLater(true);
            }
        }

        private boolean receivedSinceLastRound() {
            long received = locks.holds().counts(entityId).received();
            boolean more = received != receivedBefore;
            receivedBefore = received;
            return more;
        }

        synchronized void outlived() {
            holds(entityId).forfeit();
            waits = false;
        }

        private synchronized boolean altered(int quota) {
            boolean altered = limit != quota;
            limit = quota;
            return altered;
        }
    }
}
