package dev.restante.option;

import static dev.restante.option.ValueRange.constants;
import static dev.restante.option.ValueRange.duplicateIdSources;
import static dev.restante.option.ValueRange.durations;
import static dev.restante.option.ValueRange.integers;
import static dev.restante.option.ValueRange.names;
import static dev.restante.option.ValueRange.numbers;
import static dev.restante.option.ValueRange.truth;
import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An option of queues and subscriptions, and of topics where it says so. The constants are the one table of them: the
 * API, the store, the command line, the management beans and the documentation are fed from it. The values of a queue
 * are in {@code QueueOptions}, those of a topic in {@code TopicOptions}. Immutable.
 *
 * <p>An option of the name {@code group.part} belongs to a group of options that are set together.
 *
 * @param <T> the type of its values
 */
public final class QueueOption<T> {

    /** All, in the order in which they were defined: what needs another option comes after it. */
    private static final List<QueueOption<?>> TABLE = new ArrayList<>();

    /** The longest lock, and the longest that a lock can be extended to (VIS-01, VIS-04). */
    public static final Duration MAX_LOCK_DURATION = Duration.ofHours(12);

    /** VIS-01: with 0 s messages stay visible. */
    public static final QueueOption<Duration> LOCK_DURATION = option(
            "lockDuration",
            durations(Duration.ZERO, MAX_LOCK_DURATION),
            DefaultValue.of(Duration.ofSeconds(30)),
            "How long a receiver holds a message under peek-lock");

    /** RCV-07. */
    public static final QueueOption<Integer> MAX_DELIVERY_COUNT = option(
            "maxDeliveryCount",
            integers(1),
            DefaultValue.of(10),
            "After how many deliveries a message is dead-lettered");

    /** TTL-09. */
    public static final QueueOption<Duration> DEFAULT_TIME_TO_LIVE = ofTopicsToo(
            "defaultTimeToLive",
            durations(Duration.ofMillis(1), null),
            DefaultValue.missing("none"),
            "The time to live of messages without one of their own, and the most that one can ask for");

    /** TTL-14. */
    public static final QueueOption<Boolean> DEAD_LETTER_ON_EXPIRY = option(
            "deadLetterOnExpiry",
            truth(),
            DefaultValue.of(false),
            "Whether expired messages move to the dead-letter queue instead of being dropped");

    /** TTL-02. */
    public static final QueueOption<Boolean> EXPIRY_ONLY_WHEN_ACTIVE = option(
            "expiryOnlyWhenActive",
            truth(),
            DefaultValue.of(false),
            "Whether expired messages leave only while a receiver is open, instead of on time");

    /** SND-06. */
    public static final QueueOption<Duration> DUPLICATE_DETECTION_WINDOW = ofTopicsToo(
            "duplicateDetectionWindow",
            durations(Duration.ofSeconds(20), Duration.ofDays(7)),
            DefaultValue.missing("none"),
            "How long a duplicate id is remembered, so that a second message with it is accepted and dropped");

    /** SND-07. */
    public static final QueueOption<DuplicateIdSource> DUPLICATE_ID_FROM = ofTopicsToo(
            "duplicateIdFrom",
            duplicateIdSources(),
            DefaultValue.of(DuplicateIdSource.DUPLICATE_ID),
            "Where the id comes from by which duplicates are told apart");

    /** FWD-02. */
    public static final QueueOption<String> DEAD_LETTER_TO = option(
            "deadLetterTo",
            names("queue"),
            DefaultValue.missing("its own dead-letter queue"),
            "The queue that gets the dead letters");

    /** FWD-03: needs {@link #DEAD_LETTER_ON_EXPIRY}. */
    public static final QueueOption<String> EXPIRED_TO = option(
            "expiredTo",
            names("queue"),
            DefaultValue.missing("where the others go"),
            "The queue that gets those dead letters that have expired");

    /** GRP-01, GRP-05. */
    public static final QueueOption<Boolean> GROUPS_REQUIRED =
            option("groupsRequired", truth(), DefaultValue.of(false), "Whether a message without a group is refused");

    /** RCV-15: zero for no back-off at all. Setting it raises a lesser {@link #BACK_OFF_MAXIMUM}. */
    public static final QueueOption<Duration> BACK_OFF_INITIAL = option(
            "redeliveryBackOff.initial",
            durations(Duration.ZERO, null),
            DefaultValue.of(Duration.ZERO),
            "The wait before a message that was released after its first delivery is visible again");

