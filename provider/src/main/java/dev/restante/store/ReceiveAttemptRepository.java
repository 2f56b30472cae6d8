package dev.restante.store;

import dev.restante.model.DeliveryRef;
import java.util.List;
import java.util.Optional;

/**
 * Repository of the receives with an attempt id, which can be repeated (VIS-09). {@link Change.RecordReceive} writes
 * the records.
 */
public interface ReceiveAttemptRepository {

    /**
     * Returns the record of an attempt id; empty if there is none or its retention has ended.
     *
     * @param now epoch milliseconds of store time
     */
    Optional<ReceiveAttempt> find(long entityId, String attemptId, long now);

    /**
     * Deletes records whose retention has ended.
     *
     * @param now epoch milliseconds of store time
     * @param limit maximum number of records
     * @return number of deleted records
     */
    int deleteExpired(long now, int limit);

    /**
     * Deliveries that a receive with an attempt id has returned (VIS-09).
     *
     * @param keptUntil end of the time in which the receive can be repeated, in epoch milliseconds of store time
     */
    record ReceiveAttempt(List<DeliveryRef> deliveries, long keptUntil) {
        public ReceiveAttempt {
            deliveries = List.copyOf(deliveries);
        }
    }
}
