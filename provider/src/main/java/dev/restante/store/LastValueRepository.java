package dev.restante.store;

import java.util.Collection;
import java.util.Set;

/**
 * Repository that tells which deliveries are the newest of their key in last-value queues, which keep one message for
 * each key (LVQ-01).
 */
public interface LastValueRepository {

    /**
     * Returns the deliveries that no later value of their key has replaced. Each delivery must have a last-value key.
     */
    Set<Long> lastValuesAmong(Collection<Long> deliveryIds);

    /** Removes the last-value records of deleted deliveries. */
    void remove(Collection<Long> deliveryIds);
}
