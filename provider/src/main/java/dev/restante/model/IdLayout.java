package dev.restante.model;

/**
 * The layout of the 64 bits of an id: from the top, the sign (0), 41 bits of milliseconds since 2020-01-01T00:00:00Z,
 * 10 bits of node number and 12 bits of counter. So ids are ordered by time first, which lasts until the year 2089.
 *
 * <p>Positions of deliveries have the same layout: a message that is available at once has its id as its position, and
 * one that becomes available later gets the position of that instant.
 */
public final class IdLayout {

    /** The largest node number; the smallest is 0. */
    public static final int MAX_NODE_NUMBER = (1 << 10) - 1;

    /** The largest counter; the smallest is 0. */
    public static final long MAX_COUNTER = (1L << 12) - 1;

    /** 2020-01-01T00:00:00Z, in epoch milliseconds. */
    private static final long START_MILLIS = 1_577_836_800_000L;

    private static final int NODE_SHIFT = 12;
    private static final int TIME_SHIFT = 22;
    private static final long NODE_AND_COUNTER = (1L << TIME_SHIFT) - 1;
    private static final long MAX_TIME = Long.MAX_VALUE >> TIME_SHIFT;

    private IdLayout() {}

    /**
     * Puts an id together.
     *
     * @param epochMillis from 2020 to 2089
     * @param nodeNumber 0 to {@link #MAX_NODE_NUMBER}
     * @param counter 0 to {@link #MAX_COUNTER}
     */
    public static long id(long epochMillis, int nodeNumber, long counter) {
        return (epochMillis - START_MILLIS) << TIME_SHIFT | (long) nodeNumber << NODE_SHIFT | counter;
    }

    /** The instant of an id, in epoch milliseconds. */
    public static long epochMillis(long id) {
        return (id >> TIME_SHIFT) + START_MILLIS;
    }

    /**
     * The first position of an instant: after every id of before. {@link Long#MAX_VALUE} for instants beyond the
     * layout.
     */
    public static long firstPositionAt(long epochMillis) {
        long sinceStartMillis = epochMillis - START_MILLIS;
        return sinceStartMillis > MAX_TIME ? Long.MAX_VALUE : sinceStartMillis << TIME_SHIFT;
    }

    /**
     * The last position of an instant: before every id of afterwards. {@link Long#MAX_VALUE} for instants beyond the
     * layout.
     */
    public static long lastPositionAt(long epochMillis) {
        return firstPositionAt(epochMillis) | NODE_AND_COUNTER;
    }
}
