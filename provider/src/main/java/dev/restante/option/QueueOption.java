package dev.restante.option;

import static dev.restante.option.ValueRange.booleans;
import static dev.restante.option.ValueRange.constants;
import static dev.restante.option.ValueRange.duplicateIdSources;
import static dev.restante.option.ValueRange.durations;
import static dev.restante.option.ValueRange.entityNames;
import static dev.restante.option.ValueRange.integers;
import static dev.restante.option.ValueRange.numbers;
import static dev.restante.option.ValueRange.texts;
import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Description of one option of queues and subscriptions (some options also apply to topics): its range, default and
 * text. The API, the store, the command line, the MBeans and the documentation read the options from the constants
 * of this class. {@code QueueOptions} contains the values of a queue, {@code TopicOptions} the values of a topic.
 * Immutable.
 *
 * <p>An option with a name of the form {@code group.part} belongs to a group of options that are set together.
 *
 * @param <T> the type of the values
 */
public final class QueueOption<T> {

    /** All options in the order of {@link #all()}. */
    private static final List<QueueOption<?>> TABLE = new ArrayList<>();

    /** Number of characters of a rejected value that an error text shows. */
    private static final int SHOWN = 200;

    /** The longest lock duration, and the longest total time of an extended lock (VIS-01, VIS-04). */
    public static final Duration MAX_LOCK_DURATION = Duration.ofHours(12);

    /** Lock duration (VIS-01). With 0 s messages stay available after a receive. */
    public static final QueueOption<Duration> LOCK_DURATION = option(
            "lockDuration",
            durations(Duration.ZERO, MAX_LOCK_DURATION),
            DefaultValue.of(Duration.ofSeconds(30)),
            "Time for which a message is locked after a consumer receives it");

    /** Delivery limit (RCV-07). */
    public static final QueueOption<Integer> MAX_DELIVERY_COUNT = option(
            "maxDeliveryCount",
            integers(1),
            DefaultValue.of(10),
            "Number of deliveries after which a message is dead-lettered");

    /** Time to live (TTL-09). */
    public static final QueueOption<Duration> DEFAULT_TIME_TO_LIVE = queueAndTopicOption(
            "defaultTimeToLive",
            durations(Duration.ofMillis(1), null),
            DefaultValue.none("none"),
            "Default time to live of messages, which is also their longest time to live");

    /** Dead-lettering on expiry (TTL-14). */
    public static final QueueOption<Boolean> DEAD_LETTER_ON_EXPIRY = option(
            "deadLetterOnExpiry",
            booleans(),
            DefaultValue.of(false),
            "Moves expired messages to the dead-letter queue instead of dropping them");

    /** Expiry of messages (TTL-02). */
    public static final QueueOption<Boolean> EXPIRE_ONLY_WITH_CONSUMER = option(
            "expireOnlyWithConsumer",
            booleans(),
            DefaultValue.of(false),
            "Expires messages only while a consumer is open, instead of on time");

    /** Duplicate detection window (SND-06). */
    public static final QueueOption<Duration> DUPLICATE_DETECTION_WINDOW = queueAndTopicOption(
            "duplicateDetectionWindow",
            durations(Duration.ofSeconds(20), Duration.ofDays(7)),
            DefaultValue.none("none"),
            "Time for which a duplicate id is remembered, so that a second message with this id is accepted and"
                    + " dropped");

    /** Duplicate id source (SND-07). */
    public static final QueueOption<DuplicateIdSource> DUPLICATE_ID_SOURCE = queueAndTopicOption(
            "duplicateIdSource",
            duplicateIdSources(),
            DefaultValue.of(DuplicateIdSource.DUPLICATE_ID),
            "Source of the id that duplicate detection compares");

    /** Dead-letter target (FWD-02). */
    public static final QueueOption<String> DEAD_LETTER_TO = option(
            "deadLetterTo",
            entityNames("queue"),
            DefaultValue.none("its own dead-letter queue"),
            "Queue that receives the dead letters");

    /** Target for expired messages (FWD-03). Requires {@link #DEAD_LETTER_ON_EXPIRY}. */
    public static final QueueOption<String> EXPIRED_TO = option(
            "expiredTo",
            entityNames("queue"),
            DefaultValue.none("target of the other dead letters"),
            "Queue that receives the dead letters that have expired");

    /** Required groups (GRP-01, GRP-05). */
    public static final QueueOption<Boolean> GROUPS_REQUIRED =
            option("groupsRequired", booleans(), DefaultValue.of(false), "Rejects messages without a group");

    /**
     * Initial back-off (RCV-15). Zero disables the back-off. Setting this option raises a smaller
     * {@link #BACK_OFF_MAXIMUM}.
     */
    public static final QueueOption<Duration> BACK_OFF_INITIAL = option(
            "redeliveryBackOff.initial",
            durations(Duration.ZERO, null),
            DefaultValue.of(Duration.ZERO),
            "Delay before a message that was released after its first delivery becomes available again");

