package dev.restante.model;

import static java.util.Objects.requireNonNull;

import dev.restante.option.DuplicateIdSource;
import dev.restante.option.EntityStatus;
import dev.restante.option.GroupAssignment;
import dev.restante.option.GroupExpiry;
import dev.restante.option.LateSettlement;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The options of a queue, subscription or topic: a value for each {@link QueueOption}, which says what it means. Here
 * is only what several options mean together. Immutable.
 */
public final class EntityOptions {

    /** What a queue has that nobody configured. */
    public static final EntityOptions DEFAULT = new EntityOptions(
            QueueOption.all().stream().map(QueueOption::defaultValue).toArray());

    /** Those that were set, by their options' places in the table. */
    private final @Nullable Object[] values;

    /** With what stands in for the others. Every send and every delivery asks for some, so none is worked out again. */
    private final @Nullable Object[] inEffect;

    private final RedeliveryBackOff redeliveryBackOff;
    private final @Nullable DestinationName forwardTo;

    private EntityOptions(@Nullable Object[] values) {
        this.values = values;
        boolean groupsRequired = Boolean.TRUE.equals(values[QueueOption.GROUPS_REQUIRED.index()]);
        inEffect = QueueOption.all().stream()
                .map(option ->
                        values[option.index()] == null ? option.valueOfNull(groupsRequired) : values[option.index()])
                .toArray();
        redeliveryBackOff = new RedeliveryBackOff(
                value(QueueOption.BACK_OFF_INITIAL),
                value(QueueOption.BACK_OFF_MULTIPLIER),
                value(QueueOption.BACK_OFF_MAXIMUM),
                value(QueueOption.BACK_OFF_JITTER));
        String queue = get(QueueOption.FORWARD_TO);
        String topic = get(QueueOption.FORWARD_TO_TOPIC);
        forwardTo = queue != null ? DestinationName.queue(queue) : topic != null ? DestinationName.topic(topic) : null;
        String expiredTo = expiredTo();
        if (expiredTo != null && !deadLetterOnExpiry()) {
            throw new IllegalArgumentException("expiredTo '" + ShownText.of(expiredTo)
                    + "' needs deadLetterOnExpiry, without which expired messages are dropped");
        }
        String lastValueKey = lastValueKey();
        if (lastValueKey != null && groupsRequired) {
            throw new IllegalArgumentException("lastValueKey '" + ShownText.of(lastValueKey)
                    + "' does not go with groupsRequired: replacing would tear messages out of their groups");
        }
    }

    /** The value of an option, or what stands in for it; null where there is neither. */
    public <T> @Nullable T get(QueueOption<T> option) {
        return at(inEffect, option);
    }

    /** The value that was set; null for none, whatever stands in for it. */
    public <T> @Nullable T own(QueueOption<T> option) {
        return at(values, option);
    }

    /** Only {@link QueueOption#checked} values get into the arrays, so a look at the type would be one for nothing. */
    @SuppressWarnings("unchecked")
    private static <T> @Nullable T at(@Nullable Object[] values, QueueOption<T> option) {
        return (T) values[option.index()];
    }

    /** That of an option which can't be without. */
    private <T> T value(QueueOption<T> option) {
        return requireNonNull(get(option), option.name());
    }

    /**
     * These options with another value.
     *
     * @throws IllegalArgumentException if it is out of range, or does not go with the others; the text names the option
     */
    public <T> EntityOptions with(QueueOption<T> option, @Nullable T value) {
        return with(Collections.singletonMap(option, value));
    }

    /**
     * These options with other values, of which only the outcome has to fit together.
     *
     * @throws IllegalArgumentException as {@link #with(QueueOption, Object)}
     */
    public EntityOptions with(Map<QueueOption<?>, ? extends @Nullable Object> changes) {
        @Nullable Object[] changed = values.clone();
        for (QueueOption<?> option : QueueOption.all()) {
            if (changes.containsKey(option)) {
                set(changed, option, option.checked(changes.get(option)));
            }
        }
        return new EntityOptions(changed);
    }

    /** These options with another back-off. */
    public EntityOptions with(RedeliveryBackOff backOff) {
        return with(Map.of(
                QueueOption.BACK_OFF_INITIAL, backOff.initial(),
                QueueOption.BACK_OFF_MULTIPLIER, backOff.multiplier(),
                QueueOption.BACK_OFF_MAXIMUM, backOff.maximum(),
                QueueOption.BACK_OFF_JITTER, backOff.jitter()));
    }

    private static void set(@Nullable Object[] values, QueueOption<?> option, @Nullable Object value) {
        values[option.index()] = value;
        if (value != null && option == QueueOption.FORWARD_TO) {
            values[QueueOption.FORWARD_TO_TOPIC.index()] = null;
        } else if (value != null && option == QueueOption.FORWARD_TO_TOPIC) {
            values[QueueOption.FORWARD_TO.index()] = null;
        } else if (value instanceof Duration initial && option == QueueOption.BACK_OFF_INITIAL) {
            int maximum = QueueOption.BACK_OFF_MAXIMUM.index();
            if (values[maximum] instanceof Duration former && former.compareTo(initial) < 0) {
                values[maximum] = initial;
            }
        }
    }

