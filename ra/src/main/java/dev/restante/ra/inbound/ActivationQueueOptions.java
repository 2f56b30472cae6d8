package dev.restante.ra.inbound;

import dev.restante.admin.QueueOptions;
import dev.restante.option.QueueOption;
import dev.restante.ra.base.BadPropertyException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Queue options that an activation sets on its queue or subscription.
 *
 * @param optionTexts the values by option name, for {@link QueueOptions#withTexts}
 */
record ActivationQueueOptions(Map<String, String> optionTexts) {

    /**
     * Checks the options.
     *
     * @throws BadPropertyException if a value is invalid
     */
    static ActivationQueueOptions of(ActivationSettings.QueueOptionSettings said) {
        Map<String, String> optionTexts = new LinkedHashMap<>();
        put(optionTexts, QueueOption.LOCK_DURATION, "lockDuration", said.lockDuration());
        String delay = said.redeliveryDelay();
        if (delay != null) {
            put(optionTexts, QueueOption.BACK_OFF_INITIAL, "redeliveryDelay", delay);
            put(optionTexts, QueueOption.BACK_OFF_MULTIPLIER, "redeliveryDelay", 1);
            put(optionTexts, QueueOption.BACK_OFF_MAXIMUM, "redeliveryDelay", delay);
            put(optionTexts, QueueOption.BACK_OFF_JITTER, "redeliveryDelay", 0);
        }
        put(optionTexts, QueueOption.MAX_DELIVERY_COUNT, "maxDeliveryCount", said.maxDeliveryCount());
        put(optionTexts, QueueOption.DEAD_LETTER_TO, "deadLetterTo", said.deadLetterTo());
        put(optionTexts, QueueOption.DEAD_LETTER_ON_EXPIRY, "deadLetterOnExpiry", said.deadLetterOnExpiry());
        return new ActivationQueueOptions(Collections.unmodifiableMap(optionTexts));
    }

    private static void put(
            Map<String, String> optionTexts, QueueOption<?> option, String property, @Nullable Object value) {
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
        optionTexts.put(option.name(), text);
    }

    boolean isEmpty() {
        return optionTexts.isEmpty();
    }
}
