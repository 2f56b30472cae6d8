package dev.restante.node.entity;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.model.CallTimeBudget;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.SaturatingTime;
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
    private final TopicCache topicCache;
    private final TopicSendBarrier sendBarrier;
    private final NodePrefetchBuffers prefetchBuffers;
    private final LockRegistry locks;
    private final ThroughputCounters throughput;

    public DeletedEntityCleaner(
            NodeContext context,
            TopicCache topicCache,
            TopicSendBarrier sendBarrier,
            NodePrefetchBuffers prefetchBuffers,
            LockRegistry locks,
            ThroughputCounters throughput) {
        this.context = context;
        this.topicCache = topicCache;
        this.sendBarrier = sendBarrier;
        this.prefetchBuffers = prefetchBuffers;
        this.locks = locks;
        this.throughput = throughput;
    }

    /**
     * Removes the leftovers of a deleted entity. {@link #cleanAbandoned} repeats a failed removal.
     *
     * <p>In an exclusive store it first waits for sends that this node began for a deleted subscription. A shared store
     * rejects such sends.
     */
    public void clean(Entity deleted) {
        context.registry().removeDeleted(deleted);
        try {
            if (deleted.kind() == EntityKind.SUBSCRIPTION) {
                awaitSends(deleted.parentId());
            } else if (deleted.kind() == EntityKind.TOPIC) {
                sendBarrier.removeTopic(deleted.id());
            }
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

    private void awaitSends(long topicId) {
        TopicSnapshot topic;
        try {
            topic = topicCache.reload(topicId);
        } catch (BrokerException e) {
            if (e.reason() == BrokerErrorReason.ENTITY_NOT_FOUND) {
                return;
            }
            throw e;
        }
        if (context.store().capabilities().exclusive()) {
            long timeoutNanos = CallTimeBudget.remaining(
                    SaturatingTime.toNanos(context.settings().storeTimeout()));
            if (!sendBarrier.awaitVersion(topicId, topic.version(), timeoutNanos)) {
                LOG.warn(
                        "Sends to {} did not end within the store timeout."
                                + " Messages of a deleted subscription may remain in the store.",
                        context.registry().describe(topicId));
            }
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
    void removeFromMemory(Entity deleted) {
        context.registry().removeDeleted(deleted);
        locks.inFlight().removeEntity(deleted.id());
        throughput.removeEntity(deleted.id());
        if (deleted.kind() == EntityKind.TOPIC) {
            sendBarrier.removeTopic(deleted.id());
        }
    }
}
