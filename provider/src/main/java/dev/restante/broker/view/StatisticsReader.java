package dev.restante.broker.view;

import dev.restante.model.Entity;
import java.util.List;
import java.util.Map;

/** Reader of the message counts and throughput of queues and subscriptions (VIS-10). */
public interface StatisticsReader {

    /**
     * Returns the message counts of a queue or subscription.
     *
     * @throws dev.restante.broker.BrokerException with ENTITY_NOT_FOUND if the entity was deleted
     */
    EntityStatistics statistics(Entity entity);

    /**
     * Returns the message counts of several queues and subscriptions from one read of the store. Deleted entities are
     * empty.
     */
    Map<Entity, EntityStatistics> statistics(List<Entity> entities);

    EntityThroughput throughput(Entity entity);

    /**
     * Returns the number of deletions by this node that failed because open transactions may have sent to the entity.
     */
    long blockedDeletions();
}
