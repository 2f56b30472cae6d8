package dev.restante.admin;

import org.jspecify.annotations.Nullable;

/**
 * A request for a page of message groups.
 *
 * @param limit how many groups at most, 1 to 1,000
 * @param after {@link GroupPage#next()} of the page before; null for the first
 * @param looks at most so many messages of each state are read for a page, in the order in which they are received; 1
 *     to {@link Integer#MAX_VALUE}, which stands for all
 */
public record GroupRequest(int limit, @Nullable String after, int looks) {

    /** The largest page. */
    public static final int MOST = 1_000;

    /** How many messages of each state are read unless more are asked for. */
    public static final int DEFAULT_LOOKS = 10_000;

    /**
     * A request.
     *
     * @throws IllegalArgumentException for a limit or number of looks out of its range
     */
    public GroupRequest {
        if (limit < 1 || limit > MOST) {
            throw new IllegalArgumentException("a page of " + limit + " groups is not within 1 to " + MOST);
        }
        if (looks < 1) {
            throw new IllegalArgumentException(looks + " messages to look at are fewer than 1");
        }
    }

    /** The first page, looking at {@link #DEFAULT_LOOKS} messages. */
    public static GroupRequest first(int limit) {
        return new GroupRequest(limit, null, DEFAULT_LOOKS);
    }

    /** The same for what comes after a page. */
    public GroupRequest after(@Nullable String value) {
        return new GroupRequest(limit, value, looks);
    }

    /** The same looking at so many messages of each state; each page takes the longer for it. */
    public GroupRequest withLooks(int value) {
        return new GroupRequest(limit, after, value);
    }
}
