package dev.restante.selector;

import static java.util.Objects.requireNonNull;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.MessageHead;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A stored message's head as a selector sees it. A correlation id of bytes counts as absent.
 *
 * @param head headers and properties as they were sent
 * @param deliveryCount the value of {@code JMSXDeliveryCount}, whatever the sender's properties say
 * @param changed properties that hide those of the head; null hides one without another value
 */
public record SelectableHead(MessageHead head, int deliveryCount, Map<String, ? extends @Nullable Object> changed)
        implements SelectableMessage {

    private static final String PERSISTENT = "PERSISTENT";
    private static final String NON_PERSISTENT = "NON_PERSISTENT";

    public SelectableHead {
        requireNonNull(head, "head");
        requireNonNull(changed, "changed");
    }

    /** A message on its way to the subscriptions of a topic: nobody has received it, but a rule may have changed it. */
    public static SelectableMessage sent(MessageHead head, @Nullable DeliveryNote note) {
        return new SelectableHead(head, 0, note == null ? Map.of() : note.shownProperties());
    }

    /**
     * What a receiver or browser would see: with the count of the next delivery, and what earlier settlements changed
     * (RCV-09).
     */
    public static SelectableMessage of(Delivery delivery, MessageHead head) {
        DeliveryNote note = delivery.note();
        return new SelectableHead(head, delivery.nextDeliveryCount(), note == null ? Map.of() : note.shownProperties());
    }

    @Override
    public @Nullable Object value(String identifier) {
        if (!identifier.startsWith("JMS")) {
            return property(identifier);
        }
        return switch (identifier) {
            case "JMSDeliveryMode" -> head.persistent() ? PERSISTENT : NON_PERSISTENT;
            case "JMSPriority" -> head.priority();
            case "JMSTimestamp" -> head.timestamp();
            case "JMSMessageID" -> head.messageId();
            case "JMSCorrelationID" -> head.correlationId() instanceof String text ? text : null;
            case "JMSType" -> head.type();
            case "JMSReplyTo" -> head.replyTo() == null ? null : head.replyTo().name();
            case "JMSXDeliveryCount" -> deliveryCount;
            default -> property(identifier);
        };
    }

    private @Nullable Object property(String name) {
        return !changed.isEmpty() && changed.containsKey(name)
                ? changed.get(name)
                : head.properties().get(name);
    }
}
