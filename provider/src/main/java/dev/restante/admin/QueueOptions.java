package dev.restante.admin;

import dev.restante.model.EntityOptions;
import dev.restante.model.RedeliveryBackOff;
import dev.restante.option.DuplicateIdSource;
import dev.restante.option.EntityStatus;
import dev.restante.option.GroupAssignment;
import dev.restante.option.GroupExpiry;
import dev.restante.option.LateSettlement;
import dev.restante.option.OptionOrigin;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Values of all options of a queue or subscription. Immutable: each {@code with} method returns a changed copy, and
 * throws {@link IllegalArgumentException} if the value is out of range.
 */
public final class QueueOptions {

    private static final QueueOptions DEFAULTS = new QueueOptions(EntityOptions.DEFAULT);

    private final EntityOptions options;

    private QueueOptions(EntityOptions options) {
        this.options = options;
    }

    /** Returns the options of a queue without own values. */
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
     * Returns the value of an option, like the method of this option.
     *
     * @return the own value, else the value of a policy, else the default; null if the option has none of them
     */
    public <T> @Nullable T get(QueueOption<T> option) {
        return options.effectiveValue(option);
    }

    /** Returns the place from which the value of an option comes (POL-04). */
    public OptionOrigin origin(QueueOption<?> option) {
        return options.origin(option);
    }

    /** Removes the own values of options, so that policies or the defaults decide. */
    public QueueOptions without(QueueOption<?>... withoutOwnValue) {
        return of(options.without(List.of(withoutOwnValue)));
    }

    /**
     * Sets the own value of an option, which goes before the values of policies (POL-02). Null sets a nullable option
     * to no value; {@link #without} removes the own value instead.
     */
    public <T> QueueOptions with(QueueOption<T> option, @Nullable T value) {
        return of(options.with(option, value));
    }

    /**
     * Sets several values given by {@linkplain QueueOption#name() option name} and text. Only the combined result must
     * be free of conflicts.
     *
     * @param texts the values in the format of {@link QueueOption#parse}
     * @throws IllegalArgumentException if a name or value is invalid, or values conflict
     */
    public QueueOptions withTexts(Map<String, String> texts) {
        return of(options.withTexts(texts, Set.of(), QueueOption.all()));
    }

    /**
     * Returns how long a consumer locks a message in peek-lock mode: 0 s to 12 h, default 30 s. With 0 s, messages stay
     * available and their deliveries are not counted. Sessions that are transacted or acknowledge automatically then
     * cannot receive (VIS-01).
     */
    public Duration lockDuration() {
        return options.lockDuration();
    }

    /** Sets {@link #lockDuration()}. */
    public QueueOptions withLockDuration(Duration value) {
        return with(QueueOption.LOCK_DURATION, value);
    }

    /**
     * Returns the number of deliveries after which a message is dead-lettered: 1 or more, default 10 (RCV-07).
     * Dead-letter queues have no limit.
     */
    public int maxDeliveryCount() {
        return options.maxDeliveryCount();
    }

    /** Sets {@link #maxDeliveryCount()}. */
    public QueueOptions withMaxDeliveryCount(int value) {
        return with(QueueOption.MAX_DELIVERY_COUNT, value);
    }

    /**
     * Returns the default time to live, which is also the maximum: 1 ms or more, or null (the default) for no limit
     * (TTL-09).
     */
    public @Nullable Duration defaultTimeToLive() {
        return options.defaultTimeToLive();
    }

    /** Sets {@link #defaultTimeToLive()}. */
    public QueueOptions withDefaultTimeToLive(@Nullable Duration value) {
        return with(QueueOption.DEFAULT_TIME_TO_LIVE, value);
    }

    /** Returns whether expired messages are dead-lettered instead of dropped; default false (TTL-14). */
    public boolean deadLetterOnExpiry() {
        return options.deadLetterOnExpiry();
    }

    /** Sets {@link #deadLetterOnExpiry()}. */
    public QueueOptions withDeadLetterOnExpiry(boolean value) {
        return with(QueueOption.DEAD_LETTER_ON_EXPIRY, value);
    }

    /** Returns whether expired messages are removed only while a consumer is open; default false (TTL-02). */
    public boolean expireOnlyWithConsumer() {
        return options.expireOnlyWithConsumer();
    }

    /** Sets {@link #expireOnlyWithConsumer()}. */
    public QueueOptions withExpireOnlyWithConsumer(boolean value) {
        return with(QueueOption.EXPIRE_ONLY_WITH_CONSUMER, value);
    }

    /**
     * Returns the detection window of duplicate detection: 20 s to 7 d, or null (the default) for no duplicate
     * detection. A message whose duplicate id was recorded within this time is accepted and dropped. Messages without a
     * duplicate id are never duplicates (SND-06).
     */
    public @Nullable Duration duplicateDetectionWindow() {
        return options.duplicateDetectionWindow();
    }

