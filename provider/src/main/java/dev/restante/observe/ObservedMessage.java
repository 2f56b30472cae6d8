package dev.restante.observe;

import org.jspecify.annotations.Nullable;

/** A message that an operation is about. */
public interface ObservedMessage {

    /** Where it is sent to, or was received from. */
    Place place();

    /** Its {@code JMSMessageID}; null where it has none, and before a send has given it one. */
    @Nullable
    String messageId();

    /** Its {@code JMSCorrelationID} where that is text; else null. */
    @Nullable
    String correlationId();

    /** A property that its sender has set; null for none. */
    @Nullable
    Object property(String name);
}
