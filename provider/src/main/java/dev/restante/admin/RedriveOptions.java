package dev.restante.admin;

import org.jspecify.annotations.Nullable;

/**
 * Options of a redrive: message filter, target queue, maximum count and rate (BEY-03).
 *
 * @param filter a filter whose default states are all except {@link MessageState#LOCKED}
 * @param target the name of the target queue, or null for the source of each dead letter
 * @param maxMessages the highest number of messages, 1 or more
 * @param messagesPerSecond the highest rate in messages per second, or 0 for no limit
 */
public record RedriveOptions(
        MessageFilter filter, @Nullable String target, long maxMessages, double messagesPerSecond) {

    /**
     * Creates options.
     *
     * @throws IllegalArgumentException if the maximum is less than 1, or the rate is negative or not finite
     */
    public RedriveOptions {
        if (maxMessages < 1) {
            throw new IllegalArgumentException("The maximum of " + maxMessages + " messages must be 1 or more");
        }
        if (!(messagesPerSecond >= 0 && messagesPerSecond < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("The rate of " + messagesPerSecond
                    + " messages per second is not within 0 (no limit) to " + Double.MAX_VALUE);
        }
    }

    /** Returns options that move all messages to their sources without a rate limit. */
    public static RedriveOptions all() {
        return new RedriveOptions(MessageFilter.all(), null, Long.MAX_VALUE, 0);
    }

    /** Sets {@link #filter()}. */
    public RedriveOptions withFilter(MessageFilter value) {
        return new RedriveOptions(value, target, maxMessages, messagesPerSecond);
    }

    /** Sets {@link #target()}. */
    public RedriveOptions withTarget(@Nullable String value) {
        return new RedriveOptions(filter, value, maxMessages, messagesPerSecond);
    }

    /** Sets {@link #maxMessages()}. */
    public RedriveOptions withMaxMessages(long value) {
        return new RedriveOptions(filter, target, value, messagesPerSecond);
    }

    /** Sets {@link #messagesPerSecond()}. */
    public RedriveOptions withMessagesPerSecond(double value) {
        return new RedriveOptions(filter, target, maxMessages, value);
    }
}
