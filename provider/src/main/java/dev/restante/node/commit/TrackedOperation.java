package dev.restante.node.commit;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.node.core.AvailabilityDetector;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.core.NodeContext;
import dev.restante.node.queue.ArrivalCoordinator;
import dev.restante.node.queue.EntityDispatcher;
import dev.restante.node.queue.buffer.CaughtUpTracker;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.store.Change;
import dev.restante.store.CommitInDoubtException;
import dev.restante.store.Operation;
import dev.restante.store.OperationOutcome;
import dev.restante.store.Signals;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Operation of a change set, which informs dispatchers, the expiry sweeper and other nodes of newly available
 * deliveries, and the caller of the outcome. Before the batch is written, it marks the deliveries as acquired that
 * dispatchers chose for waiting receivers.
 */
final class TrackedOperation extends Operation {
    record TrackingServices(
            NodeContext context,
            DispatcherRegistry dispatchers,
            ThroughputCounters throughput,
            CommitNotifier notifier) {}

    private final TrackingServices services;
    private final ChangeSet changeSet;
    private final CommitListener listener;

    /**
     * Arrival of deliveries that become available in the store.
     *
     * @param priority the highest priority of the deliveries
     */
    private record StoreArrival(long entityId, int priority) {}

    /** Outcome of an operation that was in doubt, else null. */
    private @Nullable EventualOutcome eventualOutcome;

    private final List<PrefetchedMessage> directDeliveries = new ArrayList<>(1);
    private final List<StoreArrival> otherArrivals = new ArrayList<>(1);
    private boolean anyDirectCandidate;

    /** Number of stored deliveries; {@link #storedIn} is their entity if there is only one. */
    private int stored;

    private long storedIn;
    private boolean severalEntities;

    TrackedOperation(TrackingServices services, ChangeSet changeSet, OperationUrgency urgency, CommitListener onDone) {
        super(changeSet.changes(), urgency, changeSet.missedFencePolicy());
        this.services = services;
        this.changeSet = changeSet;
        this.listener = onDone;
    }

    boolean isPreviouslyStored() {
        return changeSet.previouslyStored();
    }

    void countArrivals(BatchEffects effects) {
        int priority = changeSet.behindPrefetched() ? CaughtUpTracker.NO_PRIORITY : Delivery.HIGHEST_PRIORITY;
        for (long entityId : changeSet.arrivalEntityIds()) {
            effects.of(entityId).arrivals++;
            otherArrivals.add(new StoreArrival(entityId, priority));
        }
        for (Change change : changes()) {
            if (change instanceof Change.Enqueue enqueue) {
                for (Delivery delivery : enqueue.deliveries()) {
                    severalEntities |= stored++ > 0 && storedIn != delivery.entityId();
                    storedIn = delivery.entityId();
                    if (isDirectCandidate(delivery)) {
                        effects.of(delivery.entityId())
                                .directCandidates
                                .add(new PrefetchedMessage(delivery, enqueue.message(), true));
                        anyDirectCandidate = true;
                    } else if (delivery.state() == DeliveryState.AVAILABLE) {
                        effects.of(delivery.entityId()).arrivals++;
                        otherArrivals.add(new StoreArrival(delivery.entityId(), delivery.priority()));
                    }
                }
            }
        }
    }

    void decideDirectDeliveries(BatchEffects effects) {
        if (!anyDirectCandidate) {
            return;
        }
        replaceChanges(
                change -> change instanceof Change.Enqueue enqueue ? decideDirectDeliveries(enqueue, effects) : change);
    }

    private Change decideDirectDeliveries(Change.Enqueue enqueue, BatchEffects effects) {
        int directBefore = directDeliveries.size();
        List<Delivery> decided = new ArrayList<>(enqueue.deliveries().size());
        for (Delivery delivery : enqueue.deliveries()) {
            decided.add(isDirectCandidate(delivery) ? decideDirectDeliveries(delivery, effects) : delivery);
        }
        return directDeliveries.size() == directBefore ? enqueue : new Change.Enqueue(enqueue.message(), decided);
    }

    private Delivery decideDirectDeliveries(Delivery delivery, BatchEffects effects) {
        PrefetchedMessage directDelivery = effects.of(delivery.entityId()).nextGrantedCandidate();
        if (directDelivery == null) {
            otherArrivals.add(new StoreArrival(delivery.entityId(), delivery.priority()));
            return delivery;
        }
        Delivery acquired = delivery.acquiredBy(services.context().incarnation());
        directDeliveries.add(new PrefetchedMessage(acquired, directDelivery.message(), true));
        return acquired;
    }

