package dev.restante.broker;

import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.option.EntityStatus;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Finds, creates, alters and deletes queues. */
public interface QueueAdministration {

    /**
     * Returns the queue or dead-letter queue with a name as the store has it now. Creates it where it does not exist
     * and may be created.
     *
     * @throws BrokerException with ENTITY_NOT_FOUND where it may not be created, ENTITY_INVALID where the name can't be
     *     a queue's
     */
    Entity queue(String name, boolean mayCreate);

    /**
     * Returns the queue as {@link #queue} does, from this node's memory where it knows one. Another node may have
     * deleted it. So this is for sends only: their commit checks whether the queue is still there.
     */
    Entity cachedQueue(String name, boolean mayCreate);

    /** Returns an entity as the store has it now, whichever node altered it; empty if it was deleted. */
    Optional<Entity> current(Entity entity);

    /**
     * Creates a queue.
     *
     * @throws BrokerException with ENTITY_INVALID if it exists or its name is invalid
     */
    Entity create(String name, EntityOptions options);

    /** Replaces the options of a queue; effective for the next message (BEY-04). */
    Entity alter(String name, EntityOptions options);

    /**
     * Changes some options of any entity, and leaves the others, whoever changes them at the same time.
     *
     * @param texts the new values as their options read them, by the names of the options
     * @return the entity with these options
     * @throws BrokerException as {@link #changeStatus}; with INVALID_ARGUMENT for what is no such option or value, or
     *     does not go together with what else there is
     */
    Entity changeOptions(Entity entity, Map<String, String> texts);

    /**
     * Changes the status of any entity, and nothing else of its options (STA-01).
     *
     * @param change from its status now
     * @return the entity with the other status
     * @throws BrokerException with ENTITY_NOT_FOUND if it was deleted, ENTITY_UNREADABLE if its options can't be read
     */
    Entity changeStatus(Entity entity, UnaryOperator<EntityStatus> change);

    /**
     * Deletes a queue with its dead-letter queue and all messages; false if it did not exist.
     *
     * @param force whether also if it has messages, or receivers that this node knows of or that wait on other nodes
     * @throws BrokerException with ENTITY_IN_USE, or ENTITY_PROTECTED whether by force or not
     */
    boolean delete(String name, boolean force);

    /** Forgets a duplicate id of a queue before its time; whether it was remembered. */
    boolean forgetDuplicateId(Entity queue, String duplicateId);
}
