package dev.restante.selector;

import static java.util.Objects.requireNonNull;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.MessageHeader;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Implementation of {@link SelectableMessage} for the header of a stored message, with delivery count and changed
 * properties. A correlation id of bytes counts as absent.
 *
 * @param deliveryCount the value of {@code JMSXDeliveryCount}, even if the sender set this property
 * @param changedProperties the properties that replace properties of the header; null removes a property
 */
public record SelectableHeader(
        MessageHeader header, int deliveryCount, Map<String, ? extends @Nullable Object> changedProperties)
        implements SelectableMessage {

    private static final String PERSISTENT = "PERSISTENT";
    private static final String NON_PERSISTENT = "NON_PERSISTENT";

    public SelectableHeader {
        requireNonNull(header, "header");
        requireNonNull(changedProperties, "changedProperties");
    }

    /**
     * Returns the view of a message on its way to the subscriptions of a topic, including property changes by rules.
     */
    public static SelectableMessage ofSent(MessageHeader header, @Nullable DeliveryAnnotations annotations) {
        return new SelectableHeader(header, 0, annotations == null ? Map.of() : annotations.visibleProperties());
    }

    /**
     * Returns the view of a message for its next delivery or a browser, with the next delivery count and the changes of
     * earlier settlements (RCV-09).
     */
    public static SelectableMessage of(Delivery delivery, MessageHeader header) {
        DeliveryAnnotations annotations = delivery.annotations();
        return new SelectableHeader(
                header, delivery.nextDeliveryCount(), annotations == null ? Map.of() : annotations.visibleProperties());
    }

    @Override
    public @Nullable Object value(String identifier) {
        if (!identifier.startsWith("JMS")) {
            return property(identifier);
        }
        return switch (identifier) {
            case "JMSDeliveryMode" -> header.persistent() ? PERSISTENT : NON_PERSISTENT;
            case "JMSPriority" -> header.priority();
            case "JMSTimestamp" -> header.timestamp();
            case "JMSMessageID" -> header.messageId();
            case "JMSCorrelationID" -> header.correlationId() instanceof String text ? text : null;
            case "JMSType" -> header.type();
            case "JMSReplyTo" ->
                header.replyTo() == null ? null : header.replyTo().name();
            case "JMSXDeliveryCount" -> deliveryCount;
            default -> property(identifier);
        };
    }

    private @Nullable Object property(String name) {
        return !changedProperties.isEmpty() && changedProperties.containsKey(name)
                ? changedProperties.get(name)
                : header.properties().get(name);
    }
}
