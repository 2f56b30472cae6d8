package dev.restante.admin;

import dev.restante.model.EntityOptions;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The options of a topic. Each {@code with} method makes a changed copy.
 *
 * @param defaultTimeToLive the time to live of messages without one of their own, and the cap of those with one, in every subscription whose own default is not less (TTL-13): 1 ms or more, or
 *     null, the default, for none
 * @param duplicateDetectionWindow how long the duplicate ids of messages are remembered, as in {@link QueueOptions#duplicateDetectionWindow()}: 20 s to 7 d, or null, the default, for no
 *     duplicate detection (SND-06)
 * @param autoDeleteOnIdle after how long without use the topic is deleted with its subscriptions: 5 min or more, or null, the default, for never. It is used by sends, by alterations, by
 *     whatever is done with its subscriptions, and as long as it has scheduled messages (IDLE-01, IDLE-03)
 */
public record TopicOptions(
        @Nullable Duration defaultTimeToLive,
        @Nullable Duration duplicateDetectionWindow,
        @Nullable Duration autoDeleteOnIdle) {

    /**
     * Options of a topic.
     *
     * @throws IllegalArgumentException for a value out of its range
     */
    public TopicOptions {
        // Which has the ranges.
        Objects.requireNonNull(EntityOptions.builder()
                .defaultTimeToLive(defaultTimeToLive)
                .duplicateDetectionWindow(duplicateDetectionWindow)
                .autoDeleteOnIdle(autoDeleteOnIdle)
                .build());
    }

    /** Options of a topic with a default time to live, else the defaults. */
    public TopicOptions(@Nullable Duration defaultTimeToLive) {
        this(defaultTimeToLive, null, null);
    }

    /** What a topic has that nobody configured. */
    public static TopicOptions defaults() {
        return new TopicOptions(null, null, null);
    }

    /** See {@link #defaultTimeToLive()}. */
    public TopicOptions withDefaultTimeToLive(@Nullable Duration value) {
        return new TopicOptions(value, duplicateDetectionWindow, autoDeleteOnIdle);
    }

    /** See {@link #duplicateDetectionWindow()}. */
    public TopicOptions withDuplicateDetectionWindow(@Nullable Duration value) {
        return new TopicOptions(defaultTimeToLive, value, autoDeleteOnIdle);
    }

    /** See {@link #autoDeleteOnIdle()}. */
    public TopicOptions withAutoDeleteOnIdle(@Nullable Duration value) {
        return new TopicOptions(defaultTimeToLive, duplicateDetectionWindow, value);
    }

    static TopicOptions of(EntityOptions options) {
        return new TopicOptions(
                options.defaultTimeToLive(), options.duplicateDetectionWindow(), options.autoDeleteOnIdle());
    }

    EntityOptions entityOptions() {
        return EntityOptions.builder()
                .defaultTimeToLive(defaultTimeToLive)
                .duplicateDetectionWindow(duplicateDetectionWindow)
                .autoDeleteOnIdle(autoDeleteOnIdle)
                .build();
    }
}
