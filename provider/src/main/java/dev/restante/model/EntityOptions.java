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
 * Option values of a queue, subscription or topic, one for each {@link QueueOption}. The meaning of each option is
 * documented there. This class implements only rules that combine several options. Immutable.
 */
public final class EntityOptions {

    /** Options of an entity without configured values. */
    public static final EntityOptions DEFAULT = new EntityOptions(
            QueueOption.all().stream().map(QueueOption::defaultValue).toArray());

    /** Configured values by {@link QueueOption#index()}, null where none is configured. */
    private final @Nullable Object[] configuredValues;

    /** Configured values or their defaults, computed once because every send and delivery reads some of them. */
    private final @Nullable Object[] effectiveValues;

    private final RedeliveryBackOff redeliveryBackOff;
    private final @Nullable DestinationName forwardTo;

    private EntityOptions(@Nullable Object[] configuredValues) {
        this.configuredValues = configuredValues;
        boolean groupsRequired = Boolean.TRUE.equals(configuredValues[QueueOption.GROUPS_REQUIRED.index()]);
        effectiveValues = QueueOption.all().stream()
                .map(option -> configuredValues[option.index()] == null
                        ? option.effectiveDefault(groupsRequired)
                        : configuredValues[option.index()])
                .toArray();
        redeliveryBackOff = new RedeliveryBackOff(
                value(QueueOption.BACK_OFF_INITIAL),
                value(QueueOption.BACK_OFF_MULTIPLIER),
                value(QueueOption.BACK_OFF_MAXIMUM),
                value(QueueOption.BACK_OFF_JITTER));
        String queue = effectiveValue(QueueOption.FORWARD_TO);
        String topic = effectiveValue(QueueOption.FORWARD_TO_TOPIC);
        forwardTo = queue != null ? DestinationName.queue(queue) : topic != null ? DestinationName.topic(topic) : null;
        String expiredTo = expiredTo();
        if (expiredTo != null && !deadLetterOnExpiry()) {
            throw new IllegalArgumentException("expiredTo '" + DisplayText.shorten(expiredTo)
                    + "' requires deadLetterOnExpiry, because expired messages are dropped without it");
        }
        String lastValueKey = lastValueKey();
        if (lastValueKey != null && groupsRequired) {
            throw new IllegalArgumentException("lastValueKey '" + DisplayText.shorten(lastValueKey)
                    + "' cannot be combined with groupsRequired, because groups would lose their replaced messages");
        }
    }

    /** Returns the configured value of an option, or its default, or null if it has neither. */
    public <T> @Nullable T effectiveValue(QueueOption<T> option) {
        return at(effectiveValues, option);
    }

    public <T> @Nullable T configuredValue(QueueOption<T> option) {
        return at(configuredValues, option);
    }

    /** Casts without a type check, because the arrays contain only values from {@link QueueOption#validate}. */
    @SuppressWarnings("unchecked")
    private static <T> @Nullable T at(@Nullable Object[] configuredValues, QueueOption<T> option) {
        return (T) configuredValues[option.index()];
    }

    private <T> T value(QueueOption<T> option) {
        return requireNonNull(effectiveValue(option), option.name());
    }

    /**
     * Returns a copy with another value of an option.
     *
     * @throws IllegalArgumentException if the value is out of range or conflicts with other options; the text names the
     *     option
     */
    public <T> EntityOptions with(QueueOption<T> option, @Nullable T value) {
        return with(Collections.singletonMap(option, value));
    }

    /**
     * Returns a copy with several other values. Only the combined result must be free of conflicts.
     *
     * @throws IllegalArgumentException for the reasons of {@link #with(QueueOption, Object)}
     */
    public EntityOptions with(Map<QueueOption<?>, ? extends @Nullable Object> changes) {
        @Nullable Object[] changed = configuredValues.clone();
        for (QueueOption<?> option : QueueOption.all()) {
            if (changes.containsKey(option)) {
                set(changed, option, option.validate(changes.get(option)));
            }
        }
        return new EntityOptions(changed);
    }

    public EntityOptions with(RedeliveryBackOff backOff) {
        return with(Map.of(
                QueueOption.BACK_OFF_INITIAL, backOff.initial(),
                QueueOption.BACK_OFF_MULTIPLIER, backOff.multiplier(),
                QueueOption.BACK_OFF_MAXIMUM, backOff.maximum(),
                QueueOption.BACK_OFF_JITTER, backOff.jitter()));
    }

