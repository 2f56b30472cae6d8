package dev.restante.store;

import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The entities. Each call is a transaction of its own. */
public interface EntityRepository {

    /** The entity of a kind with a name. A dead-letter queue is found under its full name. */
    Optional<Entity> find(EntityKind kind, String name);

    /** The entity with an id. */
    Optional<Entity> find(long id);

    /** Returns the entities with these ids, in no order; leaves out ids that no entity has. */
    List<Entity> find(Collection<Long> ids);

    /** All entities, by name. */
    List<Entity> list();

    /**
     * Creates a queue and its dead-letter queue. Concurrent creation by several nodes is safe: exactly one creates it.
     *
     * @return the queue, whoever created it
     */
    Entity createQueue(String name, EntityOptions options);

    /**
     * Creates a topic. Concurrent creation by several nodes is safe: exactly one creates it.
     *
     * @return the topic, whoever created it
     */
    Entity createTopic(String name, EntityOptions options);

    /**
     * Creates a queue and its dead-letter queue; empty if there is one of that name. Of several that try at once
     * exactly one gets it.
     */
    Optional<Entity> addQueue(String name, EntityOptions options);

    /** Creates a topic; empty if there is one of that name. Of several that try at once exactly one gets it. */
    Optional<Entity> addTopic(String name, EntityOptions options);

    /**
     * Replaces the options of an entity.
     *
     * @return the altered entity, or empty if it does not exist
     */
    Optional<Entity> alter(long id, EntityOptions options);

    /**
     * Replaces the options of an entity if it still is as its author knows it.
     *
     * @param seen as he read it
     * @return the altered entity, or empty if it does not exist, or somebody else has altered it since
     */
    Optional<Entity> alter(Entity seen, EntityOptions options);

    /**
     * Deletes an entity, its dead-letter queue and all their deliveries; for a topic, its subscriptions with theirs.
     *
     * @return whether it existed
     * @throws StoreException with kind PROTECTED if one of these is protected
     */
    boolean delete(long id);

    /**
     * The same for a queue, unless it or its dead-letter queue has deliveries.
     *
     * @return whether it is gone
     * @throws StoreException with kind PROTECTED if one of these is protected
     */
    boolean deleteEmpty(long id);

    /**
     * Removes deliveries of an entity that no other call finds, because state or priority have values that this
     * release does not know.
     *
     * @param beforeId only deliveries with lower ids
     * @return how many it removed
     */
    long deleteOutOfRange(long entityId, long beforeId);

    /** Returns how many deletions by this node have failed because open transactions may have sent to the entity. */
    long blockedDeletions();
}
