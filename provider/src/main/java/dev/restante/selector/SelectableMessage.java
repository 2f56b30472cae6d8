package dev.restante.selector;

import org.jspecify.annotations.Nullable;

/** Message as a selector sees it: six header fields of JMS §3.8.1.1 and the properties. */
public interface SelectableMessage {

    /**
     * Returns the value of an identifier.
     *
     * @param identifier {@code JMSDeliveryMode} (the text PERSISTENT or NON_PERSISTENT), {@code JMSPriority} (Integer),
     *     {@code JMSTimestamp} (Long, epoch milliseconds), {@code JMSMessageID}, {@code JMSCorrelationID},
     *     {@code JMSType} (texts or null), or the name of a property
     * @return the value with its original type Boolean, Byte, Short, Integer, Long, Float, Double or String; null if
     *     absent
     */
    @Nullable
    Object value(String identifier);
}