    private static void set(@Nullable Object[] configuredValues, QueueOption<?> option, @Nullable Object value) {
        configuredValues[option.index()] = value;
        if (value != null && option == QueueOption.FORWARD_TO) {
            configuredValues[QueueOption.FORWARD_TO_TOPIC.index()] = null;
        } else if (value != null && option == QueueOption.FORWARD_TO_TOPIC) {
            configuredValues[QueueOption.FORWARD_TO.index()] = null;
        } else if (value instanceof Duration initial && option == QueueOption.BACK_OFF_INITIAL) {
            int maximum = QueueOption.BACK_OFF_MAXIMUM.index();
            if (configuredValues[maximum] instanceof Duration former && former.compareTo(initial) < 0) {
                configuredValues[maximum] = initial;
            }
        }
    }

    /**
     * Returns a copy with values given by option name and text.
     *
     * @param settableOptions the options that the caller may set
     * @throws IllegalArgumentException for the reasons of {@link #with(QueueOption, Object)}, and for an unknown option
     *     name
     */
    public EntityOptions withTexts(Map<String, String> textsByName, List<QueueOption<?>> settableOptions) {
        Map<QueueOption<?>, @Nullable Object> changes = new HashMap<>();
        textsByName.forEach((name, text) -> {
            QueueOption<?> named = settableOptions.stream()
                    .filter(option -> option.name().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("Option " + DisplayText.quote(name)
                            + " does not exist. The options are: "
                            + settableOptions.stream().map(QueueOption::name).collect(Collectors.joining(", "))));
            changes.put(named, named.parse(requireNonNull(text, name)));
        });
        return with(changes);
    }

    public Duration lockDuration() {
        return value(QueueOption.LOCK_DURATION);
    }

    public int maxDeliveryCount() {
        return value(QueueOption.MAX_DELIVERY_COUNT);
    }

    public @Nullable Duration defaultTimeToLive() {
        return effectiveValue(QueueOption.DEFAULT_TIME_TO_LIVE);
    }

    public boolean deadLetterOnExpiry() {
        return value(QueueOption.DEAD_LETTER_ON_EXPIRY);
    }

    public boolean expireOnlyWithConsumer() {
        return value(QueueOption.EXPIRE_ONLY_WITH_CONSUMER);
    }

    /** Returns the four back-off options as one value (RCV-15). */
    public RedeliveryBackOff redeliveryBackOff() {
        return redeliveryBackOff;
    }

    public @Nullable Duration duplicateDetectionWindow() {
        return effectiveValue(QueueOption.DUPLICATE_DETECTION_WINDOW);
    }

    public @Nullable String deadLetterTo() {
        return effectiveValue(QueueOption.DEAD_LETTER_TO);
    }

    public @Nullable String expiredTo() {
        return effectiveValue(QueueOption.EXPIRED_TO);
    }

    /** Returns the queues to which dead letters go, by option name (FWD-02, FWD-03). */
    public Map<String, String> deadLetterTargets() {
        Map<String, String> targets = new LinkedHashMap<>();
        for (QueueOption<String> option : List.of(QueueOption.DEAD_LETTER_TO, QueueOption.EXPIRED_TO)) {
            String target = effectiveValue(option);
            if (target != null) {
                targets.put(option.name(), target);
            }
        }
        return targets;
    }

    /** Returns the queue or topic to which arriving messages are forwarded, or null (FWD-01). */
    public @Nullable DestinationName forwardTo() {
        return forwardTo;
    }

    public @Nullable Duration autoDeleteOnIdle() {
        return effectiveValue(QueueOption.AUTO_DELETE_ON_IDLE);
    }

    public boolean groupsRequired() {
        return value(QueueOption.GROUPS_REQUIRED);
    }

    public DuplicateIdSource duplicateIdSource() {
        return value(QueueOption.DUPLICATE_ID_SOURCE);
    }

    public LateSettlement lateSettlement() {
        return value(QueueOption.LATE_SETTLEMENT);
    }

    public int maxInFlight() {
        return value(QueueOption.MAX_IN_FLIGHT);
    }

    public GroupExpiry groupExpiry() {
        return value(QueueOption.GROUP_EXPIRY);
    }

    public EntityStatus status() {
        return value(QueueOption.STATUS);
    }

    public boolean deletionProtected() {
        return value(QueueOption.DELETION_PROTECTED);
    }

    public @Nullable String lastValueKey() {
        return effectiveValue(QueueOption.LAST_VALUE_KEY);
    }

    public GroupAssignment groupAssignment() {
        return value(QueueOption.GROUP_ASSIGNMENT);
    }

    public @Nullable String userMetadata() {
        return effectiveValue(QueueOption.USER_METADATA);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof EntityOptions that && Arrays.equals(configuredValues, that.configuredValues);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(configuredValues);
    }

    @Override
    public String toString() {
        return QueueOption.all().stream()
                .map(option -> option.name() + "=" + configuredValues[option.index()])
                .collect(Collectors.joining(", ", "[", "]"));
    }
}
