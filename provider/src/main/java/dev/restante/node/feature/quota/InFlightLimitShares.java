package dev.restante.node.feature.quota;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BrokerException;
import dev.restante.model.CallTimeBudget;
import dev.restante.model.Entity;
import dev.restante.model.SaturatingTime;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.node.lock.InFlightCounter;
import dev.restante.store.InFlightShareRepository;
import dev.restante.store.Signals;
import dev.restante.store.StoreException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shares of this node in the in-flight limits of entities, granted by the store (VIS-12). A receiver needs an in-flight
 * slot of the share, which is in memory. If no slot is free, the node acquires more from the store; if other nodes
 * wait, it returns slots as they become free. Thus the applications of all nodes together never exceed the limit.
 *
 * <p>In an exclusive store the node has all slots, and this class does nothing.
 *
 * <p>Threads: a receiver that cannot wait acquires slots on its own thread, and any other receiver on a loader. Slots
 * are returned on a loader or the heartbeat thread. An entity has one {@linkplain SingleFlightCall store call} at a
 * time, so that writes keep their order. No thread holds a lock during the call. In memory, a share grows after the
 * store has granted it, and shrinks before the store is told.
 */
public final class InFlightLimitShares {

    private static final Logger LOG = LoggerFactory.getLogger(InFlightLimitShares.class);

    /** Divisor of the limit for the growth of a share, so that nodes rarely acquire slots of large limits. */
    private static final int GROWTH_DIVISOR = 16;

    /** Pause after a rejected request; only the poll ignores it. */
    private static final long REJECTED_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /**
     * Number of polls in which a rejected call that cannot wait counts as a waiting receiver. All other nodes poll
     * between two polls of this node, and then return their free slots.
     */
    private static final int ROUNDS_OF_REJECTED_CALL = 2;

    private final NodeServices node;
    private final Executor loaders;
    private final boolean shared;
    private final Map<Long, EntityShare> shares = new ConcurrentHashMap<>();

    public InFlightLimitShares(NodeServices node, Executor loaders) {
        this.node = node;
        this.loaders = loaders;
        this.shared = !node.store().capabilities().exclusive();
    }

    /**
     * Acquires a first slot when a receiver opens, so that its first poll finds one. If the store does not answer, a
     * later poll acquires it.
     */
    public void onReceiverOpened(Entity entity) {
        if (shared && counterOf(entity.id()).share() == 0) {
            try {
                of(entity.id()).request(entity, 1);
            } catch (StoreException e) {
                LOG.debug("No in-flight slots of '{}' could be acquired. A later poll tries again.", entity.name(), e);
            }
        }
    }

    /**
     * Adds messages to the in-flight counter, for a call that cannot wait.
     *
     * @throws BrokerException with IN_FLIGHT_LIMIT if no slots are free, or if the store fails
     */
    public void addOrThrow(Entity entity, int entering) {
        int limit = entity.options().maxInFlight();
        InFlightCounter counter = counterOf(entity.id());
        while (!counter.tryAdd(entering, limit)) {
            if (!requestNow(entity, entering)) {
                throw limitReached(entity);
            }
        }
    }

    /**
     * Returns the exception for a call that cannot wait and gets no slot. The store gives no first slot for an entity
     * that another node has deleted.
     */
    BrokerException limitReached(Entity entity) {
        boolean deleted =
                shared && counterOf(entity.id()).share() == 0 && node.registry().isDeleted(entity);
        return deleted ? BrokerExceptions.entityDeleted(entity) : BrokerExceptions.inFlightLimitReached(entity);
    }

    /**
     * Acquires slots from the store, for a call that cannot wait.
     *
     * @return true if enough slots may be free now
     * @throws BrokerException if the store fails
     */
    boolean requestNow(Entity entity, int needed) {
        if (!needsMoreShare(entity, needed)) {
            return counterOf(entity.id()).inFlight() <= entity.options().maxInFlight() - needed;
        }
        EntityShare share = of(entity.id());
        try {
            share.request(entity, needed);
        } catch (StoreException e) {
            throw BrokerExceptions.of(e);
        }
        boolean rejected = needsMoreShare(entity, needed);
        if (rejected) {
            share.callRejected();
        }
        return !rejected;
    }

    /** Acquires a slot on a loader for a waiting receiver, if the limit allows it. */
    void requestLater(Entity entity) {
        if (needsMoreShare(entity, 1)) {
            of(entity.id()).requestLater(false);
        }
    }

    /** Returns whether the share, and not only the limit, is too small for a number of additional slots. */
    private boolean needsMoreShare(Entity entity, int needed) {
        InFlightCounter counter = counterOf(entity.id());
        long inFlight = counter.inFlight();
        return shared
                && inFlight + needed > counter.share()
                && inFlight + needed <= entity.options().maxInFlight();
    }

