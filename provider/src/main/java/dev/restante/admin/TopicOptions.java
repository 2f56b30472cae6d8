package dev.restante.admin;

import dev.restante.model.EntityOptions;
import dev.restante.option.DuplicateIdSource;
import dev.restante.option.EntityStatus;
import dev.restante.option.OptionOrigin;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Values of all options of a topic, such as the default time to live and the duplicate detection window. Immutable:
 * each {@code with} method returns a changed copy, and throws {@link IllegalArgumentException} if the value is out of
 * range.
 */
public final class TopicOptions {

    private static final TopicOptions DEFAULTS = new TopicOptions(EntityOptions.DEFAULT);

    private final EntityOptions options;

    private TopicOptions(EntityOptions options) {
        this.options = options;
    }

    /**
     * Creates options with these values and otherwise defaults.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    public TopicOptions(
            @Nullable Duration defaultTimeToLive,
            @Nullable Duration duplicateDetectionWindow,
            @Nullable Duration autoDeleteOnIdle) {
        this(withValue(
                withValue(
                        withValue(EntityOptions.DEFAULT, QueueOption.DEFAULT_TIME_TO_LIVE, defaultTimeToLive),
                        QueueOption.DUPLICATE_DETECTION_WINDOW,
                        duplicateDetectionWindow),
                QueueOption.AUTO_DELETE_ON_IDLE,
                autoDeleteOnIdle));
    }

    private static <T> EntityOptions withValue(EntityOptions options, QueueOption<T> option, @Nullable T value) {
        return value == null ? options : options.with(option, value);
    }

    /** Creates options with a default time to live and otherwise defaults. */
    public TopicOptions(@Nullable Duration defaultTimeToLive) {
        this(defaultTimeToLive, null, null);
    }

    /** Returns the options of a topic without own values. */
    public static TopicOptions defaults() {
        return DEFAULTS;
    }

    static TopicOptions of(EntityOptions options) {
        return new TopicOptions(options);
    }

    EntityOptions entityOptions() {
        return options;
    }

    /** Returns the value of a topic option, like the method of this option. */
    public <T> @Nullable T get(QueueOption<T> option) {
        return options.effectiveValue(option);
    }

    /** Returns the place from which the value of an option comes (POL-04). */
    public OptionOrigin origin(QueueOption<?> option) {
        return options.origin(option);
    }

    /** Removes the own values of options, so that policies or the defaults decide. */
    public TopicOptions without(QueueOption<?>... withoutOwnValue) {
        return of(options.without(List.of(withoutOwnValue)));
    }

    /**
     * Sets several values given by the names of {@link QueueOption#topicOptions()} and text, like
     * {@link QueueOptions#withTexts}.
     *
     * @throws IllegalArgumentException if a name or value is invalid
     */
    public TopicOptions withTexts(Map<String, String> texts) {
        return of(options.withTexts(texts, Set.of(), QueueOption.topicOptions()));
    }

    /**
     * Returns the default and maximum time to live for subscriptions that do not have a shorter default (TTL-13): 1 ms
     * or more, or null (the default) for no limit.
     */
    public @Nullable Duration defaultTimeToLive() {
        return options.defaultTimeToLive();
    }

    /** Sets {@link #defaultTimeToLive()}. */
    public TopicOptions withDefaultTimeToLive(@Nullable Duration value) {
        return of(options.with(QueueOption.DEFAULT_TIME_TO_LIVE, value));
    }

    /**
     * Returns the detection window of duplicate detection, as in {@link QueueOptions#duplicateDetectionWindow()}: 20 s
     * to 7 d, or null (the default) for no duplicate detection (SND-06).
     */
    public @Nullable Duration duplicateDetectionWindow() {
        return options.duplicateDetectionWindow();
    }

    /** Sets {@link #duplicateDetectionWindow()}. */
    public TopicOptions withDuplicateDetectionWindow(@Nullable Duration value) {
        return of(options.with(QueueOption.DUPLICATE_DETECTION_WINDOW, value));
    }

    /** Returns the source of duplicate ids, as in {@link QueueOptions#duplicateIdSource()} (SND-07). */
    public DuplicateIdSource duplicateIdSource() {
        return options.duplicateIdSource();
    }

    /** Sets {@link #duplicateIdSource()}. */
    public TopicOptions withDuplicateIdSource(DuplicateIdSource value) {
        return of(options.with(QueueOption.DUPLICATE_ID_SOURCE, value));
    }

    /**
     * Returns the time without use after which the topic and its subscriptions are deleted: 5 min or more, or null (the
     * default) for never. Sends, alterations, any use of its subscriptions and scheduled messages count as use
     * (IDLE-01, IDLE-03).
     */
    public @Nullable Duration autoDeleteOnIdle() {
        return options.autoDeleteOnIdle();
    }

    /** Sets {@link #autoDeleteOnIdle()}. */
    public TopicOptions withAutoDeleteOnIdle(@Nullable Duration value) {
        return of(options.with(QueueOption.AUTO_DELETE_ON_IDLE, value));
    }

    /**
     * Returns whether applications may send to the topic and receive from its subscriptions; default
     * {@link EntityStatus#ACTIVE} (STA-01).
     */
    public EntityStatus status() {
        return options.status();
    }

    /** Sets {@link #status()}. */
    public TopicOptions withStatus(EntityStatus value) {
        return of(options.with(QueueOption.STATUS, value));
    }

    /**
     * Returns whether deletion is rejected, including forced deletion, deletion by applications and deletion of idle
     * topics; default false (STA-03). Only permanent topics can be protected.
     */
    public boolean deletionProtected() {
        return options.deletionProtected();
    }

    /** Sets {@link #deletionProtected()}. */
    public TopicOptions withDeletionProtected(boolean value) {
        return of(options.with(QueueOption.DELETION_PROTECTED, value));
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
    public TopicOptions withUserMetadata(@Nullable String value) {
        return of(options.with(QueueOption.USER_METADATA, value));
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
        return QueueOption.topicOptions().stream()
                .map(option -> option.name() + "=" + options.effectiveValue(option))
                .collect(Collectors.joining(", ", "TopicOptions[", "]"));
    }
}
