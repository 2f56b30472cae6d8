package dev.restante.model;

import static java.util.Objects.requireNonNull;

import dev.restante.model.InheritedOptions.InheritedValue;
import dev.restante.option.DuplicateIdSource;
import dev.restante.option.EntityStatus;
import dev.restante.option.GroupAssignment;
import dev.restante.option.GroupExpiry;
import dev.restante.option.LateSettlement;
import dev.restante.option.OptionOrigin;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Option values of a queue, subscription or topic. The value of an option is the entity's own value, else the value of
 * a policy, else the default of the option (POL-02). The meaning of each option is documented at {@link QueueOption}.
 * This class implements only rules that combine several options. Immutable.
 */
public final class EntityOptions {

    /** Marks an option without an own value, because null is a value of some options. */
    private static final Object UNSET = new Object();

    /** Options of an entity without own values and without policies. */
    public static final EntityOptions DEFAULT =
            new EntityOptions(QueueOption.all().stream().map(option -> UNSET).toArray(), InheritedOptions.NONE);

    /** The entity's own values by {@link QueueOption#index()}, {@link #UNSET} where it has none. */
    private final @Nullable Object[] ownValues;

    private final InheritedOptions inherited;

    /** The values in force, computed once because every send and delivery reads some of them. */
    private final @Nullable Object[] effectiveValues;

    /** Computed once because every delivery asks for it. */
    private final boolean lockDurationChosen;

    private final RedeliveryBackOff redeliveryBackOff;
    private final @Nullable DestinationName forwardTo;

    private EntityOptions(@Nullable Object[] ownValues, InheritedOptions inherited) {
        this.ownValues = ownValues;
        this.inherited = inherited;
        boolean groupsRequired = Boolean.TRUE.equals(ownOrInherited(QueueOption.GROUPS_REQUIRED));
        effectiveValues = QueueOption.all().stream()
                .map(option -> {
                    Object value = ownOrInherited(option);
                    return value == null ? option.effectiveDefault(groupsRequired) : value;
                })
                .toArray();
        checkCombinations(groupsRequired);
        lockDurationChosen = !origin(QueueOption.LOCK_DURATION).equals(OptionOrigin.DEFAULT);
        redeliveryBackOff = new RedeliveryBackOff(
                value(QueueOption.BACK_OFF_INITIAL),
                value(QueueOption.BACK_OFF_MULTIPLIER),
                value(QueueOption.BACK_OFF_MAXIMUM),
                value(QueueOption.BACK_OFF_JITTER));
        String queue = effectiveValue(QueueOption.FORWARD_TO);
        String topic = effectiveValue(QueueOption.FORWARD_TO_TOPIC);
        forwardTo = queue != null ? DestinationName.queue(queue) : topic != null ? DestinationName.topic(topic) : null;
    }

    private void checkCombinations(boolean groupsRequired) {
        if (value(QueueOption.BACK_OFF_INITIAL).compareTo(value(QueueOption.BACK_OFF_MAXIMUM)) > 0) {
            throw new IllegalArgumentException(valueText(QueueOption.BACK_OFF_INITIAL) + " must not be longer than "
                    + valueText(QueueOption.BACK_OFF_MAXIMUM));
        }
        String expiredTo = expiredTo();
        if (expiredTo != null && !deadLetterOnExpiry()) {
            throw new IllegalArgumentException(valueText(QueueOption.EXPIRED_TO) + " requires "
                    + nameText(QueueOption.DEAD_LETTER_ON_EXPIRY)
                    + ", because expired messages are dropped without it");
        }
        if (lastValueKey() != null && groupsRequired) {
            throw new IllegalArgumentException(valueText(QueueOption.LAST_VALUE_KEY) + " cannot be combined with "
                    + nameText(QueueOption.GROUPS_REQUIRED)
                    + ", because groups would lose their replaced messages");
        }
    }

    private <T> String valueText(QueueOption<T> option) {
        return option.name() + " '" + DisplayText.shorten(option.format(effectiveValue(option))) + "'"
                + policyText(option);
    }

