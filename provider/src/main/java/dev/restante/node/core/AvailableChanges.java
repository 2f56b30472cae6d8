package dev.restante.node.core;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.node.dispatch.Buffered;
import dev.restante.store.Change;
import java.util.ArrayList;
import java.util.List;

/** The changes that make a delivery available. */
public final class AvailableChanges {

    private AvailableChanges() {}

    /** What was sent to an entity and is available there. */
    public static List<Buffered> sent(List<Change> changes, long entityId) {
        List<Buffered> sent = new ArrayList<>();
        for (Change change : changes) {
            if (change instanceof Change.Enqueue enqueue) {
                for (Delivery delivery : enqueue.deliveries()) {
                    if (delivery.entityId() == entityId && delivery.state() == DeliveryState.AVAILABLE) {
                        sent.add(new Buffered(delivery, enqueue.message(), true));
                    }
                }
            }
        }
        return sent;
    }

    /**
     * The ids of what was in the store before and is available in an entity now.
     *
     * @param workEntityId the entity of what is released, given back or promoted
     */
    public static List<Long> returned(List<Change> changes, long workEntityId, long entityId) {
        List<Long> returned = new ArrayList<>();
        for (Change change : changes) {
            boolean here = workEntityId == entityId && becomesAvailable(change);
            if (change instanceof Change.Move move) {
                here = move.toEntityId() == entityId;
            } else if (change instanceof Change.Publish publish) {
                here = publish.entityId() == entityId;
            }
            if (here && change instanceof Change.Fenced fenced) {
                returned.add(fenced.ref().id());
            }
        }
        return returned;
    }

    /**
     * The ids of what is available in an entity now at a place where a search for what is new does not look.
     *
     * @param workEntityId the entity of what is released, given back or promoted
     * @param beforePosition what was sent has such a place if its position is before this: its transaction took long
     */
    public static List<Long> atOldPlaces(List<Change> changes, long workEntityId, long entityId, long beforePosition) {
        List<Long> ids = returned(changes, workEntityId, entityId);
        for (Buffered sent : sent(changes, entityId)) {
            if (sent.delivery().position() < beforePosition) {
                ids.add(sent.delivery().id());
            }
        }
        return ids;
    }

    /**
     * True if anything but fresh sends may be available now, at a place where a look at new ones does not come.
     *
     * @param beforePosition what was sent has such a place if its position is before this
     */
    public static boolean anyAtOldPlace(List<Change> changes, long beforePosition) {
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

    /** Whether a delivery becomes available where it is. */
    public static boolean becomesAvailable(Change change) {
        return (change instanceof Change.Release release && release.visibleAt() == 0)
                || change instanceof Change.GiveBack
                || change instanceof Change.Undefer
                || change instanceof Change.Promote;
    }
}
