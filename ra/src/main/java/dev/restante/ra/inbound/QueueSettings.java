package dev.restante.ra.inbound;

import dev.restante.admin.QueueOptions;
import dev.restante.option.QueueOption;
import dev.restante.ra.base.BadPropertyException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The options of a queue or subscription that an activation names.
 *
 * @param texts by their names, as {@link QueueOptions#configured} takes them
 */
record QueueSettings(Map<String, String> texts) {

    /**
     * What an activation names.
     *
     * @throws BadPropertyException if a value can't be
     */
    static QueueSettings of(ActivationSettings.QueueChange said) {
        Map<String, String> texts = new LinkedHashMap<>();
        put(texts, QueueOption.LOCK_DURATION, "lockDuration", said.lockDuration());
        String delay = said.redeliveryDelay();
        if (delay != null) {
            put(texts, QueueOption.BACK_OFF_INITIAL, "redeliveryDelay", delay);
            put(texts, QueueOption.BACK_OFF_MULTIPLIER, "redeliveryDelay", 1);
            put(texts, QueueOption.BACK_OFF_MAXIMUM, "redeliveryDelay", delay);
            put(texts, QueueOption.BACK_OFF_JITTER, "redeliveryDelay", 0);
        }
        put(texts, QueueOption.MAX_DELIVERY_COUNT, "maxDeliveryCount", said.maxDeliveryCount());
        put(texts, QueueOption.DEAD_LETTER_TO, "deadLetterTo", said.deadLetterTo());
        put(texts, QueueOption.DEAD_LETTER_ON_EXPIRY, "deadLetterOnExpiry", said.deadLetterOnExpiry());
        return new QueueSettings(Collections.unmodifiableMap(texts));
    }

    private static void put(Map<String, String> texts, QueueOption<?> option, String property, @Nullable Object value) {
        if (value == null) {
            return;
        }
        String text = value.toString();
        try {
            option.parse(text);
        } catch (IllegalArgumentException refused) {
            String reason = String.valueOf(refused.getMessage()).replace(option.name() + " ", "");
            throw new BadPropertyException(property, "'" + text + "': " + reason, refused);
        }
        texts.put(option.name(), text);
    }

    /** Whether it names none. */
    boolean isNone() {
        return texts.isEmpty();
    }
}
