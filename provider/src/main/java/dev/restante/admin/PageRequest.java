package dev.restante.admin;

import org.jspecify.annotations.Nullable;

/**
 * Request for a page of messages.
 *
 * @param limit the highest number of messages, 1 to 1,000
 * @param after the value of {@link MessagePage#next()} of the previous page, or null for the first page
 * @param bodies true to include bodies; the page then ends after 32 MiB of them
 */
public record PageRequest(int limit, @Nullable String after, boolean bodies) {

    /** Maximum value of {@link #limit()}. */
    public static final int MAX_LIMIT = 1_000;

    /**
     * Creates a request.
     *
     * @throws IllegalArgumentException if the limit is out of range
     */
    public PageRequest {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("The limit of " + limit + " messages is not within 1 to " + MAX_LIMIT);
        }
    }

    /** Returns a request for the first page without bodies. */
    public static PageRequest first(int limit) {
        return new PageRequest(limit, null, false);
    }

    /** Sets {@link #bodies()} to true. */
    public PageRequest withBodies() {
        return new PageRequest(limit, after, true);
    }

    /** Sets {@link #after()}. */
    public PageRequest after(@Nullable String value) {
        return new PageRequest(limit, value, bodies);
    }
}