    @Override
    public void completed(OperationOutcome outcome) {
        boolean applied = outcome instanceof OperationOutcome.Applied;
        if (outcome instanceof OperationOutcome.EntityGone gone) {
            services.context().registry().removeDeleted(gone.entityId());
        }
        Set<Long> duplicateIds = removeDuplicates(outcome);
        if (applied && changeSet.directDeliveryAllowed()) {
            countSent(duplicateIds);
        }
        if (!directDeliveries.isEmpty()) {
            endDirectDeliveries(applied, duplicateIds);
        }
        if (outcome instanceof OperationOutcome.Applied done
                && !done.replacedInFlight().isEmpty()) {
            services.notifier().notifyReplaced(done.replacedInFlight());
        }
        if (applied && !otherArrivals.isEmpty()) {
            reportArrivals();
        }
        List<Long> toFront = applied && !changeSet.behindPrefetched() ? released() : List.of();
        boolean older =
                applied && !otherArrivals.isEmpty() && services.notifier().anyAtPassedPosition(changes());
        for (StoreArrival arrival : otherArrivals) {
            long entityId = arrival.entityId();
            int priority = applied ? arrival.priority() : CaughtUpTracker.NO_PRIORITY;
            ArrivalCoordinator arrivals =
                    services.dispatchers().getOrOpen(entityId).arrivals();
            arrivals.arrivalsStored(1, priority, entityId == changeSet.entityId() ? toFront : List.of(), older);
            if (applied) {
                services.notifier().notifyArrival(entityId);
            }
        }
        if (applied) {
            services.notifier().notifyDue(changeSet.nextDueMillis());
            if (!otherArrivals.isEmpty() && services.notifier().anyWaitingElsewhere()) {
                services.notifier().notifyOtherNodes(changes(), changeSet.entityId(), entities());
            }
        }
        if (applied) {
            changes().forEach(change -> announceFallback(change));
        }
        listener.onOutcome(outcome);
        if (eventualOutcome != null) {
            eventualOutcome.complete(outcome);
        }
    }

    /** Announces arrivals in the fallback entity of a change whose target was deleted. */
    private void announceFallback(Change change) {
        if (!(change instanceof Change.EntityFallback fallback)) {
            return;
        }
        long entityId = fallback.otherwiseId();
        if (AvailabilityDetector.sentTo(changes(), entityId).isEmpty()
                && AvailabilityDetector.returnedTo(changes(), changeSet.entityId(), entityId)
                        .isEmpty()) {
            return;
        }
        services.context().registry().removeDeleted(fallback.entityId());
        services.dispatchers().recheckStore(entityId);
        services.notifier().notifyArrival(entityId);
        if (services.notifier().isWaitedForElsewhere(entityId)) {
            services.notifier().notifyOtherNodes(List.of(new Signals.AvailabilitySignal(entityId, List.of())));
        }
    }

    @Override
    public void outcomeUnknown(CommitInDoubtException cause) {
        eventualOutcome = new EventualOutcome();
        listener.onInDoubt(new OperationOutcome.InDoubt(cause, eventualOutcome));
    }

    private void endDirectDeliveries(boolean applied, Set<Long> duplicateIds) {
        List<PrefetchedMessage> stored = directDeliveries;
        if (!applied || !duplicateIds.isEmpty()) {
            stored = new ArrayList<>(directDeliveries.size());
            for (PrefetchedMessage delivery : directDeliveries) {
                if (applied && !duplicateIds.contains(delivery.message().id())) {
                    stored.add(delivery);
                } else {
                    services.dispatchers()
                            .getOrOpen(delivery.delivery().entityId())
                            .arrivals()
                            .directDeliveryFailed(delivery);
                }
            }
        }
        for (int from = 0, to; from < stored.size(); from = to) {
            long entityId = stored.get(from).delivery().entityId();
            to = from + 1;
            while (to < stored.size() && stored.get(to).delivery().entityId() == entityId) {
                to++;
            }
            services.notifier().notifyDirectDeliveries(entityId, stored.subList(from, to));
        }
    }

    /** Counts sent messages, and reads the changes again only if necessary, because there may be many. */
    private void countSent(Set<Long> duplicateIds) {
        if (severalEntities || !duplicateIds.isEmpty()) {
            services.throughput().countSent(changes());
        } else if (stored > 0) {
            services.throughput().countSent(storedIn, stored);
        }
    }

    /** Removes duplicates from the changes, and returns their message ids. */
    private Set<Long> removeDuplicates(OperationOutcome outcome) {
        if (!(outcome instanceof OperationOutcome.Applied applied)
                || applied.duplicateMessageIds().isEmpty()) {
            return Set.of();
        }
        Set<Long> duplicateIds = applied.duplicateMessageIds();
        retainChanges(change -> !(change instanceof Change.Enqueue enqueue
                && duplicateIds.contains(enqueue.message().id())));
        return duplicateIds;
    }

    /** Reports arrivals to dispatchers that have receivers with a selector. */
    private void reportArrivals() {
        for (long entityId : entities()) {
            EntityDispatcher dispatcher = services.dispatchers().getOrOpen(entityId);
            if (dispatcher.searches().anySelector()) {
                dispatcher
                        .searches()
                        .reportArrivals(
                                AvailabilityDetector.sentTo(changes(), entityId),
                                AvailabilityDetector.returnedTo(changes(), changeSet.entityId(), entityId));
            }
        }
    }

    private SortedSet<Long> entities() {
        SortedSet<Long> entityIds = new TreeSet<>();
        otherArrivals.forEach(arrival -> entityIds.add(arrival.entityId()));
        return entityIds;
    }

    /**
     * Returns the ids of deliveries that become available at their old positions, possibly before prefetched
     * deliveries.
     */
    private List<Long> released() {
        List<Long> released = new ArrayList<>(0);
        for (Change change : changes()) {
            if (change instanceof Change.FencedChange fencedChange && AvailabilityDetector.becomesAvailable(change)) {
                released.add(fencedChange.ref().id());
            }
        }
        return released;
    }

    private boolean isDirectCandidate(Delivery delivery) {
        // In a shared store one node holds a group, and only the statements that acquire deliveries check which one.
        boolean grouped = delivery.groupId() != null
                && !services.context().store().capabilities().exclusive();
        return changeSet.directDeliveryAllowed()
                && !grouped
                && delivery.state() == DeliveryState.AVAILABLE
                && delivery.persistent();
    }
}
