package dev.restante.store;

import dev.restante.model.DeliveryRef;
import java.util.List;

/**
 * The deliveries that a receive with an attempt id has returned (VIS-09).
 *
 * @param deliveries as its receiver acquired them, in order
 * @param keptUntil until when it can be repeated, in epoch milliseconds of store time
 */
public record ReceiveAttempt(List<DeliveryRef> deliveries, long keptUntil) {
    public ReceiveAttempt {
        deliveries = List.copyOf(deliveries);
    }
}
