package dev.restante.node.feature.lastvalues;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.store.Store;
import java.util.List;
import java.util.Set;

/** Filter that leaves out deliveries whose value a later message with the same key has replaced (LVQ-05). */
public final class CurrentValueFilter {

    private CurrentValueFilter() {}

    /** Returns the deliveries without replaced values that exist only because a consumer still has them. */
    public static List<Delivery> withoutReplaced(Store store, List<Delivery> deliveries) {
        List<Long> values = deliveries.stream()
                .filter(CurrentValueFilter::mayBeReplaced)
                .map(Delivery::id)
                .toList();
        if (values.isEmpty()) {
            return deliveries;
        }
        Set<Long> notReplaced = store.lastValues().lastValuesAmong(values);
        return deliveries.stream()
                .filter(delivery -> !mayBeReplaced(delivery) || notReplaced.contains(delivery.id()))
                .toList();
    }

    /**
     * Returns whether a later value can replace a delivery; deferred deliveries and scheduled sends are exempt
     * (LVQ-04).
     */
    private static boolean mayBeReplaced(Delivery delivery) {
        return delivery.ref().valueKey() != null
                && delivery.state() != DeliveryState.DEFERRED
                && (delivery.state() != DeliveryState.SCHEDULED
                        || !delivery.ref().isUnchangedSinceSend());
    }
}
