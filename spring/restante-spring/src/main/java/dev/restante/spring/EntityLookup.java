package dev.restante.spring;

import dev.restante.api.ErrorCodes;
import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;

/** Store lookup for an entity that may be missing. */
interface EntityLookup<T> {

    T find() throws JMSException;

    /** Runs a lookup and returns its result, or null if the entity does not exist. */
    static <T> @Nullable T orNull(EntityLookup<T> lookup) throws JMSException {
        try {
            return lookup.find();
        } catch (JMSException failure) {
            if (ErrorCodes.ENTITY_NOT_FOUND.equals(failure.getErrorCode())) {
                return null;
            }
            throw failure;
        }
    }
}
