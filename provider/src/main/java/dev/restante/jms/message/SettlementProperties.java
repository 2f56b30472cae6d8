package dev.restante.jms.message;

import static java.util.Objects.requireNonNull;

import dev.restante.model.DeliveryNote;
import dev.restante.model.MessageHead;
import jakarta.jms.JMSException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The properties that a receiver changes when it settles a message, held to the rules and the limit of messages that
 * are sent.
 */
public final class SettlementProperties {

    private SettlementProperties() {}

    /**
     * A checked copy of changed properties.
     *
     * @throws IllegalArgumentException if a name is null or empty
     * @throws JMSException as {@link PropertyRules#check} does; with error code {@code RESTANTE-MSG-PROPERTY-NAME} also
     *     if the name is of a property that only the provider sets; and with {@code RESTANTE-MSG-HEAD-TOO-LARGE} if the
     *     message's headers and properties would exceed {@link OutgoingMessage#MAX_HEAD_BYTES} with them
     */
    public static Map<String, @Nullable Object> checked(
            Map<String, ?> properties, MessageHead head, @Nullable DeliveryNote note) throws JMSException {
        return checked(properties, null, null, head, note);
    }

    /** The same for a dead-letter, whose reason and description, null or not, are properties of it too. */
    public static Map<String, @Nullable Object> checked(
            Map<String, ?> properties,
            @Nullable String reason,
            @Nullable String description,
            MessageHead head,
            @Nullable DeliveryNote note)
            throws JMSException {
        requireNonNull(properties, "properties");
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        for (Map.Entry<String, ?> property : properties.entrySet()) {
            String name = property.getKey();
            PropertyRules.checkAdded(name, property.getValue());
            copy.put(name, property.getValue());
        }
        if (!copy.isEmpty() || reason != null || description != null) {
            Map<String, @Nullable Object> all =
                    note == null ? new LinkedHashMap<>(head.properties()) : note.changed(head.properties());
            all.putAll(copy);
            putUnlessNull(all, VendorProperties.DEAD_LETTER_REASON, reason);
            putUnlessNull(all, VendorProperties.DEAD_LETTER_ERROR_DESCRIPTION, description);
            new OutgoingMessage(head.bodyKind(), all, head.correlationId(), head.replyTo(), head.type(), null, null)
                    .requireHeadWithinLimit();
        }
        return copy;
    }

    private static void putUnlessNull(Map<String, @Nullable Object> map, String name, @Nullable String value) {
        if (value != null) {
            map.put(name, value);
        }
    }
}
