package dev.restante.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Annotations of a delivery: dead-letter reason, original expiry and changed properties. They are stored with the
 * delivery because stored messages are immutable.
 *
 * @param reason the dead-letter reason, or null
 * @param description the dead-letter description, or null
 * @param source the full name of the entity from which the message was dead-lettered, or null
 * @param originalExpiration the expiry time before the message was moved, in epoch milliseconds of store time; 0 for
 *     none, {@link #HEADER_EXPIRATION} for the expiration in the message header
 * @param changedProperties properties that a rule or a settling consumer changed or added; they override the message's
 *     properties, and a null value removes a property
 */
public record DeliveryAnnotations(
        @Nullable String reason,
        @Nullable String description,
        @Nullable String source,
        long originalExpiration,
        Map<String, @Nullable Object> changedProperties) {

    /** Marker for the expiration in the message header, by the clock of the sender. */
    public static final long HEADER_EXPIRATION = -1;

    public static final String REASON_PROPERTY = "DeadLetterReason";

    public static final String DESCRIPTION_PROPERTY = "DeadLetterErrorDescription";

    public static final String SOURCE_PROPERTY = "DeadLetterSource";

    /** Changed property with the number of redrives of a message (BEY-03). Senders cannot set it. */
    public static final String REDRIVE_COUNT_PROPERTY = "JMS_Restante_RedriveCount";

    public DeliveryAnnotations {
        changedProperties = changedProperties.isEmpty()
                ? Collections.emptyMap()
                : Collections.unmodifiableMap(new LinkedHashMap<>(changedProperties));
    }

    /** Returns annotations that contain only changed properties. */
    public static DeliveryAnnotations ofProperties(Map<String, @Nullable Object> changedProperties) {
        return new DeliveryAnnotations(null, null, null, 0, changedProperties);
    }

    /** Returns the original expiry time that applications see, in epoch milliseconds, or 0 for none. */
    public long visibleOriginalExpiration(MessageHeader header) {
        return originalExpiration == HEADER_EXPIRATION ? header.expiration() : originalExpiration;
    }

    /**
     * Returns the properties that these annotations add, change or (with a null value) remove. Consumers, browsers and
     * selectors see them.
     */
    public Map<String, @Nullable Object> visibleProperties() {
        if (reason == null && description == null && source == null) {
            return changedProperties;
        }
        return withDeadLettering(new LinkedHashMap<>(changedProperties));
    }

    /** Returns all properties that consumers see: changed properties, reason, description and source included. */
    public Map<String, @Nullable Object> applyAll(Map<String, @Nullable Object> messageProperties) {
        return withDeadLettering(applyChanges(messageProperties));
    }

    /** Returns the message properties with only the changed properties applied. */
    public Map<String, @Nullable Object> applyChanges(Map<String, @Nullable Object> messageProperties) {
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(messageProperties);
        changedProperties.forEach((name, value) -> {
            if (value == null) {
                changed.remove(name);
            } else {
                changed.put(name, value);
            }
        });
        return changed;
    }

    /** Adds reason, description and source to a map, and returns the map. */
    private Map<String, @Nullable Object> withDeadLettering(Map<String, @Nullable Object> shown) {
        putUnlessNull(shown, REASON_PROPERTY, reason);
        putUnlessNull(shown, DESCRIPTION_PROPERTY, description);
        putUnlessNull(shown, SOURCE_PROPERTY, source);
        return shown;
    }

    private static void putUnlessNull(Map<String, @Nullable Object> map, String name, @Nullable String value) {
        if (value != null) {
            map.put(name, value);
        }
    }

    /** Returns the number of redrives of a message. */
    public static int redriveCount(@Nullable DeliveryAnnotations annotations) {
        return annotations != null && annotations.changedProperties.get(REDRIVE_COUNT_PROPERTY) instanceof Integer count
                ? count
                : 0;
    }

    /** Returns the redrive count plus one, saturating at {@link Integer#MAX_VALUE}. */
    public static int incrementedRedriveCount(@Nullable DeliveryAnnotations annotations) {
        int count = redriveCount(annotations);
        return count == Integer.MAX_VALUE ? count : count + 1;
    }

    /** Returns a copy with a text appended to its description. */
    public DeliveryAnnotations withDescriptionSuffix(String text) {
        return new DeliveryAnnotations(
                reason,
                description == null ? text : description + " " + text,
                source,
                originalExpiration,
                changedProperties);
    }

    /** Returns a copy with further changed properties, which override the present ones. */
    public DeliveryAnnotations withProperties(Map<String, @Nullable Object> further) {
        if (further.isEmpty()) {
            return this;
        }
        Map<String, @Nullable Object> merged = new LinkedHashMap<>(changedProperties);
        merged.putAll(further);
        return new DeliveryAnnotations(reason, description, source, originalExpiration, merged);
    }
}
