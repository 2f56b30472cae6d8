package dev.restante.jms;

import jakarta.jms.JMSException;

/** Makes the public exception for a lost lock (RCV-12), which lives above this package. */
@FunctionalInterface
public interface LockLostFactory {

    /** A new exception. */
    JMSException create(String reason, String errorCode);
}
