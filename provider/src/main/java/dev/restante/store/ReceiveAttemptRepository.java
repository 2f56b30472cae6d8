package dev.restante.store;

import dev.restante.model.DeliveryRef;
import java.util.List;
import java.util.Optional;

/** The receives that {@link Change.RememberReceive} has remembered (VIS-09). Each call is a transaction of its own. */
public interface ReceiveAttemptRepository {

    /**
     * The one with an id, unless its time is over.
     *
     * @param now in epoch milliseconds of store time
     */
    Optional<ReceiveAttempt> find(long entityId, String attemptId, long now);

    /**
     * Forgets those whose time is over.
     *
     * @param now in epoch milliseconds of store time
     * @param limit how many at most
     * @return how many it was
     */
    int forgetExpired(long now, int limit);

    /**
     * The deliveries that a receive with an attempt id has returned (VIS-09).
     *
     * @param deliveries as its receiver acquired them, in order
     * @param keptUntil until when it can be repeated, in epoch milliseconds of store time
     */
    record ReceiveAttempt(List<DeliveryRef> deliveries, long keptUntil) {
        public ReceiveAttempt {
            deliveries = List.copyOf(deliveries);
        }
    }
}
