package dev.restante.node.entity;

import dev.restante.model.Entity;

/** Listener for deleted entities, for a feature that keeps state of them in this node's memory. */
public interface EntityDeletionListener {

    /**
     * Removes the memory state of a deleted entity, before its messages are removed. May wait until sends to it end.
     *
     * @throws dev.restante.broker.BrokerException if the store fails; the cleaner then repeats the removal
     */
    void entityDeleted(Entity deleted);

    /** Removes the memory state of an entity whose rows the store has removed together with a former incarnation. */
    void entityLost(Entity deleted);
}
