package dev.restante.store;

import java.util.Collection;
import java.util.Set;

/** What is known of entities that keep only the last value of each key (LVQ-01). */
public interface LastValueRepository {

    /** Those of these deliveries, all of which are values, that no later one has replaced. */
    Set<Long> notReplaced(Collection<Long> deliveryIds);

    /** Forgets that these are the last of their keys, because they have gone. */
    void forget(Collection<Long> deliveryIds);
}