    /**
     * These options with other values, by the names of the options and as texts.
     *
     * @param options those that can be set here
     * @throws IllegalArgumentException as {@link #with(QueueOption, Object)}, and for a name that none of them has
     */
    public EntityOptions configured(Map<String, String> texts, List<QueueOption<?>> options) {
        Map<QueueOption<?>, @Nullable Object> changes = new HashMap<>();
        texts.forEach((name, text) -> {
            QueueOption<?> named = options.stream()
                    .filter(option -> option.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("there is no option " + ShownText.quoted(name)
                            + "; there are: "
                            + options.stream().map(QueueOption::name).collect(Collectors.joining(", "))));
            changes.put(named, named.parse(requireNonNull(text, name)));
        });
        return with(changes);
    }

    /** See {@link QueueOption#LOCK_DURATION}. */
    public Duration lockDuration() {
        return value(QueueOption.LOCK_DURATION);
    }

    /** See {@link QueueOption#MAX_DELIVERY_COUNT}. */
    public int maxDeliveryCount() {
        return value(QueueOption.MAX_DELIVERY_COUNT);
    }

    /** See {@link QueueOption#DEFAULT_TIME_TO_LIVE}. */
    public @Nullable Duration defaultTimeToLive() {
        return get(QueueOption.DEFAULT_TIME_TO_LIVE);
    }

    /** See {@link QueueOption#DEAD_LETTER_ON_EXPIRY}. */
    public boolean deadLetterOnExpiry() {
        return value(QueueOption.DEAD_LETTER_ON_EXPIRY);
    }

    /** See {@link QueueOption#EXPIRY_ONLY_WHEN_ACTIVE}. */
    public boolean expiryOnlyWhenActive() {
        return value(QueueOption.EXPIRY_ONLY_WHEN_ACTIVE);
    }

    /** The four options of the back-off (RCV-15). */
    public RedeliveryBackOff redeliveryBackOff() {
        return redeliveryBackOff;
    }

    /** See {@link QueueOption#DUPLICATE_DETECTION_WINDOW}. */
    public @Nullable Duration duplicateDetectionWindow() {
        return get(QueueOption.DUPLICATE_DETECTION_WINDOW);
    }

    /** See {@link QueueOption#DEAD_LETTER_TO}. */
    public @Nullable String deadLetterTo() {
        return get(QueueOption.DEAD_LETTER_TO);
    }

    /** See {@link QueueOption#EXPIRED_TO}. */
    public @Nullable String expiredTo() {
        return get(QueueOption.EXPIRED_TO);
    }

    /** The queues to which dead letters go, by the options that name them (FWD-02, FWD-03). */
    public Map<String, String> deadLetterTargets() {
        Map<String, String> targets = new LinkedHashMap<>();
        for (QueueOption<String> option : List.of(QueueOption.DEAD_LETTER_TO, QueueOption.EXPIRED_TO)) {
            String target = get(option);
            if (target != null) {
                targets.put(option.name(), target);
            }
        }
        return targets;
    }

    /** The queue or topic that gets what arrives, or null (FWD-01). */
    public @Nullable DestinationName forwardTo() {
        return forwardTo;
    }

    /** See {@link QueueOption#AUTO_DELETE_ON_IDLE}. */
    public @Nullable Duration autoDeleteOnIdle() {
        return get(QueueOption.AUTO_DELETE_ON_IDLE);
    }

    /** See {@link QueueOption#GROUPS_REQUIRED}. */
    public boolean groupsRequired() {
        return value(QueueOption.GROUPS_REQUIRED);
    }

    /** See {@link QueueOption#DUPLICATE_ID_FROM}. */
    public DuplicateIdSource duplicateIdFrom() {
        return value(QueueOption.DUPLICATE_ID_FROM);
    }

    /** See {@link QueueOption#LATE_SETTLEMENT}. */
    public LateSettlement lateSettlement() {
        return value(QueueOption.LATE_SETTLEMENT);
    }

    /** See {@link QueueOption#MAX_IN_FLIGHT}. */
    public int maxInFlight() {
        return value(QueueOption.MAX_IN_FLIGHT);
    }

    /** See {@link QueueOption#GROUP_EXPIRY}. */
    public GroupExpiry groupExpiry() {
        return value(QueueOption.GROUP_EXPIRY);
    }

    /** See {@link QueueOption#STATUS}. */
    public EntityStatus status() {
        return value(QueueOption.STATUS);
    }

    /** See {@link QueueOption#DELETION_PROTECTED}. */
    public boolean deletionProtected() {
        return value(QueueOption.DELETION_PROTECTED);
    }

    /** See {@link QueueOption#LAST_VALUE_KEY}. */
    public @Nullable String lastValueKey() {
        return get(QueueOption.LAST_VALUE_KEY);
    }

    /** See {@link QueueOption#GROUP_ASSIGNMENT}. */
    public GroupAssignment groupAssignment() {
        return value(QueueOption.GROUP_ASSIGNMENT);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof EntityOptions that && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    /** All that were set, by their names. */
    @Override
    public String toString() {
        return QueueOption.all().stream()
                .map(option -> option.name() + "=" + values[option.index()])
                .collect(Collectors.joining(", ", "[", "]"));
    }
}
