package dev.restante.selector;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.MessageHead;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a selector can see of a message: the six header fields of JMS §3.8.1.1 and the properties. */
public interface SelectableMessage {

    /**
     * The value that an identifier stands for.
     *
     * @param identifier {@code JMSDeliveryMode} (the text PERSISTENT or NON_PERSISTENT), {@code JMSPriority} (Integer),
     *     {@code JMSTimestamp} (Long, epoch milliseconds), {@code JMSMessageID}, {@code JMSCorrelationID}, {@code JMSType}
     *     (texts or null), or the name of a property
     * @return a Boolean, Byte, Short, Integer, Long, Float, Double or String of the type it was set with; null if absent
     */
    @Nullable
    Object value(String identifier);

    /**
     * Headers and properties as a selector sees them. A correlation id of bytes counts as absent.
     *
     * @param deliveryCount the value of {@code JMSXDeliveryCount}, whatever the sender's properties say
     */
    static SelectableMessage of(MessageHead head, int deliveryCount) {
        return new SelectableHead(head, deliveryCount, Map.of());
    }

    /** What a receiver or browser would see: with the count of the next delivery, and what earlier settlements changed (RCV-09). */
    static SelectableMessage of(Delivery delivery, MessageHead head) {
        DeliveryNote note = delivery.note();
        return new SelectableHead(head, delivery.nextDeliveryCount(), note == null ? Map.of() : note.shownProperties());
    }
}