    /** Sets {@link #duplicateDetectionWindow()}. */
    public QueueOptions withDuplicateDetectionWindow(@Nullable Duration value) {
        return with(QueueOption.DUPLICATE_DETECTION_WINDOW, value);
    }

    /**
     * Returns the source of duplicate ids (SND-07). The default is the first string property of
     * {@code JMS_Restante_DuplicateId}, {@code _AMQ_DUPL_ID} and {@code JMS_SQS_DeduplicationId}. Values of other types
     * are compared as text, long values by a digest. Bodies and properties are also compared by a digest.
     */
    public DuplicateIdSource duplicateIdSource() {
        return options.duplicateIdSource();
    }

    /** Sets {@link #duplicateIdSource()}. */
    public QueueOptions withDuplicateIdSource(DuplicateIdSource value) {
        return with(QueueOption.DUPLICATE_ID_SOURCE, value);
    }

    /**
     * Returns the name of the queue that receives the dead letters, or null (the default) for the queue's own
     * dead-letter queue. The target must exist when the options are set, and must not lead back to this queue (FWD-02).
     */
    public @Nullable String deadLetterTo() {
        return options.deadLetterTo();
    }

    /** Sets {@link #deadLetterTo()}. */
    public QueueOptions withDeadLetterTo(@Nullable String value) {
        return with(QueueOption.DEAD_LETTER_TO, value);
    }

    /**
     * Returns the name of the queue that receives expired messages, or null (the default) for the target of other dead
     * letters. The target must exist when the options are set, and must not lead back to this queue. It requires
     * {@link #deadLetterOnExpiry()}: set that option first, and remove it last (FWD-03).
     */
    public @Nullable String expiredTo() {
        return options.expiredTo();
    }

    /**
     * Sets {@link #expiredTo()}.
     *
     * @throws IllegalArgumentException if the value is not null and {@link #deadLetterOnExpiry()} is false
     */
    public QueueOptions withExpiredTo(@Nullable String value) {
        return with(QueueOption.EXPIRED_TO, value);
    }

    /**
     * Returns whether messages must have a {@code JMSXGroupID}; default false. If true, sends of other messages are
     * rejected (GRP-01), and such messages for a subscription are dead-lettered (GRP-05). If false, messages without a
     * group are independent of each other.
     */
    public boolean groupsRequired() {
        return options.groupsRequired();
    }

    /** Sets {@link #groupsRequired()}. */
    public QueueOptions withGroupsRequired(boolean value) {
        return with(QueueOption.GROUPS_REQUIRED, value);
    }

    /**
     * Sets the redelivery back-off, with millisecond precision (RCV-15). A released message becomes available after
     * {@code initial * multiplier^(count - 1)}, limited to {@code maximum} and then varied by {@code jitter}. The count
     * is 1 after the first delivery.
     *
     * @param initial zero (no back-off) or more
     * @param multiplier 1 or more
     * @param maximum not less than {@code initial}
     * @param jitter the largest random fraction by which a delay varies, 0 to 1
     * @throws IllegalArgumentException if a value is out of range
     */
    public QueueOptions withRedeliveryBackOff(Duration initial, double multiplier, Duration maximum, double jitter) {
        return of(options.with(new RedeliveryBackOff(initial, multiplier, maximum, jitter)));
    }

    /** Returns the back-off after the first delivery (RCV-15), or zero (the default) for no back-off. */
    public Duration redeliveryBackOffInitial() {
        return options.redeliveryBackOff().initial();
    }

    /** Returns the factor by which the back-off grows with each delivery: 1 or more, default 1. */
    public double redeliveryBackOffMultiplier() {
        return options.redeliveryBackOff().multiplier();
    }

    /** Returns the longest back-off before jitter: not less than {@link #redeliveryBackOffInitial()}, default zero. */
    public Duration redeliveryBackOffMaximum() {
        return options.redeliveryBackOff().maximum();
    }

    /** Returns the largest random fraction by which a back-off varies: 0 (the default) to 1. */
    public double redeliveryBackOffJitter() {
        return options.redeliveryBackOff().jitter();
    }

    /**
     * Returns the name of the queue to which arriving messages are forwarded, or null (the default) for none.
     * Forwarding happens in the transaction of the send, and consumers cannot receive from a queue that forwards. The
     * target must exist when the options are set. A chain has at most 4 forwards and must not lead back (FWD-01).
     */
    public @Nullable String forwardTo() {
        return options.effectiveValue(QueueOption.FORWARD_TO);
    }

    /** Sets {@link #forwardTo()} and removes {@link #forwardToTopic()}. */
    public QueueOptions withForwardTo(@Nullable String queue) {
        return with(QueueOption.FORWARD_TO, queue);
    }

    /**
     * Returns the name of the topic to which arriving messages are forwarded, or null (the default) for none. The rules
     * of {@link #forwardTo()} apply.
     */
    public @Nullable String forwardToTopic() {
        return options.effectiveValue(QueueOption.FORWARD_TO_TOPIC);
    }