    private String nameText(QueueOption<?> option) {
        return option.name() + policyText(option);
    }

    private String policyText(QueueOption<?> option) {
        OptionOrigin origin = origin(option);
        return origin.policy() == null ? "" : " of the policy " + DisplayText.quote(origin.policy());
    }

    private @Nullable Object ownOrInherited(QueueOption<?> option) {
        Object own = ownValues[option.index()];
        if (own != UNSET) {
            return own;
        }
        InheritedValue value = inheritedValue(option);
        return value == null ? option.defaultValue() : value.value();
    }

    /** Returns the value of a policy; null if there is none, or an own forward to another target replaces it. */
    private @Nullable InheritedValue inheritedValue(QueueOption<?> option) {
        boolean ended = (option == QueueOption.FORWARD_TO && ownValue(QueueOption.FORWARD_TO_TOPIC) != null)
                || (option == QueueOption.FORWARD_TO_TOPIC && ownValue(QueueOption.FORWARD_TO) != null);
        return ended ? null : inherited.get(option);
    }

    /**
     * Returns the options of an entity with own and inherited values.
     *
     * @throws IllegalArgumentException for the reasons of {@link #with(QueueOption, Object)}
     */
    public static EntityOptions of(
            Map<QueueOption<?>, ? extends @Nullable Object> ownValues, InheritedOptions inherited) {
        return DEFAULT.with(DEFAULT.ownValues.clone(), ownValues, inherited);
    }

    /** Returns the value of an option in force, or null if the option has none. */
    public <T> @Nullable T effectiveValue(QueueOption<T> option) {
        return cast(effectiveValues[option.index()]);
    }

    /** Returns whether the entity itself sets an option, possibly to null. */
    public boolean isOwn(QueueOption<?> option) {
        return ownValues[option.index()] != UNSET;
    }

    /** Returns the entity's own value of an option, or null if it has none or is null. */
    public <T> @Nullable T ownValue(QueueOption<T> option) {
        return isOwn(option) ? cast(ownValues[option.index()]) : null;
    }

    /** Returns the values that the entity gets from policies. */
    public InheritedOptions inherited() {
        return inherited;
    }

    /** Returns the place from which the value of an option comes (POL-04). */
    public OptionOrigin origin(QueueOption<?> option) {
        if (isOwn(option)) {
            return OptionOrigin.ENTITY;
        }
        InheritedValue value = inheritedValue(option);
        return value == null ? OptionOrigin.DEFAULT : OptionOrigin.policy(value.policy());
    }

    /** Casts without a type check, because the arrays contain only values from {@link QueueOption#validate}. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T> @Nullable T cast(@Nullable Object value) {
        return (T) value;
    }

    private <T> T value(QueueOption<T> option) {
        return requireNonNull(effectiveValue(option), option.name());
    }

    /**
     * Returns a copy with another own value of an option.
     *
     * @throws IllegalArgumentException if the value is out of range or conflicts with other options; the text names the
     *     option
     */
    public <T> EntityOptions with(QueueOption<T> option, @Nullable T value) {
        return with(Collections.singletonMap(option, value));
    }

    /**
     * Returns a copy with several other own values. Only the combined result must be free of conflicts.
     *
     * @throws IllegalArgumentException for the reasons of {@link #with(QueueOption, Object)}
     */
    public EntityOptions with(Map<QueueOption<?>, ? extends @Nullable Object> changes) {
        return with(ownValues.clone(), changes, inherited);
    }

    private EntityOptions with(
            @Nullable Object[] changed,
            Map<QueueOption<?>, ? extends @Nullable Object> changes,
            InheritedOptions otherInherited) {
        for (QueueOption<?> option : QueueOption.all()) {
            if (changes.containsKey(option)) {
                set(changed, option, option.validate(changes.get(option)));
            }
        }
        return new EntityOptions(changed, otherInherited);
    }