    /** RCV-15. */
    public static final QueueOption<Double> BACK_OFF_MULTIPLIER = option(
            "redeliveryBackOff.multiplier",
            numbers(1, null),
            DefaultValue.of(1.0),
            "By what the wait grows with each further delivery");

    /** RCV-15: not less than {@link #BACK_OFF_INITIAL}. */
    public static final QueueOption<Duration> BACK_OFF_MAXIMUM = option(
            "redeliveryBackOff.maximum",
            durations(Duration.ZERO, null),
            DefaultValue.of(Duration.ZERO),
            "The longest wait, before its jitter: not less than the initial one");

    /** RCV-15. */
    public static final QueueOption<Double> BACK_OFF_JITTER = option(
            "redeliveryBackOff.jitter",
            numbers(0, 1.0),
            DefaultValue.of(0.0),
            "The fraction of itself by which a wait varies at random");

    /** FWD-01: takes the place of {@link #FORWARD_TO_TOPIC}. */
    public static final QueueOption<String> FORWARD_TO =
            option("forwardTo", names("queue"), DefaultValue.missing("none"), "The queue that gets what arrives here");

    /** FWD-01: takes the place of {@link #FORWARD_TO}. */
    public static final QueueOption<String> FORWARD_TO_TOPIC = option(
            "forwardToTopic", names("topic"), DefaultValue.missing("none"), "The topic that gets what arrives here");

    /** IDLE-01. */
    public static final QueueOption<Duration> AUTO_DELETE_ON_IDLE = ofTopicsToo(
            "autoDeleteOnIdle",
            durations(Duration.ofMinutes(5), null),
            DefaultValue.missing("never"),
            "After how long without use it is deleted with all that it has");

    /** VIS-08. */
    public static final QueueOption<LateSettlement> LATE_SETTLEMENT = option(
            "lateSettlement",
            constants(LateSettlement.class),
            DefaultValue.of(LateSettlement.REFUSE),
            "What becomes of a completion after the lock has run out");

    /** VIS-06, VIS-12. */
    public static final QueueOption<Integer> MAX_IN_FLIGHT = option(
            "maxInFlight",
            integers(1),
            DefaultValue.byGroups(20_000, 120_000),
            "How many messages applications may have in their hands at a time, on all nodes together");

    /** TTL-18. */
    public static final QueueOption<GroupExpiry> GROUP_EXPIRY = option(
            "groupExpiry",
            constants(GroupExpiry.class),
            DefaultValue.byGroups(GroupExpiry.GROUP, GroupExpiry.MESSAGE),
            "Whether an expired message takes along what was sent to its group before it expired, or goes alone");

    /** STA-01. */
    public static final QueueOption<EntityStatus> STATUS = ofTopicsToo(
            "status",
            constants(EntityStatus.class),
            DefaultValue.of(EntityStatus.ACTIVE),
            "Whether applications may send to it, and receive from it");

    /** STA-03. */
    public static final QueueOption<Boolean> DELETION_PROTECTED = ofTopicsToo(
            "deletionProtected",
            truth(),
            DefaultValue.of(false),
            "Whether it can't be deleted, by force or by idle time either");

    /** LVQ-01: does not go with {@link #GROUPS_REQUIRED}. */
    public static final QueueOption<String> LAST_VALUE_KEY = option(
            "lastValueKey",
            names("property"),
            DefaultValue.missing("none"),
            "The property of whose values each has one message waiting at most: a later one replaces it");

    /** GRP-06. */
    public static final QueueOption<GroupAssignment> GROUP_ASSIGNMENT = option(
            "groupAssignment",
            constants(GroupAssignment.class),
            DefaultValue.of(GroupAssignment.PER_MESSAGE),
            "How long a group stays with the consumer that has received something of it");

    private final int index;
    private final String name;
    private final ValueRange<T> range;
    private final DefaultValue<T> byDefault;
    private final boolean ofTopics;
    private final String effect;

    private QueueOption(String name, ValueRange<T> range, DefaultValue<T> byDefault, boolean ofTopics, String effect) {
        this.index = TABLE.size();
        this.name = name;
        this.range = range;
        this.byDefault = byDefault;
        this.ofTopics = ofTopics;
        this.effect = effect;
    }

