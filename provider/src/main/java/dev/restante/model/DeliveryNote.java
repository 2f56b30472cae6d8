package dev.restante.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The note of a delivery: what happened to it that its message cannot say, because messages are immutable.
 *
 * @param reason why it was dead-lettered, or null
 * @param description in words, or null
 * @param source the full name of the entity that it was dead-lettered from, or null
 * @param originalExpiration the expiry (epoch milliseconds of store time) that no longer applies since the move, 0 if
 *     there was none, {@link #OWN_EXPIRATION} if it was the message's own
 * @param changedProperties properties that a rule, or a receiver when it settled, changed or added; they hide the
 *     message's own, and null removes one
 */
public record DeliveryNote(
        @Nullable String reason,
        @Nullable String description,
        @Nullable String source,
        long originalExpiration,
        Map<String, @Nullable Object> changedProperties) {

    /** Stands for the expiry that the message's head has: what its sender saw, by the sender's clock. */
    public static final long OWN_EXPIRATION = -1;

    /** The property that shows the reason. */
    public static final String REASON_PROPERTY = "DeadLetterReason";

    /** The property that shows the description. */
    public static final String DESCRIPTION_PROPERTY = "DeadLetterErrorDescription";

    /** The property that shows the source. */
    public static final String SOURCE_PROPERTY = "DeadLetterSource";

    /**
     * The changed property that counts how often a message was moved back after it had been dead-lettered (BEY-03). No
     * sender sets it.
     */
    public static final String REDRIVE_COUNT_PROPERTY = "JMS_Restante_RedriveCount";

    public DeliveryNote {
        changedProperties = changedProperties.isEmpty()
                ? Collections.emptyMap()
                : Collections.unmodifiableMap(new LinkedHashMap<>(changedProperties));
    }

    /** A note that only changes properties. */
    public static DeliveryNote ofProperties(Map<String, @Nullable Object> changedProperties) {
        return new DeliveryNote(null, null, null, 0, changedProperties);
    }

    /** The expiry that no longer applies, as it is shown: in epoch milliseconds, 0 if there was none. */
    public long originalExpiration(MessageHead head) {
        return originalExpiration == OWN_EXPIRATION ? head.expiration() : originalExpiration;
    }

    /**
     * What it adds to a message's properties, and which of them it hides, for receivers, browsers and selectors alike.
     */
    public Map<String, @Nullable Object> shownProperties() {
        if (reason == null && description == null && source == null) {
            return changedProperties;
        }
        Map<String, @Nullable Object> shown = new LinkedHashMap<>(changedProperties);
        putUnlessNull(shown, REASON_PROPERTY, reason);
        putUnlessNull(shown, DESCRIPTION_PROPERTY, description);
        putUnlessNull(shown, SOURCE_PROPERTY, source);
        return shown;
    }

    /** A message's properties as receivers see them: changed, and with those that show what the note says. */
    public Map<String, @Nullable Object> shown(Map<String, @Nullable Object> own) {
        Map<String, @Nullable Object> shown = changed(own);
        putUnlessNull(shown, REASON_PROPERTY, reason);
        putUnlessNull(shown, DESCRIPTION_PROPERTY, description);
        putUnlessNull(shown, SOURCE_PROPERTY, source);
        return shown;
    }

    /** A message's properties with those that were changed, and without those that were removed. */
    public Map<String, @Nullable Object> changed(Map<String, @Nullable Object> own) {
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(own);
        changedProperties.forEach((name, value) -> {
            if (value == null) {
                changed.remove(name);
            } else {
                changed.put(name, value);
            }
        });
        return changed;
    }

    private static void putUnlessNull(Map<String, @Nullable Object> map, String name, @Nullable String value) {
        if (value != null) {
            map.put(name, value);
        }
    }

    /** How often the message of a note was moved back after it had been dead-lettered. */
    public static int redriveCount(@Nullable DeliveryNote note) {
        return note != null && note.changedProperties.get(REDRIVE_COUNT_PROPERTY) instanceof Integer count ? count : 0;
    }

    /** Returns the redrive count after one more redrive; it stops at the largest number. */
    public static int redrivenOnceMore(@Nullable DeliveryNote note) {
        int count = redriveCount(note);
        return count == Integer.MAX_VALUE ? count : count + 1;
    }

    /** This note with a remark after its description. */
    public DeliveryNote remarked(String remark) {
        return new DeliveryNote(
                reason,
                description == null ? remark : description + " " + remark,
                source,
                originalExpiration,
                changedProperties);
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