    /** Requests slots after a signal of another node, if this node waits for them. */
    public void onSignal(long entityId) {
        EntityShare share = shares.get(entityId);
        if (share != null) {
            share.onSignal();
        }
    }

    /** Requests slots for all entities that wait for them. */
    public void onAnySignal() {
        shares.values().forEach(EntityShare::onSignal);
    }

    /** Returns a freed slot to the store. */
    public void onShareReduced(long entityId) {
        EntityShare share = shares.get(entityId);
        if (share != null) {
            share.returnFreeLater();
        }
    }

    /** Returns whether this node waits for slots of other nodes. */
    public boolean isWaiting() {
        for (EntityShare share : shares.values()) {
            if (share.storeKnowsWaiting) {
                return true;
            }
        }
        return false;
    }

    /** Shares slots with other nodes; called regularly. */
    public void runRound() {
        if (!shared || shares.isEmpty()) {
            return;
        }
        try {
            Map<Long, Integer> waiting = node.store().inFlightShares().waitingNodes(node.incarnation());
            for (EntityShare share : shares.values()) {
                share.share(waiting.getOrDefault(share.entityId, 0));
            }
        } catch (StoreException e) {
            LOG.warn("In-flight slots could not be shared with other nodes. The node tries again.", e);
        }
    }

    /**
     * Drops all shares after the node rejoined. The new incarnation has none, and the shares of the former one ended
     * with its locks.
     */
    public void onRejoined() {
        shares.values().forEach(EntityShare::outlived);
    }

    private InFlightCounter counterOf(long entityId) {
        return node.locks().inFlight().of(entityId);
    }

    private EntityShare of(long entityId) {
        return shares.computeIfAbsent(entityId, EntityShare::new);
    }

    /** Share of this node in the in-flight limit of one entity. */
    private final class EntityShare {
        private final long entityId;
        private final SingleFlightCall storeCall = new SingleFlightCall();
        private final AtomicBoolean requestPending = new AtomicBoolean();
        private final AtomicBoolean returnScheduled = new AtomicBoolean();

        /** True if slots must be returned as soon as no other call is running. */
        private final AtomicBoolean returnPending = new AtomicBoolean();

        /** Highest number of slots that the store may have recorded for this node. */
        @GuardedBy("this")
        private int maxGranted;

        /** Limit at the time of the last grant. */
        @GuardedBy("this")
        private int limitAtGrant;

        /** True if the store has recorded that this node waits. */
        private volatile boolean storeKnowsWaiting;

        /** True if the share was granted, or found to be empty, since the limit was changed. */
        private volatile boolean grantedUnderCurrentLimit = true;

        /** Used by the heartbeat thread only. */
        private long receivedBefore;

        /** Number of further polls in which a rejected call counts as a waiting receiver. */
        private final AtomicInteger roundsOfRejectedCall = new AtomicInteger();

        private volatile long rejectedAtNanos = System.nanoTime() - REJECTED_PAUSE_NANOS;

        EntityShare(long entityId) {
            this.entityId = entityId;
        }

        /**
         * Acquires slots from the store, unless enough have become free.
         *
         * @throws StoreException if the store fails, or does not answer within the time budget of the caller
         */
        void request(Entity entity, int needed) {
            try {
                boolean asked = false;
                while (!asked && needsMoreShare(entity, needed)) {
                    long timeoutNanos = CallTimeBudget.remaining(
                            SaturatingTime.toNanos(node.settings().storeTimeout()));
                    asked = storeCall.runOrJoin(() -> requestFromStore(entity, needed), timeoutNanos);
                }
            } finally {
                runPendingReturn();
            }
        }

        private void requestFromStore(Entity entity, int needed) {
            InFlightCounter counter = counterOf(entityId);
            int before = counter.share();
            int more = Math.max(needed, entity.options().maxInFlight() / GROWTH_DIVISOR);
            long incarnation = node.incarnation();
            expectGranted(before + more);
            InFlightShareRepository.InFlightShare now = node.store()
                    .inFlightShares()
                    .acquire(
                            entityId,
                            incarnation,
                            before,
                            more,
                            node.storeClock().storeMillis());
            answered(now, before, incarnation);
        }

        /** Assumes that the store has granted a number of slots until its answer arrives. */
        private synchronized void expectGranted(int permits) {
            maxGranted = Math.max(maxGranted, permits);
        }

