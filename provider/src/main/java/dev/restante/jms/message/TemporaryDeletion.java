package dev.restante.jms.message;

import jakarta.jms.JMSException;

/** Deletes one temporary destination. */
@FunctionalInterface
public interface TemporaryDeletion {

    /** Deletes it for good, if the caller's connection owns it and nobody consumes from it. */
    void delete() throws JMSException;
}
