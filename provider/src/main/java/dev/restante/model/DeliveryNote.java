package dev.restante.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What happened to a delivery that its message cannot say, because messages are immutable.
 *
 * @param reason why it was dead-lettered, or null
 * @param description in words, or null
 * @param source the full name of the entity that it was dead-lettered from, or null
 * @param originalExpiration the expiry (epoch milliseconds) that no longer applies since the move, 0 if there was none
 * @param changedProperties properties that a receiver changed or added when it settled; they hide the message's own
 */
public record DeliveryNote(
        @Nullable String reason,
        @Nullable String description,
        @Nullable String source,
        long originalExpiration,
        Map<String, @Nullable Object> changedProperties) {

    public DeliveryNote {
        changedProperties = changedProperties.isEmpty()
                ? Collections.emptyMap()
                : Collections.unmodifiableMap(new LinkedHashMap<>(changedProperties));
    }

    /** A note that only changes properties. */
    public static DeliveryNote ofProperties(Map<String, @Nullable Object> changedProperties) {
        return new DeliveryNote(null, null, null, 0, changedProperties);
    }

    /** This note with further changed properties on top of its own. */
    public DeliveryNote withProperties(Map<String, @Nullable Object> further) {
        if (further.isEmpty()) {
            return this;
        }
        Map<String, @Nullable Object> merged = new LinkedHashMap<>(changedProperties);
        merged.putAll(further);
        return new DeliveryNote(reason, description, source, originalExpiration, merged);
    }
}
