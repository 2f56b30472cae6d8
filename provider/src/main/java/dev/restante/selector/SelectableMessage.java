package dev.restante.selector;

import org.jspecify.annotations.Nullable;

/** A message as a selector sees it: the six header fields of JMS §3.8.1.1 and the properties. */
public interface SelectableMessage {

    /**
     * The value that an identifier stands for.
     *
     * @param identifier {@code JMSDeliveryMode} (the text PERSISTENT or NON_PERSISTENT), {@code JMSPriority} (Integer),
     *     {@code JMSTimestamp} (Long, epoch milliseconds), {@code JMSMessageID}, {@code JMSCorrelationID},
     *     {@code JMSType} (texts or null), or the name of a property
     * @return a Boolean, Byte, Short, Integer, Long, Float, Double or String of the type it was set with; null if
     *     absent
     */
    @Nullable
    Object value(String identifier);
}
