package dev.restante.node.commit;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.node.core.AvailableChanges;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.Work;
import dev.restante.node.dispatch.Buffered;
import dev.restante.node.dispatch.EntityDispatcher;
import dev.restante.node.dispatch.Intake;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.OutcomeUnknownException;
import dev.restante.store.Signals;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Tells dispatchers and sweeper what an operation does to them, then whoever asked for it. */
final class Tracking implements Operation.Completion {
    /** The services of the node that the tracking of all operations uses. */
    record Services(NodeContext context, Dispatchers dispatchers, Traffic traffic, CommitNotices notices) {}

    private final Services services;
    private final Work work;
    private final CommitListener whenDone;

    /**
     * A delivery, or several, that become available in the store.
     *
     * @param priority the highest that one of them may have
     */
    private record Arrival(long entityId, int priority) {}

    /** Only if it was ever in doubt. */
    private @Nullable LateOutcome known;

    private final List<Buffered> born = new ArrayList<>(1);
    private final List<Arrival> plain = new ArrayList<>(1);
    private boolean birthsPossible;

    /** How many deliveries it stores, and in which entity if that is one only. */
    private int stored;

    private long storedIn;
    private boolean severalEntities;

    Tracking(Services services, Work work, CommitListener whenDone) {
        this.services = services;
        this.work = work;
        this.whenDone = whenDone;
    }

    /** Whether all that it stores had been stored before. */
    boolean restores() {
        return work.restored();
    }

    void count(Operation operation, BatchEffects effects) {
        int priority = work.behind() ? EntityDispatcher.NO_PRIORITY : Delivery.HIGHEST_PRIORITY;
        for (long entityId : work.arrivals()) {
            effects.of(entityId).arrivals++;
            plain.add(new Arrival(entityId, priority));
        }
        for (Change change : operation.changes()) {
            if (change instanceof Change.Enqueue enqueue) {
                for (Delivery delivery : enqueue.deliveries()) {
                    severalEntities |= stored++ > 0 && storedIn != delivery.entityId();
                    storedIn = delivery.entityId();
                    if (mayBeBorn(delivery)) {
                        effects.of(delivery.entityId()).births.add(new Buffered(delivery, enqueue.message(), true));
                        birthsPossible = true;
                    } else if (delivery.state() == DeliveryState.AVAILABLE) {
                        effects.of(delivery.entityId()).arrivals++;
                        plain.add(new Arrival(delivery.entityId(), delivery.priority()));
                    }
                }
            }
        }
    }

    void decide(Operation operation, BatchEffects effects) {
        if (!birthsPossible) {
            return;
        }
        operation.replaceChanges(
                change -> change instanceof Change.Enqueue enqueue ? decide(enqueue, effects) : change);
    }

    private Change decide(Change.Enqueue enqueue, BatchEffects effects) {
        int bornBefore = born.size();
        List<Delivery> decided = new ArrayList<>(enqueue.deliveries().size());
        for (Delivery delivery : enqueue.deliveries()) {
            decided.add(mayBeBorn(delivery) ? decide(delivery, effects) : delivery);
        }
        return born.size() == bornBefore ? enqueue : new Change.Enqueue(enqueue.message(), decided);
    }

    private Delivery decide(Delivery delivery, BatchEffects effects) {
        Buffered birth = effects.of(delivery.entityId()).nextBirth();
        if (birth == null) {
            plain.add(new Arrival(delivery.entityId(), delivery.priority()));
            return delivery;
        }
        Delivery acquired = delivery.acquiredBy(services.context().incarnation());
        born.add(new Buffered(acquired, birth.message(), true));
        return acquired;
    }

    @Override
    public void completed(Operation operation, Outcome outcome) {
        boolean applied = outcome instanceof Outcome.Applied;
        if (outcome instanceof Outcome.EntityGone gone) {
            services.context().registry().forgetGone(gone.entityId());
        }
        Set<Long> duplicateIds = leaveOutDuplicates(operation, outcome);
        if (applied && work.birthAllowed()) {
            countSent(operation, duplicateIds);
        }
        if (!born.isEmpty()) {
            endBirths(applied, duplicateIds);
        }
        if (outcome instanceof Outcome.Applied done && !done.replaced().isEmpty()) {
            services.notices().replaced(done.replaced());
        }
        if (applied && !plain.isEmpty()) {
            report(operation);
        }
        List<Long> toFront = applied && !work.behind() ? released(operation) : List.of();
        boolean older = applied && !plain.isEmpty() && services.notices().anyAtOldPlace(operation.changes());
        for (Arrival arrival : plain) {
            long entityId = arrival.entityId();
            int priority = applied ? arrival.priority() : EntityDispatcher.NO_PRIORITY;
            Intake intake = services.dispatchers().of(entityId).intake();
            intake.settled(1, priority, entityId == work.entityId() ? toFront : List.of(), older);
            if (applied) {
                services.notices().arrived(entityId);
            }
        }
        if (applied) {
            services.notices().deadline(work.noticeAtMillis());
            if (!plain.isEmpty() && services.notices().anybodyWaitsElsewhere()) {
                services.notices().announce(operation.changes(), work.entityId(), entities());
            }
        }
        if (applied) {
            operation.changes().forEach(change -> lookOtherwise(operation, change));
        }
        whenDone.ended(outcome);
        if (known != null) {
            known.tell(outcome);
        }
    }

