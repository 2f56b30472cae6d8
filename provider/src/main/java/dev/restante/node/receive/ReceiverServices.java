package dev.restante.node.receive;

import dev.restante.model.Entity;
import dev.restante.node.cluster.NewReceiverPoller;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.entity.RecreatedEntities;
import dev.restante.node.feature.bodies.NodeLargeBodyStorage;
import dev.restante.node.feature.quota.InFlightLimitShares;
import dev.restante.node.queue.EntityDispatcher;
import dev.restante.node.queue.buffer.ConsumerSlot;
import dev.restante.node.settle.DelayedCompletions;

/** Parameter object with the node components that receivers use to take, lock and return messages. */
public record ReceiverServices(
        NodeServices node,
        InFlightLimitShares limitShares,
        DelayedCompletions delayedCompletions,
        NewReceiverPoller newReceiverPoller,
        RecreatedEntities recreatedEntities,
        MessageDeliverer messageDeliverer,
        NodeLargeBodyStorage bodies,
        PrefetchForwarder prefetchForwarder) {

    /** Forwarder of the prefetched messages of an entity that forwards. */
    public interface PrefetchForwarder {
        void forwardPrefetched(Entity entity, EntityDispatcher dispatcher, ConsumerSlot slot);
    }
}
