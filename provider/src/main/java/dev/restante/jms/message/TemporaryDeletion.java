package dev.restante.jms.message;

import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;

/** Deletes one temporary destination. */
@FunctionalInterface
public interface TemporaryDeletion {

    /** Of a temporary destination that a message names. */
    TemporaryDeletion REFUSED = () -> {
        throw new IllegalStateException(
                "A temporary destination is deleted by what createTemporaryQueue or createTemporaryTopic returned, not by what a message names",
                "RESTANTE-ILLEGAL-STATE");
    };

    /** Deletes it for good, if the caller's connection owns it and nobody consumes from it. */
    void delete() throws JMSException;
}
