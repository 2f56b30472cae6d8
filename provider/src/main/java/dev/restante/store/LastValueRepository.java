package dev.restante.store;

import java.util.Collection;
import java.util.Set;

/** Repository of the last delivery of each key in last-value queues (LVQ-01). */
public interface LastValueRepository {

    /**
     * Returns the deliveries that no later value of their key has replaced. Each delivery must have a last-value key.
     */
    Set<Long> lastValuesAmong(Collection<Long> deliveryIds);

    /** Removes the last-value records of deleted deliveries. */
    void remove(Collection<Long> deliveryIds);
}