    /** Back-off multiplier (RCV-15). */
    public static final QueueOption<Double> BACK_OFF_MULTIPLIER = option(
            "redeliveryBackOff.multiplier",
            numbers(1, null),
            DefaultValue.of(1.0),
            "Factor by which the delay grows with each further delivery");

    /** Longest back-off (RCV-15), at least {@link #BACK_OFF_INITIAL}. */
    public static final QueueOption<Duration> BACK_OFF_MAXIMUM = option(
            "redeliveryBackOff.maximum",
            durations(Duration.ZERO, null),
            DefaultValue.of(Duration.ZERO),
            "Longest delay before jitter, which must not be less than the initial delay");

    /** Back-off jitter (RCV-15). */
    public static final QueueOption<Double> BACK_OFF_JITTER = option(
            "redeliveryBackOff.jitter",
            numbers(0, 1.0),
            DefaultValue.of(0.0),
            "Fraction of the delay by which it varies at random");

    /** Forwarding queue (FWD-01). Setting this option resets {@link #FORWARD_TO_TOPIC}. */
    public static final QueueOption<String> FORWARD_TO = option(
            "forwardTo",
            entityNames("queue"),
            DefaultValue.none("none"),
            "Queue to which arriving messages are forwarded");

    /** Forwarding topic (FWD-01). Setting this option resets {@link #FORWARD_TO}. */
    public static final QueueOption<String> FORWARD_TO_TOPIC = option(
            "forwardToTopic",
            entityNames("topic"),
            DefaultValue.none("none"),
            "Topic to which arriving messages are forwarded");

    /** Idle time (IDLE-01). */
    public static final QueueOption<Duration> AUTO_DELETE_ON_IDLE = queueAndTopicOption(
            "autoDeleteOnIdle",
            durations(Duration.ofMinutes(5), null),
            DefaultValue.none("never"),
            "Time without use after which the entity is deleted with its messages");

    /** Late settlement policy (VIS-08). */
    public static final QueueOption<LateSettlement> LATE_SETTLEMENT = option(
            "lateSettlement",
            constants(LateSettlement.class),
            DefaultValue.of(LateSettlement.REJECT),
            "Result of a completion after the lock has expired");

    /** In-flight limit (VIS-06, VIS-12). */
    public static final QueueOption<Integer> MAX_IN_FLIGHT = option(
            "maxInFlight",
            integers(1),
            DefaultValue.dependingOnGroups(20_000, 120_000),
            "Highest number of messages that may be in flight at the same time on all nodes");

    /** Group expiry (TTL-18). */
    public static final QueueOption<GroupExpiry> GROUP_EXPIRY = option(
            "groupExpiry",
            constants(GroupExpiry.class),
            DefaultValue.dependingOnGroups(GroupExpiry.GROUP, GroupExpiry.MESSAGE),
            "Messages that expire with a message of a group:"
                    + " all messages sent to the group before the expiry, or only this message");

    /** Entity status (STA-01). */
    public static final QueueOption<EntityStatus> STATUS = queueAndTopicOption(
            "status",
            constants(EntityStatus.class),
            DefaultValue.of(EntityStatus.ACTIVE),
            "Permission for applications to send and receive");

    /** Deletion protection (STA-03). */
    public static final QueueOption<Boolean> DELETION_PROTECTED = queueAndTopicOption(
            "deletionProtected",
            booleans(),
            DefaultValue.of(false),
            "Prevents deletion, also by force and after idle time");

    /** Last-value key (LVQ-01). Cannot be combined with {@link #GROUPS_REQUIRED}. */
    public static final QueueOption<String> LAST_VALUE_KEY = option(
            "lastValueKey",
            entityNames("property"),
            DefaultValue.none("none"),
            "Property by which only the newest available message for each value is kept");

    /** Group assignment (GRP-06). */
    public static final QueueOption<GroupAssignment> GROUP_ASSIGNMENT = option(
            "groupAssignment",
            constants(GroupAssignment.class),
            DefaultValue.of(GroupAssignment.PER_MESSAGE),
            "Time for which a group stays with the consumer that received a message of it");

    /** Text of the administrator (STA-04). */
    public static final QueueOption<String> USER_METADATA = queueAndTopicOption(
            "userMetadata",
            texts(1_024),
            DefaultValue.none("none"),
            "Text of the administrator, such as the owner of the queue, which Restante only stores and shows");

    private final int index;
    private final String name;
    private final ValueRange<T> range;
    private final DefaultValue<T> byDefault;
    private final boolean appliesToTopics;
    private final String summary;

    private QueueOption(
            String name, ValueRange<T> range, DefaultValue<T> byDefault, boolean appliesToTopics, String summary) {
        this.index = TABLE.size();
        this.name = name;
        this.range = range;
        this.byDefault = byDefault;
        this.appliesToTopics = appliesToTopics;
        this.summary = summary;
    }

