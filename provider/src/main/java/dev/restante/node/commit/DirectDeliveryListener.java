package dev.restante.node.commit;

import dev.restante.node.queue.buffer.PrefetchedMessage;
import java.util.List;

/**
 * Listener that receives direct deliveries, which were inserted already acquired for a waiting receiver, after the
 * commit of their batch.
 */
@FunctionalInterface
public interface DirectDeliveryListener {

    /** Handles direct deliveries of one entity, in this order; must not block. */
    void directlyDelivered(long entityId, List<PrefetchedMessage> deliveries);
}
