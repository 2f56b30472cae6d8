package dev.restante.node.commit;

import dev.restante.model.CallTimeBudget;
import dev.restante.model.Delivery;
import dev.restante.model.SaturatingTime;
import dev.restante.node.core.NodeContext;
import dev.restante.node.queue.EntityDispatcher;
import dev.restante.node.queue.PrefetchCoordinator;
import dev.restante.node.queue.buffer.ConsumerSlot;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.node.worker.NodeScheduler;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Prefetch buffers of all dispatchers of a node: expires their messages, and returns messages without receivers to the
 * store. Thread-safe.
 */
public final class NodePrefetchBuffers implements DirectDeliveryListener {

    private static final Logger LOG = LoggerFactory.getLogger(NodePrefetchBuffers.class);

    private static final long RETRY_MILLIS = 100;

    private final NodeContext context;
    private final DispatcherRegistry dispatchers;
    private final PrefetchReturner prefetchReturner;
    private final NodeScheduler.ScheduledTask expiryTask;

    /** Lock whose read lock each closing receiver holds. */
    private final ReentrantReadWriteLock closingLock = new ReentrantReadWriteLock();

    public NodePrefetchBuffers(
            NodeContext context,
            DispatcherRegistry dispatchers,
            PrefetchReturner prefetchReturner,
            NodeScheduler scheduler) {
        this.context = context;
        this.dispatchers = dispatchers;
        this.prefetchReturner = prefetchReturner;
        this.expiryTask = scheduler.task("prefetched message expiry", this::expire);
    }

    /**
     * Returns surplus to the store for entities for which receivers of other nodes wait; called once for each poll
     * interval.
     */
    public void returnSurplus(Set<Long> waitingOnOtherNodes) {
        dispatchers.byEntity().forEach((entityId, dispatcher) -> {
            List<PrefetchedMessage> surplus =
                    dispatcher.prefetched().takeSurplus(waitingOnOtherNodes.contains(entityId));
            if (surplus.isEmpty()) {
                return;
            }
            prefetchReturner.returnBehindPrefetched(surplus, dispatcher.fetches()::returnEnded);
        });
    }

    /** Pauses or resumes receivers according to the current status of their entities (STA-02). */
    public void applyStatus() {
        dispatchers.byEntity().forEach(this::applyStatus);
    }

    /** Pauses or resumes the receivers of one entity according to its current status. */
    public void applyStatus(long entityId, EntityDispatcher dispatcher) {
        dispatcher.pause().update(() -> context.mayReceive(entityId), prefetchReturner::returnToStore);
    }

    /** Drops the prefetched messages of a deleted entity, and wakes its receivers, which then fail. */
    public void removeEntity(long entityId) {
        EntityDispatcher known = dispatchers.remove(entityId);
        if (known != null) {
            prefetchReturner.discard(known.closeAll());
        }
    }

    public void removeDeletedEntities() {
        dispatchers.byEntity().keySet().stream()
                .filter(entityId -> context.registry().known(entityId).isEmpty())
                .forEach(this::removeEntity);
    }

    /** Adds direct deliveries of one entity to its buffer, in this order; does not block. */
    @Override
    public void directlyDelivered(long entityId, List<PrefetchedMessage> deliveries) {
        EntityDispatcher dispatcher = dispatchers.getOrOpen(entityId);
        List<PrefetchedMessage> rejected = dispatcher.arrivals().addDirectDeliveries(deliveries);
        for (PrefetchedMessage delivery : deliveries) {
            scheduleExpiry(delivery.delivery());
        }
        FetchReturner.returnRemoved(dispatcher, rejected, prefetchReturner);
    }

    /**
     * Puts a delivery back into its buffer.
     *
     * @return false if there is no receiver, or the node has rejoined since the delivery was acquired
     */
    public boolean putBack(PrefetchedMessage delivery) {
        if (delivery.hasRow() && delivery.delivery().ref().owner() != context.incarnation()) {
            return false;
        }
        boolean back = dispatchers.getOrOpen(delivery.delivery().entityId()).putBack(delivery);
        if (back) {
            scheduleExpiry(delivery.delivery());
        }
        return back;
    }