    private static <T> QueueOption<T> option(
            String name, ValueRange<T> range, DefaultValue<T> byDefault, String summary) {
        return added(new QueueOption<>(name, range, byDefault, false, summary));
    }

    private static <T> QueueOption<T> queueAndTopicOption(
            String name, ValueRange<T> range, DefaultValue<T> byDefault, String summary) {
        return added(new QueueOption<>(name, range, byDefault, true, summary));
    }

    private static <T> QueueOption<T> added(QueueOption<T> option) {
        TABLE.add(option);
        return option;
    }

    /** Returns all options of queues and subscriptions, each after the options that it depends on. */
    public static List<QueueOption<?>> all() {
        return Collections.unmodifiableList(TABLE);
    }

    /** Returns the options that also apply to topics, in the order of {@link #all()}. */
    public static List<QueueOption<?>> topicOptions() {
        return TABLE.stream().filter(option -> option.appliesToTopics).collect(Collectors.toUnmodifiableList());
    }

    /** Returns the index of the option in {@link #all()}. */
    public int index() {
        return index;
    }

    /** Returns the name, such as {@code lockDuration} or {@code redeliveryBackOff.initial}. */
    public String name() {
        return name;
    }

    /**
     * Returns the part of the name before the dot: the name of the group, or the whole name of an option without a
     * group.
     */
    public String prefix() {
        return name.split("\\.")[0];
    }

    /** Returns the type of the values. */
    public Class<T> type() {
        return range.type();
    }

    /** Returns a short description of the effect, as the beginning of a sentence. */
    public String summary() {
        return summary;
    }

    /**
     * Returns the range of the values for display, such as {@code 0s to 12h}; empty if the type describes it
     * completely.
     */
    public String rangeText() {
        return range.description();
    }

    /** Returns the texts of all values of a boolean or enumeration option; empty for other types. */
    public List<String> choices() {
        T[] constants = type().getEnumConstants();
        return type() == Boolean.class
                ? List.of("true", "false")
                : constants == null
                        ? List.of()
                        : Stream.of(constants).map(range.textFormat().format()).toList();
    }

    /** Returns the effect, the range and the default of the option in a sentence. */
    public String description() {
        return summary + " (" + (rangeText().isEmpty() ? "" : rangeText() + "; ") + "default " + defaultText() + ")";
    }

    /** Returns whether the option may have no value (null). */
    public boolean nullable() {
        return byDefault.value() == null;
    }

    /** Returns the default for display; for a nullable option the meaning of null. */
    public String defaultText() {
        return byDefault.toText(range.displayFormat());
    }

    /** Returns the value of an entity for which the option was never set; null for a nullable option. */
    public @Nullable T defaultValue() {
        return byDefault.value();
    }

    /**
     * Returns the value that takes effect for null.
     *
     * @param groupsRequired true if the queue requires groups
     * @return null if null has no effective value
     */
    public @Nullable T effectiveDefault(boolean groupsRequired) {
        return groupsRequired ? byDefault.withGroupsRequired() : byDefault.withoutGroups();
    }

    /**
     * Returns the value if the option can have it.
     *
     * @throws IllegalArgumentException if the value is out of range; the message begins with the name of the option
     * @throws NullPointerException if the value is null and the option is not {@link #nullable()}
     * @throws ClassCastException if the value has another type
     */
    public @Nullable T validate(@Nullable Object value) {
        if (value == null && nullable()) {
            return null;
        }
        T checked = type().cast(requireNonNull(value, name));
        String refusal = range.violation().apply(checked);
        if (refusal != null) {
            throw new IllegalArgumentException(name + " " + shortened(checked) + " " + refusal
                    + (nullable() ? ". Leave it out for the default: " + defaultText() : ""));
        }
        return checked;
    }

    private static String shortened(Object value) {
        String text = value.toString();
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }

    /**
     * Returns the value of a text; null for an empty text if the option is nullable.
     *
     * @throws IllegalArgumentException if the text is not a valid value; the message begins with the name of the option
     */
    public @Nullable T parse(String text) {
        if (text.isEmpty() && nullable()) {
            return null;
        }
        T value;
        try {
            value = range.textFormat().parse().apply(text);
        } catch (IllegalArgumentException refused) {
            throw new IllegalArgumentException(name + " " + refused.getMessage(), refused);
        }
        return validate(value);
    }

    /** Returns the text of a value, in the form that {@link #parse} reads. */
    public String format(@Nullable T value) {
        return value == null ? "" : range.textFormat().format().apply(value);
    }

    /** Returns the default in the form that {@link #parse} reads. */
    public String defaultAsText() {
        return format(defaultValue());
    }

    /** Returns the name. */
    @Override
    public String toString() {
        return name;
    }
}
