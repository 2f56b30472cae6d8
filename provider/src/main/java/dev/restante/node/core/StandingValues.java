package dev.restante.node.core;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.store.Store;
import java.util.List;
import java.util.Set;

/** What is shown of deliveries where an entity keeps the last value of each key (LVQ-05). */
public final class StandingValues {

    private StandingValues() {}

    /** Without values that later ones have replaced, and that only who has them still has. */
    public static List<Delivery> of(Store store, List<Delivery> deliveries) {
        List<Long> values = deliveries.stream()
                .filter(StandingValues::mayBeReplaced)
                .map(Delivery::id)
                .toList();
        if (values.isEmpty()) {
            return deliveries;
        }
        Set<Long> notReplaced = store.lastValues().notReplaced(values);
        return deliveries.stream()
                .filter(delivery -> !mayBeReplaced(delivery) || notReplaced.contains(delivery.id()))
                .toList();
    }

    /** What was scheduled by its sender and is not due yet has replaced nothing, nor can it be replaced (LVQ-04). */
    private static boolean mayBeReplaced(Delivery delivery) {
        return delivery.ref().valueKey() != null
                && delivery.state() != DeliveryState.DEFERRED
                && (delivery.state() != DeliveryState.SCHEDULED
                        || !delivery.ref().isAsSent());
    }
}
