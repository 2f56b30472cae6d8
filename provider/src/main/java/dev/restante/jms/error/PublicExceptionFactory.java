package dev.restante.jms.error;

import jakarta.jms.JMSException;

/** Factory interface for Restante's public exceptions, whose classes the internal packages cannot use directly. */
public interface PublicExceptionFactory {

    /** Returns an exception for a lost lock (RCV-12). */
    JMSException lockLost(String reason, String errorCode);

    /**
     * Returns an exception for a call with an unknown outcome (SND-09).
     *
     * @param token the outcome token
     */
    JMSException outcomeUnknown(String reason, String errorCode, String token);
}
