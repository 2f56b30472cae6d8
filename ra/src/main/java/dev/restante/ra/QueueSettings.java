package dev.restante.ra;

import dev.restante.option.DurationText;
import dev.restante.admin.QueueOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The options of a queue or subscription that an activation names, as a change of what it has otherwise. */
record QueueSettings(UnaryOperator<QueueOptions> change, boolean isNone) {

    /**
     * What an activation names.
     *
     * @throws BadPropertyException if a value can't be
     */
    static QueueSettings of(RestanteActivationSpec spec) {
        Optional<Duration> lock = duration("lockDuration", spec.getLockDuration());
        Optional<Duration> delay = duration("redeliveryDelay", spec.getRedeliveryDelay());
        Integer count = spec.getMaxDeliveryCount();
        String target = spec.getDeadLetterTo();
        Boolean onExpiry = spec.getDeadLetterOnExpiry();
        UnaryOperator<QueueOptions> change = had -> {
            QueueOptions options = had;
            if (lock.isPresent()) {
                options = checked("lockDuration", options, lock.get(), QueueOptions::withLockDuration);
            }
            if (delay.isPresent()) {
                options = checked(
                        "redeliveryDelay",
                        options,
                        delay.get(),
                        (before, value) -> before.withRedeliveryBackOff(value, 1, value, 0));
            }
            if (count != null) {
                options = checked("maxDeliveryCount", options, count, QueueOptions::withMaxDeliveryCount);
            }
            if (target != null) {
                options = options.withDeadLetterTo(target);
            }
            return onExpiry == null ? options : options.withDeadLetterOnExpiry(onExpiry);
        };
        // What is out of range is so whatever the queue has.
        QueueOptions unused = change.apply(QueueOptions.defaults());
        return new QueueSettings(
                change, lock.isEmpty() && delay.isEmpty() && count == null && target == null && onExpiry == null);
    }

    private interface Setting<T> {
        QueueOptions apply(QueueOptions before, T value);
    }

    private static <T> QueueOptions checked(String property, QueueOptions before, T value, Setting<T> setting) {
        try {
            return setting.apply(before, value);
        } catch (IllegalArgumentException refused) {
            throw new BadPropertyException(property, "'" + value + "': " + refused.getMessage(), refused);
        }
    }

    private static Optional<Duration> duration(String property, @Nullable String text) {
        if (text == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(DurationText.parse(text));
        } catch (IllegalArgumentException refused) {
            throw new BadPropertyException(property, String.valueOf(refused.getMessage()), refused);
        }
    }
}
