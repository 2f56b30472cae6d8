package dev.restante.store;

import dev.restante.model.Entity;
import java.util.List;
import java.util.Map;

/**
 * Repository of the last use of entities that are deleted when idle (IDLE-01 to IDLE-06). Instants are epoch
 * milliseconds of store time.
 */
public interface EntityUseRepository {

    /**
     * Records that an entity is used until an instant, unless a later instant is recorded.
     *
     * @return false if the entity does not exist
     */
    boolean recordUse(long entityId, long usedUntil);

    /** Returns the recorded end of use by entity id. */
    Map<Long, Long> lastUses();

    /**
     * Detaches an entity if it was last used at or before an instant. The entity stays if a node has altered it since
     * the caller read it, because its options may allow a longer idle time.
     *
     * <p>The entity also stays, and counts as used now, in these cases:
     * <ul>
     * <li>The entity, or an entity that would be deleted with it, is protected.
     * <li>A queue, topic or subscription of the topic has scheduled messages.
     * <li>A node uses the subscription, or a subscription of the topic.
     * </ul>
     *
     * @return detached entities, including the subscriptions of a topic, for {@link SubscriptionRepository#purge};
     *     empty if the entity stays
     */
    List<Entity> removeIfIdle(Entity expected, long lastUseMillis, long nowMillis);
}
