package dev.restante.jms.message;

import static java.util.Objects.requireNonNull;

import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.MessageHeader;
import jakarta.jms.JMSException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Validation of the properties that a receiver changes in a settlement. The rules and the size limit of sent messages
 * apply.
 */
public final class SettlementPropertyRules {

    private SettlementPropertyRules() {}

    /**
     * Returns a checked copy of changed properties.
     *
     * @throws IllegalArgumentException if a name is null or empty
     * @throws JMSException as {@link PropertyRules#checkNotProviderOwned} does, or with error code
     *     {@code RESTANTE-MESSAGE-HEADER-TOO-LARGE} if headers and properties would exceed
     *     {@link OutgoingMessage#MAX_HEADER_BYTES}
     */
    public static Map<String, @Nullable Object> validated(
            Map<String, ?> properties, MessageHeader header, @Nullable DeliveryAnnotations annotations)
            throws JMSException {
        return validated(properties, null, null, header, annotations);
    }

    /** Returns a checked copy of the changed properties of a dead letter, including its reason and description. */
    public static Map<String, @Nullable Object> validated(
            Map<String, ?> properties,
            @Nullable String reason,
            @Nullable String description,
            MessageHeader header,
            @Nullable DeliveryAnnotations annotations)
            throws JMSException {
        requireNonNull(properties, "properties");
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        for (Map.Entry<String, ?> property : properties.entrySet()) {
            String name = property.getKey();
            PropertyRules.checkNotProviderOwned(name, property.getValue());
            copy.put(name, property.getValue());
        }
        if (!copy.isEmpty() || reason != null || description != null) {
            Map<String, @Nullable Object> all = annotations == null
                    ? new LinkedHashMap<>(header.properties())
                    : annotations.applyChanges(header.properties());
            all.putAll(copy);
            putUnlessNull(all, VendorProperties.DEAD_LETTER_REASON, reason);
            putUnlessNull(all, VendorProperties.DEAD_LETTER_ERROR_DESCRIPTION, description);
            new OutgoingMessage(
                            header.bodyKind(), all, header.correlationId(), header.replyTo(), header.type(), null, null)
                    .requireHeaderWithinLimit();
        }
        return copy;
    }

    private static void putUnlessNull(Map<String, @Nullable Object> map, String name, @Nullable String value) {
        if (value != null) {
            map.put(name, value);
        }
    }
}
