package dev.restante.runtime;

import dev.restante.api.MessageLockLostException;
import dev.restante.api.OutcomeUnknownException;
import dev.restante.jms.error.PublicExceptionFactory;
import jakarta.jms.JMSException;

/**
 * Factory through which internal packages create this package's public exceptions (lock lost, outcome unknown) without
 * depending on this package.
 */
enum RestanteExceptionFactory implements PublicExceptionFactory {
    INSTANCE;

    @Override
    public JMSException lockLost(String reason, String errorCode) {
        return new MessageLockLostException(reason, errorCode);
    }

    @Override
    public JMSException outcomeUnknown(String reason, String errorCode, String token) {
        return new OutcomeUnknownException(reason, errorCode, token);
    }
}
