package dev.restante.broker;

import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.option.EntityStatus;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Operations that find, create, alter and delete queues. */
public interface QueueAdministration {

    /**
     * Returns the queue or dead-letter queue from the store, and optionally creates it.
     *
     * @throws BrokerException with ENTITY_NOT_FOUND if the queue does not exist and may not be created; ENTITY_INVALID
     *     for an invalid name
     */
    Entity queue(String name, boolean createIfAbsent);

    /**
     * Returns the queue as {@link #queue} does, but from the memory of this node if possible. Only sends may use this
     * method, because their commit checks that the queue still exists.
     */
    Entity cachedQueue(String name, boolean createIfAbsent);

    /** Returns the stored version of an entity, including changes by other nodes; empty if the entity was deleted. */
    Optional<Entity> current(Entity entity);

    /**
     * Creates a queue.
     *
     * @throws BrokerException with ENTITY_INVALID if the queue exists or its name is invalid
     */
    Entity create(String name, EntityOptions options);

    /** Replaces the own values of all options of a queue, which apply from the next message (BEY-04). */
    Entity alter(String name, EntityOptions options);

    /**
     * Changes some options of an entity and preserves concurrent changes of other options.
     *
     * @param valuesByName the texts of the new values by option name
     * @param resetNames the names of options that then have no own value, so that a policy or the default decides
     * @throws BrokerException as {@link #changeStatus}; with INVALID_ARGUMENT for an unknown option, or a value that is
     *     invalid or conflicts with other options or entities
     */
    Entity changeOptions(Entity entity, Map<String, String> valuesByName, Set<String> resetNames);

    /**
     * Changes only the status of an entity (STA-01).
     *
     * @param change the function from the current to the new status
     * @throws BrokerException with ENTITY_NOT_FOUND if the entity was deleted; ENTITY_UNREADABLE if its options are
     *     unreadable
     */
    Entity changeStatus(Entity entity, UnaryOperator<EntityStatus> change);

    /**
     * Deletes a queue with its dead-letter queue and all messages. Returns false if the queue did not exist.
     *
     * @param force true to delete the queue even if it has messages, receivers of this node or waiting receivers of
     *     other nodes
     * @throws BrokerException with ENTITY_IN_USE; with ENTITY_PROTECTED even if {@code force} is true
     */
    boolean delete(String name, boolean force);

    /** Deletes a recorded duplicate id of a queue early. Returns whether it was recorded. */
    boolean removeDuplicateId(Entity queue, String duplicateId);
}
