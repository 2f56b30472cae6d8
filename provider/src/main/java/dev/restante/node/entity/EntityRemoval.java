package dev.restante.node.entity;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.model.CallBound;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.ShownText;
import dev.restante.model.Spans;
import dev.restante.node.commit.Buffers;
import dev.restante.node.commit.Traffic;
import dev.restante.node.core.NodeContext;
import dev.restante.node.lock.LockTable;
import dev.restante.store.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clears away what an entity leaves behind that has gone from the store: in the memory of this node, and its rows.
 * Thread-safe.
 */
public final class EntityRemoval {

    private static final Logger LOG = LoggerFactory.getLogger(EntityRemoval.class);

    private final NodeContext context;
    private final TopicDirectory directory;
    private final TopicSends topicSends;
    private final Buffers buffers;
    private final LockTable locks;
    private final Traffic traffic;

    public EntityRemoval(
            NodeContext context,
            TopicDirectory directory,
            TopicSends topicSends,
            Buffers buffers,
            LockTable locks,
            Traffic traffic) {
        this.context = context;
        this.directory = directory;
        this.topicSends = topicSends;
        this.buffers = buffers;
        this.locks = locks;
        this.traffic = traffic;
    }

    /**
     * Removes what is left of an entity that has gone. What fails is left to {@link #removeAbandoned}.
     *
     * <p>Where nobody else has the store open, sends of this node that were made for it are waited for; else the store
     * has seen to that.
     */
    public void remove(Entity gone) {
        context.registry().remove(gone);
        try {
            if (gone.kind() == EntityKind.SUBSCRIPTION) {
                awaitSends(gone.parentId());
            } else if (gone.kind() == EntityKind.TOPIC) {
                topicSends.forget(gone.id());
            }
            buffers.forget(gone.id());
            buffers.forget(gone.deadLetterQueueId());
            locks.holds().forget(gone.id());
            traffic.forget(gone.id());
            context.store().subscriptions().purge(gone);
        } catch (BrokerException | StoreException e) {
            LOG.warn(
                    "What the entity '{}' has left could not be removed; tried again later",
                    ShownText.of(gone.name()),
                    e);
        }
    }

    private void awaitSends(long topicId) {
        Topic topic;
        try {
            topic = directory.reload(topicId);
        } catch (BrokerException e) {
            if (e.reason() == Reason.ENTITY_NOT_FOUND) {
                return;
            }
            throw e;
        }
        if (context.store().traits().exclusive()) {
            long timeoutNanos = CallBound.left(Spans.nanos(context.settings().storeTimeout()));
            if (!topicSends.awaitVersion(topicId, topic.version(), timeoutNanos)) {
                LOG.warn("Sends to topic {} did not end in time; some may outlive their subscription", topicId);
            }
        }
    }

    /** Removes what dead nodes have left behind, and what could not be removed before. */
    public void removeAbandoned() {
        context.store().subscriptions().abandoned().forEach(this::remove);
    }

    /** An entity went with a former incarnation of this node; the store has seen to its rows. */
    void forget(Entity gone) {
        context.registry().remove(gone);
        locks.holds().forget(gone.id());
        traffic.forget(gone.id());
        if (gone.kind() == EntityKind.TOPIC) {
            topicSends.forget(gone.id());
        }
    }
}
