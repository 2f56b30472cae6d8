package dev.restante.model;

/**
 * The layout of the 64 bits of an id: from the top, the sign (0), 41 bits of milliseconds since 2020-01-01T00:00:00Z,
 * 10 bits of node number and 12 bits of counter. So ids are ordered by time first, and last until September 2089
 * ({@link #LAST_MILLIS}). No id is ever {@link Long#MAX_VALUE}, which is a position beyond all ids.
 *
 * <p>Positions of deliveries have the same layout: a message that is available at once has its id as its position, and
 * one that becomes available later gets the position of that instant.
 */
public final class IdLayout {

    /** The largest node number; the smallest is 0. */
    public static final int MAX_NODE_NUMBER = (1 << 10) - 1;

    /** The largest counter; the smallest is 0. */
    public static final long MAX_COUNTER = (1L << 12) - 1;

    /** The first instant that has ids, in epoch milliseconds: 2020-01-01T00:00:00Z. */
    public static final long FIRST_MILLIS = 1_577_836_800_000L;

    private static final int NODE_SHIFT = 12;
    private static final int TIME_SHIFT = 22;
    private static final long NODE_AND_COUNTER = (1L << TIME_SHIFT) - 1;
    private static final long MAX_TIME = Long.MAX_VALUE >> TIME_SHIFT;

    /** The last instant that has ids, in epoch milliseconds: 2089-09-06T15:47:35.550Z. */
    public static final long LAST_MILLIS = FIRST_MILLIS + MAX_TIME - 1;

    private IdLayout() {}

    /**
     * Puts an id together.
     *
     * @param epochMillis from {@link #FIRST_MILLIS} to {@link #LAST_MILLIS}
     * @param nodeNumber 0 to {@link #MAX_NODE_NUMBER}
     * @param counter 0 to {@link #MAX_COUNTER}
     * @throws IllegalArgumentException if the instant has no ids
     */
    public static long id(long epochMillis, int nodeNumber, long counter) {
        if (epochMillis < FIRST_MILLIS || epochMillis > LAST_MILLIS) {
            throw new IllegalArgumentException("the instant " + epochMillis + " has no ids: they last from "
                    + FIRST_MILLIS + " to " + LAST_MILLIS + " ms since 1970");
        }
        return (epochMillis - FIRST_MILLIS) << TIME_SHIFT | (long) nodeNumber << NODE_SHIFT | counter;
    }

    /** The instant of an id, in epoch milliseconds. */
    public static long epochMillis(long id) {
        return (id >> TIME_SHIFT) + FIRST_MILLIS;
    }

    /**
     * Returns the first position of an instant: after every id of before. Instants without ids have positions, too:
     * {@link Long#MAX_VALUE} is the position of all instants after the last one with ids. Positions of instants before
     * 2020 are negative, and {@link Long#MIN_VALUE} where the layout ends at that side.
     */
    public static long firstPositionAt(long epochMillis) {
        if (epochMillis > LAST_MILLIS) {
            return Long.MAX_VALUE;
        }
        return epochMillis < FIRST_MILLIS - MAX_TIME ? Long.MIN_VALUE : (epochMillis - FIRST_MILLIS) << TIME_SHIFT;
    }

    /**
     * Returns the last position of an instant: before every id of afterwards. {@link Long#MAX_VALUE} for instants after
     * the last one with ids.
     */
    public static long lastPositionAt(long epochMillis) {
        return firstPositionAt(epochMillis) | NODE_AND_COUNTER;
    }
}
