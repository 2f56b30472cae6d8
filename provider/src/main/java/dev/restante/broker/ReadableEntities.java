package dev.restante.broker;

import dev.restante.broker.BrokerException.Reason;
import dev.restante.model.Entity;
import dev.restante.model.ShownText;

/**
 * The check that an entity's row in the store could be read. What can't be read is kept out of use, and nothing else
 * is.
 */
public final class ReadableEntities {

    private ReadableEntities() {}

    /**
     * Looks whether what is stored about an entity could be read.
     *
     * @return the entity
     * @throws BrokerException with ENTITY_UNREADABLE if not
     */
    public static Entity check(Entity entity) {
        String why = entity.unreadable();
        if (why != null) {
            throw new BrokerException(
                    Reason.ENTITY_UNREADABLE,
                    "What is stored about '" + ShownText.of(entity.name())
                            + "' can't be read by this release (" + ShownText.of(why)
                            + "), so it can't be used here; what is in it stays. Use the release that wrote it, or alter its options.");
        }
        return entity;
    }
}
