package dev.restante.admin;

import dev.restante.model.EntityOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The options of a topic.
 *
 * @param defaultTimeToLive the time to live of messages without one of their own, and the cap of those with one, in every subscription whose own default is not less (TTL-13); null, the
 *     default, for none
 */
public record TopicOptions(@Nullable Duration defaultTimeToLive) {

    /**
     * Options of a topic.
     *
     * @throws IllegalArgumentException for a time to live of less than a millisecond
     */
    public TopicOptions {
        if (defaultTimeToLive != null && defaultTimeToLive.compareTo(Duration.ofMillis(1)) < 0) {
            throw new IllegalArgumentException(
                    "defaultTimeToLive " + defaultTimeToLive + " is less than a millisecond; leave it out for none");
        }
    }

    /** What a topic has that nobody configured. */
    public static TopicOptions defaults() {
        return new TopicOptions(null);
    }

    static TopicOptions of(EntityOptions options) {
        return new TopicOptions(options.defaultTimeToLive());
    }

    EntityOptions entityOptions() {
        return EntityOptions.builder().defaultTimeToLive(defaultTimeToLive).build();
    }
}
