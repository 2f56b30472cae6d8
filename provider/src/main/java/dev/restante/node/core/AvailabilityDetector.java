package dev.restante.node.core;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.store.Change;
import java.util.ArrayList;
import java.util.List;

/** Static functions that find the deliveries which a list of changes makes available. */
public final class AvailabilityDetector {

    private AvailabilityDetector() {}

    /** Returns the deliveries that the changes enqueue in an entity as available. */
    public static List<PrefetchedMessage> sentTo(List<Change> changes, long entityId) {
        List<PrefetchedMessage> sent = new ArrayList<>();
        for (Change change : changes) {
            if (change instanceof Change.Enqueue enqueue) {
                for (Delivery delivery : enqueue.deliveries()) {
                    if (delivery.entityId() == entityId && delivery.state() == DeliveryState.AVAILABLE) {
                        sent.add(new PrefetchedMessage(delivery, enqueue.message(), true));
                    }
                }
            }
        }
        return sent;
    }

    /**
     * Returns the ids of stored deliveries that the changes make available in an entity.
     *
     * @param changeSetEntityId entity in which releases, returns, promotions and undefers take place
     */
    public static List<Long> returnedTo(List<Change> changes, long changeSetEntityId, long entityId) {
        List<Long> returned = new ArrayList<>();
        for (Change change : changes) {
            boolean here = changeSetEntityId == entityId && becomesAvailable(change);
            if (change instanceof Change.Move move) {
                here = move.toEntityId() == entityId;
            } else if (change instanceof Change.CommitPreparedSend commitSend) {
                here = commitSend.entityId() == entityId;
            }
            if (here && change instanceof Change.FencedChange fencedChange) {
                returned.add(fencedChange.ref().id());
            }
        }
        return returned;
    }

    /**
     * Returns the ids of deliveries that the changes make available at positions which fetches may already have passed.
     *
     * @param changeSetEntityId entity in which releases, returns, promotions and undefers take place
     * @param beforePosition position before which a sent delivery counts, because its transaction took long
     */
    public static List<Long> atPassedPositions(
            List<Change> changes, long changeSetEntityId, long entityId, long beforePosition) {
        List<Long> ids = returnedTo(changes, changeSetEntityId, entityId);
        for (PrefetchedMessage sent : sentTo(changes, entityId)) {
            if (sent.delivery().position() < beforePosition) {
                ids.add(sent.delivery().id());
            }
        }
        return ids;
    }

    /**
     * Returns whether the changes may make a delivery available at a position which fetches may already have passed.
     *
     * @param beforePosition position before which a sent delivery counts
     */
    public static boolean anyAtPassedPosition(List<Change> changes, long beforePosition) {
        for (Change change : changes) {
            if (!(change instanceof Change.Enqueue enqueue)) {
                return true;
            }
            for (Delivery delivery : enqueue.deliveries()) {
                if (delivery.position() < beforePosition) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns whether a change makes a stored delivery available in the same entity. */
    public static boolean becomesAvailable(Change change) {
        return (change instanceof Change.Release release && release.visibleAt() == 0)
                || change instanceof Change.ReturnUndelivered
                || change instanceof Change.Undefer
                || change instanceof Change.Promote;
    }
}
