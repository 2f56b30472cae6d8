package dev.restante.store;

import dev.restante.model.Entity;
import java.util.List;
import java.util.Map;

/**
 * Until when entities were used, for those that are deleted when they are idle (IDLE-01 to IDLE-06). Each call is a
 * transaction of its own; instants are epoch milliseconds of store time.
 */
public interface EntityUseRepository {

    /**
     * Records that an entity is used until an instant; one that is recorded as used longer stays so.
     *
     * @return false if the entity is gone
     */
    boolean use(long entityId, long usedUntil);

    /** Until when each entity was used for which that was ever recorded. */
    Map<Long, Long> usedUntil();

    /**
     * Takes an entity away if it was last used at or before an instant, and if nothing keeps it. It is kept if it or an
     * entity that would go with it is protected, if a queue or topic has scheduled messages, and if nodes use a
     * subscription; each of these counts as use now. An entity that was altered since the caller read it stays too,
     * because its options may allow it a longer idle time now.
     *
     * @param seen the entity as the caller read it
     * @return what has gone, a topic's subscriptions included, to be purged as in {@link SubscriptionRepository#purge};
     *     nothing if the entity stays
     */
    List<Entity> removeIdle(Entity seen, long lastUse, long now);
}