    private static <T> QueueOption<T> option(
            String name, ValueRange<T> range, DefaultValue<T> byDefault, String effect) {
        return added(new QueueOption<>(name, range, byDefault, false, effect));
    }

    private static <T> QueueOption<T> ofTopicsToo(
            String name, ValueRange<T> range, DefaultValue<T> byDefault, String effect) {
        return added(new QueueOption<>(name, range, byDefault, true, effect));
    }

    private static <T> QueueOption<T> added(QueueOption<T> option) {
        TABLE.add(option);
        return option;
    }

    /** All options of queues and subscriptions, in order: what needs another option comes after it. */
    public static List<QueueOption<?>> all() {
        return Collections.unmodifiableList(TABLE);
    }

    /** Those that topics have too. */
    public static List<QueueOption<?>> ofTopics() {
        return TABLE.stream().filter(option -> option.ofTopics).collect(Collectors.toUnmodifiableList());
    }

    /** Its place among {@link #all()}. */
    public int index() {
        return index;
    }

    /** Its name, as in {@code lockDuration} or {@code redeliveryBackOff.initial}. */
    public String name() {
        return name;
    }

    /** The name of what is set together with it; its own name where that is nothing. */
    public String group() {
        return name.split("\\.")[0];
    }

    /** The type of its values. */
    public Class<T> type() {
        return range.type();
    }

    /** What it does, as the beginning of a sentence. */
    public String effect() {
        return effect;
    }

    /** Its values for people, such as {@code 0s to 12h}; empty where the type says it all. */
    public String range() {
        return range.said();
    }

    /** Its values where they are few, as texts; else none. */
    public List<String> choices() {
        T[] constants = type().getEnumConstants();
        return type() == Boolean.class
                ? List.of("true", "false")
                : constants == null
                        ? List.of()
                        : Stream.of(constants).map(range.text().format()).toList();
    }

    /** What it does, its range and its default, in a sentence. */
    public String description() {
        return effect + " (" + (range().isEmpty() ? "" : range() + "; ") + "default " + defaultText() + ")";
    }

    /** Whether an entity can be without a value. */
    public boolean nullable() {
        return byDefault.value() == null;
    }

    /** Its default for people; for one that can be null what null means. */
    public String defaultText() {
        return byDefault.shown(range.shown());
    }

    /** What an entity has that nobody configured; null for one that can be null. */
    public @Nullable T defaultValue() {
        return byDefault.value();
    }

    /**
     * What null stands for.
     *
     * @param groupsRequired whether the queue requires groups
     * @return null for nothing
     */
    public @Nullable T valueOfNull(boolean groupsRequired) {
        return groupsRequired ? byDefault.whereGroupsAreRequired() : byDefault.otherwise();
    }

    /**
     * A value that it can have.
     *
     * @throws IllegalArgumentException if it is out of range; the text begins with the name
     * @throws NullPointerException for null, unless it is {@link #nullable()}
     * @throws ClassCastException if it is of another type
     */
    public @Nullable T checked(@Nullable Object value) {
        if (value == null && nullable()) {
            return null;
        }
        T checked = type().cast(requireNonNull(value, name));
        String refusal = range.refusal().apply(checked);
        if (refusal != null) {
            throw new IllegalArgumentException(name + " " + checked + " " + refusal
                    + (nullable() ? "; leave it out for the default: " + defaultText() : ""));
        }
        return checked;
    }

    /**
     * The value that a text means; the empty one means null where that can be.
     *
     * @throws IllegalArgumentException if it is none; the message begins with the name
     */
    public @Nullable T parse(String text) {
        if (text.isEmpty() && nullable()) {
            return null;
        }
        T value;
        try {
            value = range.text().parse().apply(text);
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(name + " " + refused.getMessage(), refused);
        }
        return checked(value);
    }

    /** The text that {@link #parse} reads. */
    public String format(@Nullable T value) {
        return value == null ? "" : range.text().format().apply(value);
    }

    /** The text that takes it back to its default. */
    public String resetText() {
        return format(defaultValue());
    }

    /** Its name. */
    @Override
    public String toString() {
        return name;
    }
}
