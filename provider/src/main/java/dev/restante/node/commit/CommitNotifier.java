package dev.restante.node.commit;

import dev.restante.model.Delivery;
import dev.restante.model.IdLayout;
import dev.restante.node.core.AvailabilityDetector;
import dev.restante.node.core.NodeContext;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.store.Change;
import dev.restante.store.OperationOutcome;
import dev.restante.store.Signals;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Notifier of committed changes to the expiry sweeper, to background workers, and to other nodes. Thread-safe. */
final class CommitNotifier {

    /** Age from which a sent message may be at a position that fetches of other nodes have passed. */
    private static final long NEW_MILLIS = 1_000;

    private final NodeContext context;

    /**
     * Entities for which receivers of other nodes wait. Signals for other entities would only disturb the other nodes.
     */
    private volatile Set<Long> awaitedByOtherNodes = Set.of();

    private LongConsumer dueListener = atMillis -> {};
    private LongConsumer arrivalListener = entityId -> {};
    private DirectDeliveryListener directDeliveryListener = (entityId, deliveries) -> {};
    private Consumer<Set<OperationOutcome.ReplacedInFlightDelivery>> replacementListener = replaced -> {};

    CommitNotifier(NodeContext context) {
        this.context = context;
    }

    /**
     * Sets the receivers of notifications, before anything is committed.
     *
     * @param onDue function that is called with instants at which stored deliveries become due
     * @param onArrival function that is called with ids of entities in which deliveries become available in the store
     * @param onReplaced function that is called with in-flight deliveries whose values were replaced; must not block
     */
    void start(
            LongConsumer onDue,
            LongConsumer onArrival,
            DirectDeliveryListener listener,
            Consumer<Set<OperationOutcome.ReplacedInFlightDelivery>> onReplaced) {
        dueListener = onDue;
        arrivalListener = onArrival;
        directDeliveryListener = listener;
        replacementListener = onReplaced;
    }

    void awaitedByOtherNodes(Set<Long> entityIds) {
        awaitedByOtherNodes = Set.copyOf(entityIds);
    }

    /** Notifies the sweeper that a delivery becomes due at an instant; ignores {@link Delivery#NEVER}. */
    void notifyDue(long atMillis) {
        if (atMillis != Delivery.NEVER) {
            dueListener.accept(atMillis);
        }
    }

    void notifyArrival(long entityId) {
        arrivalListener.accept(entityId);
    }

    void notifyDirectDeliveries(long entityId, List<PrefetchedMessage> deliveries) {
        directDeliveryListener.directlyDelivered(entityId, deliveries);
    }

    void notifyReplaced(Set<OperationOutcome.ReplacedInFlightDelivery> replaced) {
        replacementListener.accept(replaced);
    }

    boolean anyWaitingElsewhere() {
        return !awaitedByOtherNodes.isEmpty();
    }

    boolean isWaitedForElsewhere(long entityId) {
        return awaitedByOtherNodes.contains(entityId);
    }

    /** Returns whether changes made a delivery available at a position which fetches may have passed. */
    boolean anyAtPassedPosition(List<Change> changes) {
        return AvailabilityDetector.anyAtPassedPosition(changes, newFromPosition());
    }

    private long newFromPosition() {
        return IdLayout.firstPositionAt(context.storeClock().storeMillis() - NEW_MILLIS);
    }

    /** Sends signals for those of these entities for which receivers of other nodes wait. */
    void notifyOtherNodes(List<Change> changes, long ownEntityId, SortedSet<Long> entityIds) {
        long newFromPosition = newFromPosition();
        List<Signals.AvailabilitySignal> signals = new ArrayList<>(1);
        for (long entityId : entityIds) {
            if (isWaitedForElsewhere(entityId)) {
                signals.add(new Signals.AvailabilitySignal(
                        entityId,
                        AvailabilityDetector.atPassedPositions(changes, ownEntityId, entityId, newFromPosition)));
            }
        }
        notifyOtherNodes(signals);
    }

    void notifyOtherNodes(List<Signals.AvailabilitySignal> signals) {
        context.store().signals().announce(signals);
    }
}
