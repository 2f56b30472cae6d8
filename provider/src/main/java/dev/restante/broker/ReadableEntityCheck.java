package dev.restante.broker;

import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;

/** Check that this release can read the stored row of an entity. Only unreadable entities are unusable. */
public final class ReadableEntityCheck {

    private ReadableEntityCheck() {}

    /**
     * Checks an entity and returns it.
     *
     * @throws BrokerException with ENTITY_UNREADABLE if the row is unreadable
     */
    public static Entity check(Entity entity) {
        String why = entity.unreadableReason();
        if (why != null) {
            throw new BrokerException(
                    BrokerErrorReason.ENTITY_UNREADABLE,
                    "'" + DisplayText.shorten(entity.name()) + "' cannot be read by this release ("
                            + DisplayText.shorten(why)
                            + ") and cannot be used here. Its messages stay in the store."
                            + " Use the release that wrote it, or alter its options.");
        }
        return entity;
    }
}
