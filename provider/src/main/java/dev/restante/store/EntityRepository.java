package dev.restante.store;

import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.policy.PolicyConflictException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Repository that finds and alters all entities, and creates and deletes queues and topics;
 * {@link SubscriptionRepository} creates and removes subscriptions.
 */
public interface EntityRepository {

    /** Returns the entity of a kind with a name, which for a dead-letter queue includes the suffix. */
    Optional<Entity> find(EntityKind kind, String name);

    Optional<Entity> find(long id);

    /** Returns the entities with these ids, in no order; ignores unknown ids. */
    List<Entity> find(Collection<Long> ids);

    /** Returns all entities, ordered by name. */
    List<Entity> list();

    /**
     * Finds a queue, or creates it with its dead-letter queue. Only one of several concurrent callers creates it. All
     * methods that create an entity give it the options of the policies that are in force (POL-03).
     *
     * @throws PolicyConflictException if the options contradict the policies
     */
    Entity findOrCreateQueue(String name, EntityOptions options);

    /** Finds or creates a topic, as {@link #findOrCreateQueue} does for a queue. */
    Entity findOrCreateTopic(String name, EntityOptions options);

    /**
     * Creates a queue and its dead-letter queue. Returns empty if the queue exists or another caller creates it
     * concurrently.
     */
    Optional<Entity> createQueueIfAbsent(String name, EntityOptions options);

    /** Creates a topic, or returns empty like {@link #createQueueIfAbsent}. */
    Optional<Entity> createTopicIfAbsent(String name, EntityOptions options);

    /**
     * Replaces the own options of an entity if nothing else has altered it.
     *
     * @return the altered entity; empty if it does not exist or was altered since
     */
    Optional<Entity> alter(Entity expected, EntityOptions options);

    /**
     * Deletes an entity, its dead-letter queue and their deliveries; a topic also with its subscriptions.
     *
     * @return true if it existed
     * @throws StoreException with kind PROTECTED if one of these entities is protected
     */
    boolean delete(long id);

    /** Results of the deletion of an empty queue. */
    enum EmptyDeletionResult {
        DELETED,
        /** The queue or its dead-letter queue has deliveries, and was not deleted. */
        HAS_DELIVERIES,
        /** The queue did not exist. */
        NOT_FOUND
    }

    /** Deletes a queue and its dead-letter queue, unless one of them has deliveries. */
    EmptyDeletionResult deleteEmpty(long id);

    /**
     * Removes deliveries of an entity whose state or priority this release does not know, and which no other call
     * finds.
     *
     * @param beforeId exclusive upper limit
     * @return number of removed deliveries
     */
    long deleteUnknownValues(long entityId, long beforeId);

    /**
     * Returns the number of deletions by this node that failed because open transactions may have sent to the entity.
     */
    long blockedDeletions();
}
