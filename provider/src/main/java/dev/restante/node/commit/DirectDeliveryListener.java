package dev.restante.node.commit;

import dev.restante.node.dispatch.PrefetchedMessage;
import dev.restante.store.OperationOutcome;
import java.util.List;
import java.util.Set;

/**
 * Listener that receives direct deliveries, which were inserted already acquired for a waiting receiver, after the
 * commit of their batch.
 */
@FunctionalInterface
public interface DirectDeliveryListener {

    /** Handles direct deliveries of one entity, in this order; must not block. */
    void directlyDelivered(long entityId, List<PrefetchedMessage> deliveries);

    /** Handles in-flight deliveries whose values were replaced by later values; must not block. */
    default void valuesReplaced(Set<OperationOutcome.ReplacedInFlightDelivery> replaced) {}
}
