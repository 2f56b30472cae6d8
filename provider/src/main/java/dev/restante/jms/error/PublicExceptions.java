package dev.restante.jms.error;

import jakarta.jms.JMSException;

/** The factory of those exceptions of Restante that applications may catch. Their classes live above this package. */
public interface PublicExceptions {

    /** For a lost lock (RCV-12). */
    JMSException lockLost(String reason, String errorCode);

    /**
     * For a call of which nobody knows whether it took effect (SND-09).
     *
     * @param token with which that can be asked later
     */
    JMSException outcomeUnknown(String reason, String errorCode, String token);
}
