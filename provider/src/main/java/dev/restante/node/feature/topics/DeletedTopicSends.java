package dev.restante.node.feature.topics;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.model.CallTimeBudget;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.SaturatingTime;
import dev.restante.node.core.NodeContext;
import dev.restante.node.entity.EntityDeletionListener;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Part of topics in the deletion of an entity: waits for sends that this node began for a deleted subscription, and
 * forgets a deleted topic. Only an exclusive store needs the wait, because a shared store rejects such sends.
 */
public final class DeletedTopicSends implements EntityDeletionListener {

    private static final Logger LOG = LoggerFactory.getLogger(DeletedTopicSends.class);

    private final NodeContext context;
    private final TopicCache topicCache;
    private final TopicSendBarrier sendBarrier;

    public DeletedTopicSends(NodeContext context, TopicCache topicCache, TopicSendBarrier sendBarrier) {
        this.context = context;
        this.topicCache = topicCache;
        this.sendBarrier = sendBarrier;
    }

    @Override
    public void entityDeleted(Entity deleted) {
        if (deleted.kind() == EntityKind.SUBSCRIPTION) {
            awaitSends(deleted);
        } else if (deleted.kind() == EntityKind.TOPIC) {
            sendBarrier.removeTopic(deleted.id());
        }
    }

    private void awaitSends(Entity subscription) {
        List<TopicSnapshot> topics;
        try {
            topics = topicCache.reloadTopicsOf(subscription);
        } catch (BrokerException e) {
            if (e.reason() == BrokerErrorReason.ENTITY_NOT_FOUND) {
                return;
            }
            throw e;
        }
        if (context.store().capabilities().exclusive()) {
            topics.forEach(this::awaitSends);
        }
    }

    private void awaitSends(TopicSnapshot topic) {
        long timeoutNanos = CallTimeBudget.remaining(
                SaturatingTime.toNanos(context.settings().storeTimeout()));
        if (!sendBarrier.awaitVersion(topic.id(), topic.version(), timeoutNanos)) {
            LOG.warn(
                    "Sends to {} did not end within the store timeout."
                            + " Messages of a deleted subscription may remain in the store.",
                    context.registry().describe(topic.id()));
        }
    }

    @Override
    public void entityLost(Entity deleted) {
        if (deleted.kind() == EntityKind.TOPIC) {
            sendBarrier.removeTopic(deleted.id());
        }
    }
}
