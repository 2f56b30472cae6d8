package dev.restante;

import dev.restante.jms.error.PublicExceptionFactory;
import jakarta.jms.JMSException;

/** Factory of this package's public exceptions for the internal packages. */
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