    public EntityOptions with(RedeliveryBackOff backOff) {
        return with(Map.of(
                QueueOption.BACK_OFF_INITIAL, backOff.initial(),
                QueueOption.BACK_OFF_MULTIPLIER, backOff.multiplier(),
                QueueOption.BACK_OFF_MAXIMUM, backOff.maximum(),
                QueueOption.BACK_OFF_JITTER, backOff.jitter()));
    }

    /**
     * Returns a copy in which options have no own value, so that a policy or the default decides.
     *
     * @throws IllegalArgumentException if the result has a conflict
     */
    public EntityOptions without(Collection<QueueOption<?>> options) {
        @Nullable Object[] changed = ownValues.clone();
        options.forEach(option -> changed[option.index()] = UNSET);
        return new EntityOptions(changed, inherited);
    }

    /**
     * Returns a copy with other values from policies.
     *
     * @throws IllegalArgumentException if an own value conflicts with them; the text names the option and the policy
     */
    public EntityOptions withInherited(InheritedOptions values) {
        return values.equals(inherited) ? this : new EntityOptions(ownValues, values);
    }

    private void set(@Nullable Object[] changed, QueueOption<?> option, @Nullable Object value) {
        changed[option.index()] = value;
        if (value != null && option == QueueOption.FORWARD_TO) {
            changed[QueueOption.FORWARD_TO_TOPIC.index()] = UNSET;
        } else if (value != null && option == QueueOption.FORWARD_TO_TOPIC) {
            changed[QueueOption.FORWARD_TO.index()] = UNSET;
        } else if (value instanceof Duration initial && option == QueueOption.BACK_OFF_INITIAL) {
            int maximum = QueueOption.BACK_OFF_MAXIMUM.index();
            Object former = changed[maximum] == UNSET ? effectiveValues[maximum] : changed[maximum];
            if (former instanceof Duration duration && duration.compareTo(initial) < 0) {
                changed[maximum] = initial;
            }
        }
    }

    /**
     * Returns a copy with own values given by option name and text.
     *
     * @param resetNames the names of options that then have no own value
     * @param settableOptions the options that the caller may set
     * @throws IllegalArgumentException for the reasons of {@link #with(QueueOption, Object)}, and for an unknown option
     *     name
     */
    public EntityOptions withTexts(
            Map<String, String> textsByName, Set<String> resetNames, List<QueueOption<?>> settableOptions) {
        Map<QueueOption<?>, @Nullable Object> changes = new HashMap<>();
        textsByName.forEach((name, text) -> {
            QueueOption<?> named = named(name, settableOptions);
            changes.put(named, named.parse(requireNonNull(text, name)));
        });
        @Nullable Object[] remaining = ownValues.clone();
        resetNames.forEach(name -> remaining[named(name, settableOptions).index()] = UNSET);
        return with(remaining, changes, inherited);
    }

    private static QueueOption<?> named(String name, List<QueueOption<?>> settableOptions) {
        return settableOptions.stream()
                .filter(option -> option.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Option " + DisplayText.quote(name)
                        + " does not exist. The options are: "
                        + settableOptions.stream().map(QueueOption::name).collect(Collectors.joining(", "))));
    }

    public Duration lockDuration() {
        return value(QueueOption.LOCK_DURATION);
    }

    /**
     * Returns whether an administrator chose the lock duration, for this entity or in a policy, so that sessions do not
     * renew locks by default (RCV-05).
     */
    public boolean lockDurationChosen() {
        return lockDurationChosen;
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
        return other instanceof EntityOptions that
                && Arrays.equals(ownValues, that.ownValues)
                && inherited.equals(that.inherited);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(ownValues) + inherited.hashCode();
    }

    /** Returns the values that are not defaults. */
    @Override
    public String toString() {
        return QueueOption.all().stream()
                .filter(option -> !origin(option).equals(OptionOrigin.DEFAULT))
                .map(option -> option.name() + "=" + effectiveValues[option.index()] + policyText(option))
                .collect(Collectors.joining(", ", "[", "]"));
    }
}