        private synchronized void answered(InFlightShareRepository.InFlightShare now, int before, long incarnation) {
            maxGranted = now.slots();
            storeKnowsWaiting = now.slots() == before;
            if (storeKnowsWaiting) {
                rejectedAtNanos = System.nanoTime();
            } else if (incarnation == node.incarnation()) {
                // The store grants according to the current limit and the shares of all nodes. A rejection leaves the
                // share unchanged, although the limit may have been changed.
                limitAtGrant = now.limit();
                grantedUnderCurrentLimit = true;
                roundsOfRejectedCall.set(0);
                counterOf(entityId).growShare(now.slots() - before);
            }
        }

        /** Records that a call that cannot wait got no slot, so that other nodes return slots for its repetition. */
        void callRejected() {
            roundsOfRejectedCall.set(ROUNDS_OF_REJECTED_CALL);
        }

        private boolean waits(InFlightCounter counter) {
            return roundsOfRejectedCall.get() > 0 || counter.anyWaiting();
        }

        void onSignal() {
            if (storeKnowsWaiting) {
                requestLater(false);
            }
        }

        void requestLater(boolean ignorePause) {
            if (!ignorePause && System.nanoTime() - rejectedAtNanos < REJECTED_PAUSE_NANOS) {
                return;
            }
            later(requestPending, () -> node.registry().known(entityId).ifPresent(entity -> request(entity, 1)));
        }

        void returnFreeLater() {
            later(returnScheduled, this::returnFree);
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
                        LOG.debug(
                                "In-flight slots of entity {} could not be shared. The node tries again later.",
                                entityId,
                                e);
                    }
                });
            } catch (RejectedExecutionException e) {
                LOG.debug("The node is closing and returns all in-flight slots", e);
            }
        }

        /** Reports returned slots to the store and signals the other nodes; later if another call is running. */
        void returnFree() {
            returnPending.set(true);
            if (storeCall.tryRun(this::writeShare)) {
                runPendingReturn();
            }
        }

        /** Repeats a return that another call prevented. */
        private void runPendingReturn() {
            if (returnPending.get()) {
                returnFreeLater();
            }
        }

        private void writeShare() {
            returnPending.set(false);
            InFlightCounter counter = counterOf(entityId);
            int kept = counter.share();
            boolean stillWaits = storeKnowsWaiting && waits(counter);
            boolean free = hasStoredMoreThan(kept);
            if (!free && stillWaits == storeKnowsWaiting) {
                return;
            }
            node.store().inFlightShares().reduceTo(entityId, node.incarnation(), kept, stillWaits);
            kept(kept, stillWaits);
            if (free) {
                node.store().signals().announce(List.of(new Signals.AvailabilitySignal(entityId, List.of())));
            }
        }

        private synchronized boolean hasStoredMoreThan(int permits) {
            return maxGranted > permits;
        }

        private synchronized void kept(int permits, boolean stillWaits) {
            maxGranted = permits;
            storeKnowsWaiting = stillWaits;
        }

        /** Returns slots that exceed the part of this node, if other nodes wait. */
        void share(int waitingElsewhere) {
            Entity entity = node.registry().known(entityId).orElse(null);
            if (entity == null) {
                shares.remove(entityId, this);
                return;
            }
            InFlightCounter counter = counterOf(entityId);
            int limit = entity.options().maxInFlight();
            if (altered(limit)) {
                grantedUnderCurrentLimit = false;
            } else if (counter.share() == 0) {
                grantedUnderCurrentLimit = true;
            }
            if (!grantedUnderCurrentLimit) {
                // All free slots are returned and acquired again under the new limit.
                counter.shrinkShareTo(0);
            } else if (waitingElsewhere > 0) {
                // If no message was received since the last round, all free slots are returned.
                counter.shrinkShareTo(
                        receivedSinceLastRound() || counter.anyWaiting() ? limit / (waitingElsewhere + 1) : 0);
            } else {
                counter.shrinkShareTo(InFlightCounter.UNLIMITED);
            }
            returnFree();
            if (waits(counter) && needsMoreShare(entity, 1)) {
                requestLater(true);
            }
            roundsOfRejectedCall.updateAndGet(rounds -> Math.max(0, rounds - 1));
        }

        private boolean receivedSinceLastRound() {
            long received = node.locks().inFlight().counts(entityId).received();
            boolean more = received != receivedBefore;
            receivedBefore = received;
            return more;
        }

        synchronized void outlived() {
            counterOf(entityId).dropShare();
            roundsOfRejectedCall.set(0);
            storeKnowsWaiting = false;
        }

        private synchronized boolean altered(int limit) {
            boolean altered = limitAtGrant != limit;
            limitAtGrant = limit;
            return altered;
        }
    }
}
