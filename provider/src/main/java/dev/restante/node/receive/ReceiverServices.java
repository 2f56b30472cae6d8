package dev.restante.node.receive;

import dev.restante.model.Entity;
import dev.restante.node.cluster.NewReceiverPoller;
import dev.restante.node.commit.DispatcherRegistry;
import dev.restante.node.commit.NodePrefetchBuffers;
import dev.restante.node.commit.PrefetchReturner;
import dev.restante.node.commit.RetryingCommitter;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLifecycle;
import dev.restante.node.core.UsableEntityLookup;
import dev.restante.node.entity.RecreatedEntities;
import dev.restante.node.feature.bodies.NodeLargeBodyStorage;
import dev.restante.node.feature.quota.InFlightLimitShares;
import dev.restante.node.lock.LockRegistry;
import dev.restante.node.queue.EntityDispatcher;
import dev.restante.node.queue.buffer.ConsumerSlot;
import dev.restante.node.settle.DelayedCompletions;

/** Parameter object with the node components that receivers use to take, lock and return messages. */
public record ReceiverServices(
        NodeContext context,
        NodeLifecycle lifecycle,
        UsableEntityLookup entities,
        DispatcherRegistry dispatchers,
        NodePrefetchBuffers prefetchBuffers,
        PrefetchReturner prefetchReturner,
        RetryingCommitter retryingCommitter,
        LockRegistry locks,
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
