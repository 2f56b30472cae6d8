package dev.restante.jms.message;

import jakarta.jms.JMSException;

/** Callback that deletes one temporary destination. */
@FunctionalInterface
public interface TemporaryDestinationDeleter {

    /** Deletes the destination if the caller's connection owns it and the destination has no consumers. */
    void delete() throws JMSException;
}
