package dev.restante.broker.view;

import dev.restante.broker.BrokerException;
import dev.restante.model.Entity;
import java.util.List;
import java.util.Map;

/**
 * The statistics of queues and subscriptions: what is in them now (VIS-10), and what went through them at this node.
 */
public interface Statistics {

    /**
     * What is in a queue or subscription.
     *
     * @throws BrokerException with ENTITY_NOT_FOUND if it was deleted
     */
    QueueStatistics of(Entity entity);

    /**
     * What is in several queues and subscriptions, from one look at the whole store; those that have been deleted
     * meanwhile are empty.
     */
    Map<Entity, QueueStatistics> of(List<Entity> entities);

    /** What went through this node of an entity. */
    EntityTraffic traffic(Entity entity);

    /** Returns how many deletions by this node have failed because open transactions may have sent to the entity. */
    long blockedDeletions();
}
