package dev.restante.admin;

import dev.restante.model.EntityOptions;
import dev.restante.model.RedeliveryBackOff;
import dev.restante.option.DuplicateIdSource;
import dev.restante.option.EntityStatus;
import dev.restante.option.GroupAssignment;
import dev.restante.option.GroupExpiry;
import dev.restante.option.LateSettlement;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The options of a queue. Immutable: each {@code with} method makes a changed copy, and throws
 * {@link IllegalArgumentException} for a value out of range.
 */
public final class QueueOptions {

    private static final QueueOptions DEFAULTS = new QueueOptions(EntityOptions.DEFAULT);

    private final EntityOptions options;

    private QueueOptions(EntityOptions options) {
        this.options = options;
    }

    /** What a queue has that nobody configured. */
    public static QueueOptions defaults() {
        return DEFAULTS;
    }

    static QueueOptions of(EntityOptions options) {
        return new QueueOptions(options);
    }

    EntityOptions entityOptions() {
        return options;
    }

    /**
     * The value of an option, as its own method has it.
     *
     * @return null only where there is neither a value nor one that stands in for it
     */
    public <T> @Nullable T get(QueueOption<T> option) {
        return options.get(option);
    }

    /** A copy with another value, null for the default of an option that can be null; as its own method does it. */
    public <T> QueueOptions with(QueueOption<T> option, @Nullable T value) {
        return of(options.with(option, value));
    }

    /**
     * A copy with other values, by the {@linkplain QueueOption#name() names} of the options and as texts. Only the
     * outcome has to fit together.
     *
     * @param texts as {@link QueueOption#parse} reads them
     * @throws IllegalArgumentException for a name or value that there is not, or that does not go with the others
     */
    public QueueOptions configured(Map<String, String> texts) {
        return of(options.configured(texts, QueueOption.all()));
    }

    /**
     * How long a receiver holds a message under peek-lock: 0 s to 12 h, default 30 s. With 0 s messages stay visible,
     * their deliveries do not count, and sessions that acknowledge automatically or are transacted can't receive
     * (VIS-01).
     */
    public Duration lockDuration() {
        return options.lockDuration();
    }

    /** See {@link #lockDuration()}. */
    public QueueOptions withLockDuration(Duration value) {
        return with(QueueOption.LOCK_DURATION, value);
    }

    /**
     * After how many deliveries a message is dead-lettered: 1 or more, default 10 (RCV-07). Dead-letter queues have no
     * limit.
     */
    public int maxDeliveryCount() {
        return options.maxDeliveryCount();
    }

    /** See {@link #maxDeliveryCount()}. */
    public QueueOptions withMaxDeliveryCount(int value) {
        return with(QueueOption.MAX_DELIVERY_COUNT, value);
    }

    /**
     * The time to live of messages without one of their own, and the most that one can ask for: 1 ms or more, or null
     * (the default) for none (TTL-09).
     */
    public @Nullable Duration defaultTimeToLive() {
        return options.defaultTimeToLive();
    }

    /** See {@link #defaultTimeToLive()}. */
    public QueueOptions withDefaultTimeToLive(@Nullable Duration value) {
        return with(QueueOption.DEFAULT_TIME_TO_LIVE, value);
    }

    /** Whether expired messages move to the dead-letter queue instead of being dropped; default false (TTL-14). */
    public boolean deadLetterOnExpiry() {
        return options.deadLetterOnExpiry();
    }

    /** See {@link #deadLetterOnExpiry()}. */
    public QueueOptions withDeadLetterOnExpiry(boolean value) {
        return with(QueueOption.DEAD_LETTER_ON_EXPIRY, value);
    }

    /** Whether expired messages leave only while a receiver is open; default false: on time (TTL-02). */
    public boolean expiryOnlyWhenActive() {
        return options.expiryOnlyWhenActive();
    }

    /** See {@link #expiryOnlyWhenActive()}. */
    public QueueOptions withExpiryOnlyWhenActive(boolean value) {
        return with(QueueOption.EXPIRY_ONLY_WHEN_ACTIVE, value);
    }

    /**
     * How long the duplicate ids of messages are remembered: a message whose id came within this time is accepted and
     * dropped. 20 s to 7 d, or null (the default) for no duplicate detection. Messages without an id are never
     * duplicates (SND-06).
     */
    public @Nullable Duration duplicateDetectionWindow() {
        return options.duplicateDetectionWindow();
    }

    /** See {@link #duplicateDetectionWindow()}. */
    public QueueOptions withDuplicateDetectionWindow(@Nullable Duration value) {
        return with(QueueOption.DUPLICATE_DETECTION_WINDOW, value);
    }

