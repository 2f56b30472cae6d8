package dev.restante.admin;

import org.jspecify.annotations.Nullable;

/**
 * The options of a redrive: which dead letters go back, where to, and how fast (BEY-03).
 *
 * @param filter which dead letters; where it names no states, all that are not locked
 * @param target the name of the queue where they go; null for where each of them came from
 * @param maximum at most so many, 1 or more
 * @param perSecond at most so many messages a second, above 0; 0 for as fast as it goes
 */
public record RedriveOptions(MessageFilter filter, @Nullable String target, long maximum, double perSecond) {

    /**
     * Options.
     *
     * @throws IllegalArgumentException for a maximum of less than 1, or a rate that is negative or not finite
     */
    public RedriveOptions {
        if (maximum < 1) {
            throw new IllegalArgumentException("a maximum of " + maximum + " messages is less than 1");
        }
        if (!(perSecond >= 0 && perSecond < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("a rate of " + perSecond
                    + " messages a second is not within 0 (as fast as possible) and " + Double.MAX_VALUE);
        }
    }

    /** Everything, to where it came from, as fast as it goes. */
    public static RedriveOptions all() {
        return new RedriveOptions(MessageFilter.all(), null, Long.MAX_VALUE, 0);
    }

    /** See {@link #filter()}. */
    public RedriveOptions withFilter(MessageFilter value) {
        return new RedriveOptions(value, target, maximum, perSecond);
    }

    /** See {@link #target()}. */
    public RedriveOptions withTarget(@Nullable String value) {
        return new RedriveOptions(filter, value, maximum, perSecond);
    }

    /** See {@link #maximum()}. */
    public RedriveOptions withMaximum(long value) {
        return new RedriveOptions(filter, target, value, perSecond);
    }

    /** See {@link #perSecond()}. */
    public RedriveOptions withPerSecond(double value) {
        return new RedriveOptions(filter, target, maximum, value);
    }
}
