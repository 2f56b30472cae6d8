package dev.restante.admin;

import org.jspecify.annotations.Nullable;

/**
 * A request for a page of messages.
 *
 * @param limit how many messages at most, 1 to 1,000
 * @param after {@link MessagePage#next()} of the page before; null for the first
 * @param bodies whether bodies are wanted; a page then ends after 32 MiB of them
 */
public record PageRequest(int limit, @Nullable String after, boolean bodies) {

    /** The largest page. */
    public static final int MOST = 1_000;

    /**
     * A request.
     *
     * @throws IllegalArgumentException for a limit out of its range
     */
    public PageRequest {
        if (limit < 1 || limit > MOST) {
            throw new IllegalArgumentException("a page of " + limit + " messages is not within 1 to " + MOST);
        }
    }

    /** The first page, without bodies. */
    public static PageRequest first(int limit) {
        return new PageRequest(limit, null, false);
    }

    /** The same with bodies. */
    public PageRequest withBodies() {
        return new PageRequest(limit, after, true);
    }

    /** The same for what comes after a page. */
    public PageRequest after(@Nullable String value) {
        return new PageRequest(limit, value, bodies);
    }
}