    /** Sets {@link #forwardToTopic()} and removes {@link #forwardTo()}. */
    public QueueOptions withForwardToTopic(@Nullable String topic) {
        return with(QueueOption.FORWARD_TO_TOPIC, topic);
    }

    /**
     * Returns the time without use after which the entity and its messages are deleted: 5 min or more, or null (the
     * default) for never. Receives, open consumers, browsing and alterations count as use. For a queue, sends and
     * scheduled messages count as use, too. An entity that forwards is never idle (IDLE-01 to IDLE-05).
     */
    public @Nullable Duration autoDeleteOnIdle() {
        return options.autoDeleteOnIdle();
    }

    /** Sets {@link #autoDeleteOnIdle()}. */
    public QueueOptions withAutoDeleteOnIdle(@Nullable Duration value) {
        return with(QueueOption.AUTO_DELETE_ON_IDLE, value);
    }

    /** Returns the result of a {@code complete} after the lock expired; by default rejection (VIS-08). */
    public LateSettlement lateSettlement() {
        return options.lateSettlement();
    }

    /** Sets {@link #lateSettlement()}. */
    public QueueOptions withLateSettlement(LateSettlement value) {
        return with(QueueOption.LATE_SETTLEMENT, value);
    }

    /**
     * Returns the in-flight limit of all nodes together (VIS-12): 1 or more, default 120,000, or 20,000 if groups are
     * required (VIS-06). Locked messages, messages of open transactions and messages with pending acknowledgements
     * count. Browsed, scheduled and deferred messages do not count.
     */
    public int maxInFlight() {
        return options.maxInFlight();
    }

    /**
     * Sets {@link #maxInFlight()}.
     *
     * @param value null for the default
     */
    public QueueOptions withMaxInFlight(@Nullable Integer value) {
        return with(QueueOption.MAX_IN_FLIGHT, value);
    }

    /**
     * Returns whether earlier messages of a group expire together with an expired message: yes by default if groups are
     * required, otherwise no (TTL-18).
     */
    public GroupExpiry groupExpiry() {
        return options.groupExpiry();
    }

    /**
     * Sets {@link #groupExpiry()}.
     *
     * @param value null for the default
     */
    public QueueOptions withGroupExpiry(@Nullable GroupExpiry value) {
        return with(QueueOption.GROUP_EXPIRY, value);
    }

    /**
     * Returns whether applications may send and receive; default {@link EntityStatus#ACTIVE} (STA-01). A subscription
     * gets message copies from its topic in every status (STA-02).
     */
    public EntityStatus status() {
        return options.status();
    }

    /** Sets {@link #status()}. */
    public QueueOptions withStatus(EntityStatus value) {
        return with(QueueOption.STATUS, value);
    }

    /**
     * Returns whether deletion is rejected, including forced deletion, deletion by applications and deletion of idle
     * entities; default false (STA-03). Only permanent entities can be protected.
     */
    public boolean deletionProtected() {
        return options.deletionProtected();
    }

    /** Sets {@link #deletionProtected()}. */
    public QueueOptions withDeletionProtected(boolean value) {
        return with(QueueOption.DELETION_PROTECTED, value);
    }

    /**
     * Returns the last-value key, a message property, or null (the default) for none. For each value of the property,
     * at most one message is available, because a newer message replaces it (LVQ-01). Messages without the property are
     * never replaced. Conflicts with {@link #groupsRequired()}.
     */
    public @Nullable String lastValueKey() {
        return options.lastValueKey();
    }

    /**
     * Sets {@link #lastValueKey()}.
     *
     * @throws IllegalArgumentException if the value is not null and {@link #groupsRequired()} is true
     */
    public QueueOptions withLastValueKey(@Nullable String value) {
        return with(QueueOption.LAST_VALUE_KEY, value);
    }

    /**
     * Returns how long a group stays with a consumer that received a message of it (GRP-06): until all received
     * messages are settled (default) or the consumer closes.
     */
    public GroupAssignment groupAssignment() {
        return options.groupAssignment();
    }

    /** Sets {@link #groupAssignment()}. */
    public QueueOptions withGroupAssignment(GroupAssignment value) {
        return with(QueueOption.GROUP_ASSIGNMENT, value);
    }

    /**
     * Returns the text that an administrator has attached, such as the owner, or null (the default) for none. Restante
     * only stores and shows it (STA-04).
     */
    public @Nullable String userMetadata() {
        return options.userMetadata();
    }

    /**
     * Sets {@link #userMetadata()}.
     *
     * @throws IllegalArgumentException if the text has more than 1,024 characters, or contains a control character or
     *     an unpaired surrogate
     */
    public QueueOptions withUserMetadata(@Nullable String value) {
        return with(QueueOption.USER_METADATA, value);
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