    /**
     * Where the id comes from by which duplicates are told apart (SND-07). By default the string property
     * {@code JMS_Restante_DuplicateId}, else {@code _AMQ_DUPL_ID}, else {@code JMS_SQS_DeduplicationId}. Values of
     * another type, and those that are long, are compared by their texts and by a digest; of a body and properties a
     * digest is compared.
     */
    public DuplicateIdSource duplicateIdFrom() {
        return options.duplicateIdFrom();
    }

    /** See {@link #duplicateIdFrom()}. */
    public QueueOptions withDuplicateIdFrom(DuplicateIdSource value) {
        return with(QueueOption.DUPLICATE_ID_FROM, value);
    }

    /**
     * The name of the queue that gets this queue's dead letters instead of its own dead-letter queue; null (the
     * default) for its own. It must exist when the options are given to a queue, and must not lead back to it (FWD-02).
     */
    public @Nullable String deadLetterTo() {
        return options.deadLetterTo();
    }

    /** See {@link #deadLetterTo()}. */
    public QueueOptions withDeadLetterTo(@Nullable String value) {
        return with(QueueOption.DEAD_LETTER_TO, value);
    }

    /**
     * The name of the queue that gets those dead letters of this queue that have expired; null (the default) for where
     * the others go. It must exist when the options are given to a queue, and must not lead back to it. Needs
     * {@link #deadLetterOnExpiry()}, which is set before and taken back after it (FWD-03).
     */
    public @Nullable String expiredTo() {
        return options.expiredTo();
    }

    /**
     * See {@link #expiredTo()}.
     *
     * @throws IllegalArgumentException if there is one and {@link #deadLetterOnExpiry()} is false
     */
    public QueueOptions withExpiredTo(@Nullable String value) {
        return with(QueueOption.EXPIRED_TO, value);
    }

    /**
     * Whether a message without {@code JMSXGroupID} is refused (GRP-01), or becomes a dead letter of a subscription
     * (GRP-05); default false: groups are honoured where given, and messages without one are independent of each other.
     */
    public boolean groupsRequired() {
        return options.groupsRequired();
    }

    /** See {@link #groupsRequired()}. */
    public QueueOptions withGroupsRequired(boolean value) {
        return with(QueueOption.GROUPS_REQUIRED, value);
    }

    /**
     * A wait before a released message is visible again (RCV-15): {@code initial * multiplier^(count - 1)}, where the
     * count is 1 after the first delivery, at most {@code maximum}, plus or minus up to {@code jitter} of itself. Kept
     * to the millisecond. Default none.
     *
     * @param initial zero (for none) or more
     * @param multiplier 1 or more
     * @param maximum not less than {@code initial}; applied before the jitter
     * @param jitter a fraction, 0 to 1
     * @throws IllegalArgumentException if a value is out of range
     */
    public QueueOptions withRedeliveryBackOff(Duration initial, double multiplier, Duration maximum, double jitter) {
        return of(options.with(new RedeliveryBackOff(initial, multiplier, maximum, jitter)));
    }

    /** The wait after the first delivery (RCV-15): zero (the default) for no back-off at all. */
    public Duration redeliveryBackOffInitial() {
        return options.redeliveryBackOff().initial();
    }

    /** By what the wait grows with each delivery: 1 or more, default 1. */
    public double redeliveryBackOffMultiplier() {
        return options.redeliveryBackOff().multiplier();
    }

    /** The longest wait before its jitter: not less than {@link #redeliveryBackOffInitial()}, default zero. */
    public Duration redeliveryBackOffMaximum() {
        return options.redeliveryBackOff().maximum();
    }

    /** The fraction of itself by which a wait varies at random: 0 (the default) to 1. */
    public double redeliveryBackOffJitter() {
        return options.redeliveryBackOff().jitter();
    }

    /**
     * The name of the queue that gets what arrives in this one, in the same transaction; null (the default) for none.
     * Nobody can receive from a queue that forwards. The target must exist when the options are given to a queue; the
     * way must not lead back, and have at most 4 such steps (FWD-01).
     */
    public @Nullable String forwardTo() {
        return options.get(QueueOption.FORWARD_TO);
    }

    /** See {@link #forwardTo()}; takes the place of a topic. */
    public QueueOptions withForwardTo(@Nullable String queue) {
        return with(QueueOption.FORWARD_TO, queue);
    }

