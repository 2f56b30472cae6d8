package dev.restante.spring;

import dev.restante.api.ErrorCodes;
import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;

/** A look into the store that may find nothing. */
interface Missing<T> {

    T look() throws JMSException;

    /** What is found, or null if there is nothing. */
    static <T> @Nullable T orNull(Missing<T> look) throws JMSException {
        try {
            return look.look();
        } catch (JMSException failure) {
            if (ErrorCodes.ENTITY_NOT_FOUND.equals(failure.getErrorCode())) {
                return null;
            }
            throw failure;
        }
    }
}