    public void scheduleExpiry(Delivery delivery) {
        scheduleExpiry(context.expiryOf(delivery));
    }

    /** Schedules the expiry at an instant, {@link Delivery#NEVER} for none. */
    public void scheduleExpiry(long expiryMillis) {
        if (expiryMillis != Delivery.NEVER) {
            expiryTask.scheduleNoLaterThan(expiryMillis);
        }
    }

    /** Checks all expiry times soon, because changed options may make messages expire earlier. */
    public void recheckDeadlines() {
        expiryTask.scheduleWithin(0);
    }

    /**
     * Closes the slot of a receiver. All deliveries without a receiver, including deliveries of a running fetch, are in
     * the store when the method returns, unless the store timeout passes.
     */
    public void close(long entityId, EntityDispatcher dispatcher, ConsumerSlot slot) {
        // The node waits for this lock before it closes the pipelines.
        closingLock.readLock().lock();
        try {
            List<PrefetchedMessage> remaining = dispatcher.close(slot);
            if (!remaining.isEmpty()) {
                prefetchReturner.returnToStoreAndWait(remaining, dispatcher.fetches()::returnEnded);
            }
            dispatcher
                    .groups()
                    .awaitReturned(CallTimeBudget.remaining(
                            SaturatingTime.toNanos(context.settings().storeTimeout())));
            if (!dispatcher.anyOpen()
                    && !dispatcher.awaitIdle(CallTimeBudget.remaining(
                            SaturatingTime.toNanos(context.settings().storeTimeout())))) {
                LOG.warn(
                        "A fetch of {} did not end within the store timeout."
                                + " Its messages return to the store after its consumer has closed.",
                        context.registry().describe(entityId));
            }
        } finally {
            closingLock.readLock().unlock();
        }
    }

    /** Returns all prefetched deliveries to the store, and waits until no closing receiver can add one. */
    void close() {
        for (EntityDispatcher dispatcher : dispatchers.all()) {
            prefetchReturner.returnToStore(dispatcher.closeAll(), true);
        }
        // Closing receivers hold the read lock until their deliveries are in the store.
        closingLock.writeLock().lock();
        try {
            LOG.debug("All consumers have closed");
        } finally {
            closingLock.writeLock().unlock();
        }
    }

    /**
     * Expires the groups of expired messages together with them (TTL-18). If such a message left alone, a receiver
     * could get the next message of its group.
     */
    private void expireGroups(PrefetchCoordinator prefetched, long nowMillis) {
        Set<Long> ended = new HashSet<>();
        Predicate<PrefetchedMessage> endsItsGroup =
                prefetchedMessage -> prefetchedMessage.delivery().groupId() != null
                        && prefetchedMessage.hasRow()
                        && context.expiryOf(prefetchedMessage.delivery()) <= nowMillis
                        && !ended.contains(prefetchedMessage.delivery().id());
        for (PrefetchedMessage first = prefetched.find(endsItsGroup);
                first != null;
                first = prefetched.find(endsItsGroup)) {
            ended.add(first.delivery().id());
            prefetchReturner.expireGroupOf(first.delivery());
        }
    }

    private void expire() {
        if (context.storeClock().clocksDisagree()) {
            // The measurement that resolves the disagreement has begun.
            expiryTask.scheduleWithin(RETRY_MILLIS);
            return;
        }
        long nowMillis = context.storeClock().confirmedMillis();
        long next = NodeScheduler.NEVER;
        for (EntityDispatcher dispatcher : dispatchers.all()) {
            expireGroups(dispatcher.prefetched(), nowMillis);
            prefetchReturner.expire(dispatcher.prefetched().removeExpired(nowMillis));
            next = Math.min(next, dispatcher.prefetched().earliestExpiry());
        }
        expiryTask.scheduleNoLaterThan(next);
    }
}
