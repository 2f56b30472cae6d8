package dev.restante.node.commit;

import dev.restante.model.Delivery;
import dev.restante.model.IdLayout;
import dev.restante.node.core.AvailableChanges;
import dev.restante.node.core.NodeContext;
import dev.restante.node.dispatch.Buffered;
import dev.restante.store.Change;
import dev.restante.store.Outcome;
import dev.restante.store.Signals;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.LongConsumer;

/**
 * The notices of what was committed, to all but the dispatchers: to the sweeper of deadlines, to the workers of
 * arrivals, and to other nodes of what their receivers wait for. Thread-safe.
 */
final class CommitNotices {

    /** What was sent longer ago may be at a place that the searches of other nodes have passed. */
    private static final long NEW_MILLIS = 1_000;

    private final NodeContext context;

    /**
     * The entities for which receivers of other nodes wait; those nodes are told of arrivals, others would only be
     * disturbed.
     */
    private volatile Set<Long> waitingElsewhere = Set.of();

    private LongConsumer deadlineNotice = atMillis -> {};
    private LongConsumer arrivalNotice = entityId -> {};
    private Births births = (entityId, deliveries) -> {};

    CommitNotices(NodeContext context) {
        this.context = context;
    }

    /**
     * Begins to tell; called before anything is committed.
     *
     * @param deadlines is told the instants at which time will do something to what was stored
     * @param arrivals is told in which entities something has become available that is not at hand here
     */
    void start(LongConsumer deadlines, LongConsumer arrivals, Births taker) {
        deadlineNotice = deadlines;
        arrivalNotice = arrivals;
        births = taker;
    }

    void waitingElsewhere(Set<Long> entityIds) {
        waitingElsewhere = Set.copyOf(entityIds);
    }

    /** Time does something at an instant; {@link Delivery#NEVER} tells nobody. */
    void deadline(long atMillis) {
        if (atMillis != Delivery.NEVER) {
            deadlineNotice.accept(atMillis);
        }
    }

    void arrived(long entityId) {
        arrivalNotice.accept(entityId);
    }

    void born(long entityId, List<Buffered> deliveries) {
        births.born(entityId, deliveries);
    }

    void replaced(Set<Outcome.Replaced> replaced) {
        births.replaced(replaced);
    }

    boolean anybodyWaitsElsewhere() {
        return !waitingElsewhere.isEmpty();
    }

    boolean waitsElsewhere(long entityId) {
        return waitingElsewhere.contains(entityId);
    }

    /** True if changes have brought anything to a place that fetches may have passed. */
    boolean anyAtOldPlace(List<Change> changes) {
        return AvailableChanges.anyAtOldPlace(changes, newFromPosition());
    }

    private long newFromPosition() {
        return IdLayout.firstPositionAt(context.time().millis() - NEW_MILLIS);
    }

    /** Tells other nodes what changes have brought to those of these entities for which they wait. */
    void announce(List<Change> changes, long ownEntityId, SortedSet<Long> entityIds) {
        long newFromPosition = newFromPosition();
        List<Signals.Arrival> arrivals = new ArrayList<>(1);
        for (long entityId : entityIds) {
            if (waitsElsewhere(entityId)) {
                arrivals.add(new Signals.Arrival(
                        entityId, AvailableChanges.atOldPlaces(changes, ownEntityId, entityId, newFromPosition)));
            }
        }
        announce(arrivals);
    }

    void announce(List<Signals.Arrival> arrivals) {
        context.store().signals().announce(arrivals);
    }
}
