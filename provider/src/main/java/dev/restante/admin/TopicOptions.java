package dev.restante.admin;

import dev.restante.model.EntityOptions;
import dev.restante.option.DuplicateIdSource;
import dev.restante.option.EntityStatus;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The options of a topic. Immutable: each {@code with} method makes a changed copy, and throws
 * {@link IllegalArgumentException} for a value out of range.
 */
public final class TopicOptions {

    private static final TopicOptions DEFAULTS = new TopicOptions(EntityOptions.DEFAULT);

    private final EntityOptions options;

    private TopicOptions(EntityOptions options) {
        this.options = options;
    }

    /**
     * Options of a topic.
     *
     * @throws IllegalArgumentException for a value out of its range
     */
    public TopicOptions(
            @Nullable Duration defaultTimeToLive,
            @Nullable Duration duplicateDetectionWindow,
            @Nullable Duration autoDeleteOnIdle) {
        this(EntityOptions.DEFAULT
                .with(QueueOption.DEFAULT_TIME_TO_LIVE, defaultTimeToLive)
                .with(QueueOption.DUPLICATE_DETECTION_WINDOW, duplicateDetectionWindow)
                .with(QueueOption.AUTO_DELETE_ON_IDLE, autoDeleteOnIdle));
    }

    /** Options of a topic with a default time to live, else the defaults. */
    public TopicOptions(@Nullable Duration defaultTimeToLive) {
        this(defaultTimeToLive, null, null);
    }

    /** What a topic has that nobody configured. */
    public static TopicOptions defaults() {
        return DEFAULTS;
    }

    static TopicOptions of(EntityOptions options) {
        return new TopicOptions(options);
    }

    EntityOptions entityOptions() {
        return options;
    }

    /** The value of an option that topics have, as its own method has it. */
    public <T> @Nullable T get(QueueOption<T> option) {
        return options.get(option);
    }

    /**
     * A copy with other values, by the names of {@link QueueOption#ofTopics()} and as texts, as
     * {@link QueueOptions#configured} does it.
     *
     * @throws IllegalArgumentException for a name or value that there is not
     */
    public TopicOptions configured(Map<String, String> texts) {
        return of(options.configured(texts, QueueOption.ofTopics()));
    }

    /**
     * The time to live of messages without one of their own, and the cap of those with one, in every subscription whose
     * own default is not less (TTL-13): 1 ms or more, or null, the default, for none.
     */
    public @Nullable Duration defaultTimeToLive() {
        return options.defaultTimeToLive();
    }

    /** See {@link #defaultTimeToLive()}. */
    public TopicOptions withDefaultTimeToLive(@Nullable Duration value) {
        return of(options.with(QueueOption.DEFAULT_TIME_TO_LIVE, value));
    }

    /**
     * How long the duplicate ids of messages are remembered, as in {@link QueueOptions#duplicateDetectionWindow()}: 20
     * s to 7 d, or null, the default, for no duplicate detection (SND-06).
     */
    public @Nullable Duration duplicateDetectionWindow() {
        return options.duplicateDetectionWindow();
    }

    /** See {@link #duplicateDetectionWindow()}. */
    public TopicOptions withDuplicateDetectionWindow(@Nullable Duration value) {
        return of(options.with(QueueOption.DUPLICATE_DETECTION_WINDOW, value));
    }

    /** Where the id of a duplicate comes from, as in {@link QueueOptions#duplicateIdFrom()} (SND-07). */
    public DuplicateIdSource duplicateIdFrom() {
        return options.duplicateIdFrom();
    }

    /** See {@link #duplicateIdFrom()}. */
    public TopicOptions withDuplicateIdFrom(DuplicateIdSource value) {
        return of(options.with(QueueOption.DUPLICATE_ID_FROM, value));
    }

    /**
     * After how long without use the topic is deleted with its subscriptions: 5 min or more, or null, the default, for
     * never. It is used by sends, by alterations, by whatever is done with its subscriptions, and as long as it has
     * scheduled messages (IDLE-01, IDLE-03).
     */
    public @Nullable Duration autoDeleteOnIdle() {
        return options.autoDeleteOnIdle();
    }

    /** See {@link #autoDeleteOnIdle()}. */
    public TopicOptions withAutoDeleteOnIdle(@Nullable Duration value) {
        return of(options.with(QueueOption.AUTO_DELETE_ON_IDLE, value));
    }

    /**
     * Whether applications may send to it, and receive from its subscriptions; default {@link EntityStatus#ACTIVE}
     * (STA-01).
     */
    public EntityStatus status() {
        return options.status();
    }

    /** See {@link #status()}. */
    public TopicOptions withStatus(EntityStatus value) {
        return of(options.with(QueueOption.STATUS, value));
    }

    /**
     * Whether it can't be deleted until the protection is taken off, by nobody: by force, by applications and by its
     * idle time either; default false (STA-03). Only what lasts can have it.
     */
    public boolean deletionProtected() {
        return options.deletionProtected();
    }

    /** See {@link #deletionProtected()}. */
    public TopicOptions withDeletionProtected(boolean value) {
        return of(options.with(QueueOption.DELETION_PROTECTED, value));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TopicOptions that && options.equals(that.options);
    }

    @Override
    public int hashCode() {
        return options.hashCode();
    }

    @Override
    public String toString() {
        return QueueOption.ofTopics().stream()
                .map(option -> option.name() + "=" + options.get(option))
                .collect(Collectors.joining(", ", "TopicOptions[", "]"));
    }
}
