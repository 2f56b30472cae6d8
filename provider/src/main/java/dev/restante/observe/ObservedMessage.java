package dev.restante.observe;

import org.jspecify.annotations.Nullable;

/**
 * Message as a message observer sees it: entity, ids and properties of a message that is sent, delivered or settled.
 */
public interface ObservedMessage {

    /** Returns the entity to which the message is sent, or from which it was received. */
    ObservedEntity entity();

    /** Returns the {@code JMSMessageID}; null if the message has no id or a send has not assigned it yet. */
    @Nullable
    String messageId();

    /** Returns the {@code JMSCorrelationID} if it is text; null otherwise. */
    @Nullable
    String correlationId();

    /** Returns a property that the sender set; null if the message does not have it. */
    @Nullable
    Object property(String name);
}