    /** Looks into an entity in which something has arrived because another one is gone. */
    private void lookOtherwise(Operation operation, Change change) {
        if (!(change instanceof Change.Otherwise otherwise)) {
            return;
        }
        long entityId = otherwise.otherwiseId();
        if (AvailableChanges.sent(operation.changes(), entityId).isEmpty()
                && AvailableChanges.returned(operation.changes(), work.entityId(), entityId)
                        .isEmpty()) {
            return;
        }
        services.context().registry().forgetGone(otherwise.entityId());
        services.dispatchers().disturb(entityId);
        services.notices().arrived(entityId);
        if (services.notices().waitsElsewhere(entityId)) {
            services.notices().announce(List.of(new Signals.Arrival(entityId, List.of())));
        }
    }

    @Override
    public void doubted(Operation operation, OutcomeUnknownException cause) {
        known = new LateOutcome();
        whenDone.doubted(new Outcome.InDoubt(cause, known));
    }

    private void endBirths(boolean applied, Set<Long> duplicateIds) {
        List<Buffered> stored = born;
        if (!applied || !duplicateIds.isEmpty()) {
            stored = new ArrayList<>(born.size());
            for (Buffered delivery : born) {
                if (applied && !duplicateIds.contains(delivery.message().id())) {
                    stored.add(delivery);
                } else {
                    services.dispatchers()
                            .of(delivery.delivery().entityId())
                            .intake()
                            .birthFailed(delivery);
                }
            }
        }
        for (int from = 0, to; from < stored.size(); from = to) {
            long entityId = stored.get(from).delivery().entityId();
            to = from + 1;
            while (to < stored.size() && stored.get(to).delivery().entityId() == entityId) {
                to++;
            }
            services.notices().born(entityId, stored.subList(from, to));
        }
    }

    /** Looks at the changes again only where it must: there can be many, and nobody has looked at them for a while. */
    private void countSent(Operation operation, Set<Long> duplicateIds) {
        if (severalEntities || !duplicateIds.isEmpty()) {
            services.traffic().sent(operation.changes());
        } else if (stored > 0) {
            services.traffic().sent(storedIn, stored);
        }
    }

    /** What was not stored has not arrived. */
    private static Set<Long> leaveOutDuplicates(Operation operation, Outcome outcome) {
        if (!(outcome instanceof Outcome.Applied applied)
                || applied.duplicateIds().isEmpty()) {
            return Set.of();
        }
        Set<Long> duplicateIds = applied.duplicateIds();
        operation.retainChanges(change -> !(change instanceof Change.Enqueue enqueue
                && duplicateIds.contains(enqueue.message().id())));
        return duplicateIds;
    }

    /** Tells those dispatchers what has arrived that have receivers with a selector. */
    private void report(Operation operation) {
        for (long entityId : entities()) {
            EntityDispatcher dispatcher = services.dispatchers().of(entityId);
            if (dispatcher.searches().any()) {
                dispatcher
                        .searches()
                        .arrived(
                                AvailableChanges.sent(operation.changes(), entityId),
                                AvailableChanges.returned(operation.changes(), work.entityId(), entityId));
            }
        }
    }

    /** The entities in which something becomes available in the store. */
    private SortedSet<Long> entities() {
        SortedSet<Long> entityIds = new TreeSet<>();
        plain.forEach(arrival -> entityIds.add(arrival.entityId()));
        return entityIds;
    }

    /** The ids of deliveries that keep a place which may be before buffered ones. */
    private static List<Long> released(Operation operation) {
        List<Long> released = new ArrayList<>(0);
        for (Change change : operation.changes()) {
            if (change instanceof Change.Fenced fenced && AvailableChanges.becomesAvailable(change)) {
                released.add(fenced.ref().id());
            }
        }
        return released;
    }

    private boolean mayBeBorn(Delivery delivery) {
        // On a shared store a group belongs to the node that has something of it, which only what acquires looks
        // at.
        boolean grouped = delivery.groupId() != null
                && !services.context().store().traits().exclusive();
        return work.birthAllowed() && !grouped && delivery.state() == DeliveryState.AVAILABLE && delivery.persistent();
    }
}