    /**
     * The name of the topic that gets what arrives in this queue; null (the default) for none. Otherwise as
     * {@link #forwardTo()}.
     */
    public @Nullable String forwardToTopic() {
        return options.get(QueueOption.FORWARD_TO_TOPIC);
    }

    /** See {@link #forwardToTopic()}; takes the place of a queue. */
    public QueueOptions withForwardToTopic(@Nullable String topic) {
        return with(QueueOption.FORWARD_TO_TOPIC, topic);
    }

    /**
     * After how long without use the queue or subscription is deleted with all that it has: 5 min or more, or null (the
     * default) for never. A queue is used by sends, receives (an open consumer is use), browsing and alterations, and
     * as long as it has scheduled messages; a subscription by receives, browsing and alterations. What forwards is
     * never idle (IDLE-01 to IDLE-05).
     */
    public @Nullable Duration autoDeleteOnIdle() {
        return options.autoDeleteOnIdle();
    }

    /** See {@link #autoDeleteOnIdle()}. */
    public QueueOptions withAutoDeleteOnIdle(@Nullable Duration value) {
        return with(QueueOption.AUTO_DELETE_ON_IDLE, value);
    }

    /** What becomes of a {@code complete} that comes after the lock has run out; refused by default (VIS-08). */
    public LateSettlement lateSettlement() {
        return options.lateSettlement();
    }

    /** See {@link #lateSettlement()}. */
    public QueueOptions withLateSettlement(LateSettlement value) {
        return with(QueueOption.LATE_SETTLEMENT, value);
    }

    /**
     * How many messages applications may have in their hands at a time: 1 or more, default 120,000, or 20,000 where
     * groups are required (VIS-06). Counted is what is under a lock, in an unfinished transaction, or being
     * acknowledged; what is browsed, scheduled or deferred is not. In a shared store it is the quota of all nodes
     * together (VIS-12).
     */
    public int maxInFlight() {
        return options.maxInFlight();
    }

    /**
     * See {@link #maxInFlight()}.
     *
     * @param value null for the default
     */
    public QueueOptions withMaxInFlight(@Nullable Integer value) {
        return with(QueueOption.MAX_IN_FLIGHT, value);
    }

    /**
     * What goes with a message that has expired: its group by default where groups are required, else the message only
     * (TTL-18).
     */
    public GroupExpiry groupExpiry() {
        return options.groupExpiry();
    }

    /**
     * See {@link #groupExpiry()}.
     *
     * @param value null for the default
     */
    public QueueOptions withGroupExpiry(@Nullable GroupExpiry value) {
        return with(QueueOption.GROUP_EXPIRY, value);
    }

    /**
     * Whether applications may send to it and receive from it; default {@link EntityStatus#ACTIVE} (STA-01). Sends to a
     * subscription are those to its topic: it gets its copies whatever its own status is (STA-02).
     */
    public EntityStatus status() {
        return options.status();
    }

    /** See {@link #status()}. */
    public QueueOptions withStatus(EntityStatus value) {
        return with(QueueOption.STATUS, value);
    }

    /**
     * Whether it can't be deleted until the protection is taken off, by nobody: by force, by applications and by its
     * idle time either; default false (STA-03). Only what lasts can have it.
     */
    public boolean deletionProtected() {
        return options.deletionProtected();
    }

    /** See {@link #deletionProtected()}. */
    public QueueOptions withDeletionProtected(boolean value) {
        return with(QueueOption.DELETION_PROTECTED, value);
    }

    /**
     * The name of a property: of each of its values at most one message waits, because a later one replaces it
     * (LVQ-01). A message without the property is an ordinary one. Default null for none. Does not go with
     * {@link #groupsRequired()}.
     */
    public @Nullable String lastValueKey() {
        return options.lastValueKey();
    }

    /**
     * See {@link #lastValueKey()}.
     *
     * @throws IllegalArgumentException if there is one and {@link #groupsRequired()} is true
     */
    public QueueOptions withLastValueKey(@Nullable String value) {
        return with(QueueOption.LAST_VALUE_KEY, value);
    }

    /**
     * How long a message group stays with the consumer that has received something of it (GRP-06): as long as something
     * of it is not settled (default), or until the consumer is closed.
     */
    public GroupAssignment groupAssignment() {
        return options.groupAssignment();
    }

    /** See {@link #groupAssignment()}. */
    public QueueOptions withGroupAssignment(GroupAssignment value) {
        return with(QueueOption.GROUP_ASSIGNMENT, value);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof QueueOptions that && options.equals(that.options);
    }

    @Override
    public int hashCode() {
        return options.hashCode();
    }

    @Override
    public String toString() {
        return "QueueOptions" + options;
    }
}
