package dev.restante.spring;

import dev.restante.api.ErrorCodes;
import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;

/**
 * Functional interface of a store query for one queue, topic or subscription, with a method that returns null instead
 * of throwing if none exists.
 */
interface EntityLookup<T> {

    T find() throws JMSException;

    /** Runs a lookup and returns its result, or null if the entity does not exist. */
    static <T> @Nullable T orNull(EntityLookup<T> lookup) throws JMSException {
        try {
            return lookup.find();
        } catch (JMSException failure) {
            if (ErrorCodes.ENTITY_NOT_FOUND.equals(failure.getErrorCode())
                    || ErrorCodes.SUBSCRIPTION_NOT_FOUND.equals(failure.getErrorCode())) {
                return null;
            }
            throw failure;
        }
    }
}
