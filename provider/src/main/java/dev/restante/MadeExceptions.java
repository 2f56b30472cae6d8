package dev.restante;

import dev.restante.jms.error.PublicExceptions;
import jakarta.jms.JMSException;

/** The factory of the exceptions of this package, for the packages below. */
enum MadeExceptions implements PublicExceptions {
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
