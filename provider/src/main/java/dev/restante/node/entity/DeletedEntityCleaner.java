package dev.restante.node.entity;

import dev.restante.broker.BrokerException;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.node.commit.NodePrefetchBuffers;
import dev.restante.node.commit.ThroughputCounters;
import dev.restante.node.core.NodeContext;
import dev.restante.node.lock.LockRegistry;
import dev.restante.store.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Cleaner of the leftovers of deleted entities: state in this node's memory, and rows in the store. Thread-safe. */
public final class DeletedEntityCleaner {

    private static final Logger LOG = LoggerFactory.getLogger(DeletedEntityCleaner.class);

    private final NodeContext context;
    private final EntityDeletionListener deletionListener;
    private final NodePrefetchBuffers prefetchBuffers;
    private final LockRegistry locks;
    private final ThroughputCounters throughput;

    public DeletedEntityCleaner(
            NodeContext context,
            EntityDeletionListener deletionListener,
            NodePrefetchBuffers prefetchBuffers,
            LockRegistry locks,
            ThroughputCounters throughput) {
        this.context = context;
        this.deletionListener = deletionListener;
        this.prefetchBuffers = prefetchBuffers;
        this.locks = locks;
        this.throughput = throughput;
    }

    /**
     * Removes the leftovers of a deleted entity. {@link #cleanAbandoned} repeats a failed removal.
     */
    public void clean(Entity deleted) {
        context.registry().removeDeleted(deleted);
        try {
            deletionListener.entityDeleted(deleted);
            prefetchBuffers.removeEntity(deleted.id());
            prefetchBuffers.removeEntity(deleted.deadLetterQueueId());
            locks.inFlight().removeEntity(deleted.id());
            throughput.removeEntity(deleted.id());
            context.store().subscriptions().purge(deleted);
        } catch (BrokerException | StoreException e) {
            LOG.warn(
                    "The remaining messages of the deleted entity '{}' could not be removed."
                            + " Restante tries again later.",
                    DisplayText.shorten(deleted.name()),
                    e);
        }
    }

    /** Removes the leftovers of dead nodes, and leftovers whose removal failed. */
    public void cleanAbandoned() {
        context.store().subscriptions().removeUnusedTemporary().forEach(this::clean);
    }

    /**
     * Removes the memory state of an entity that was deleted together with a former incarnation. The store has removed
     * its rows.
     */
    public void removeFromMemory(Entity deleted) {
        context.registry().removeDeleted(deleted);
        locks.inFlight().removeEntity(deleted.id());
        throughput.removeEntity(deleted.id());
        deletionListener.entityLost(deleted);
    }
}
