package dev.restante.node.entity;

import dev.restante.broker.BrokerException;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.node.commit.NodeServices;
import dev.restante.store.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Cleaner of the leftovers of deleted entities: state in this node's memory, and rows in the store. Thread-safe. */
public final class DeletedEntityCleaner {

    private static final Logger LOG = LoggerFactory.getLogger(DeletedEntityCleaner.class);

    private final NodeServices node;
    private final EntityDeletionListener deletionListener;

    public DeletedEntityCleaner(NodeServices node, EntityDeletionListener deletionListener) {
        this.node = node;
        this.deletionListener = deletionListener;
    }

    /**
     * Removes the leftovers of a deleted entity. {@link #cleanAbandoned} repeats a failed removal.
     */
    public void clean(Entity deleted) {
        node.registry().removeDeleted(deleted);
        try {
            deletionListener.entityDeleted(deleted);
            node.prefetchBuffers().removeEntity(deleted.id());
            node.prefetchBuffers().removeEntity(deleted.deadLetterQueueId());
            node.locks().inFlight().removeEntity(deleted.id());
            node.throughput().removeEntity(deleted.id());
            node.store().subscriptions().purge(deleted);
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
        node.store().subscriptions().removeUnusedTemporary().forEach(this::clean);
    }

    /**
     * Removes the memory state of an entity that was deleted together with a former incarnation. The store has removed
     * its rows.
     */
    public void removeFromMemory(Entity deleted) {
        node.registry().removeDeleted(deleted);
        node.locks().inFlight().removeEntity(deleted.id());
        node.throughput().removeEntity(deleted.id());
        deletionListener.entityLost(deleted);
    }
}
