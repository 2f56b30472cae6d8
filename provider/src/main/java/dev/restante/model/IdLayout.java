package dev.restante.model;

/**
 * Bit layout of 64-bit ids and positions: milliseconds, node number, counter. The highest bit is 0. Below it follow 41
 * bits of milliseconds since 2020-01-01T00:00:00Z, 10 bits of node number and 12 bits of counter. Ids therefore sort by
 * time and suffice until September 2089 ({@link #LAST_MILLIS}). {@link Long#MAX_VALUE} is never an id, but a position
 * after all ids.
 *
 * <p>The position of a message that is available immediately equals its id. The position of a scheduled message encodes
 * the instant at which it becomes available.
 */
public final class IdLayout {

    /** Largest node number. */
    public static final int MAX_NODE_NUMBER = (1 << 10) - 1;

    /** Largest counter. */
    public static final long MAX_COUNTER = (1L << 12) - 1;

    /** First instant that ids can represent, in epoch milliseconds: 2020-01-01T00:00:00Z. */
    public static final long FIRST_MILLIS = 1_577_836_800_000L;

    private static final int NODE_SHIFT = 12;
    private static final int TIME_SHIFT = 22;
    private static final long NODE_AND_COUNTER = (1L << TIME_SHIFT) - 1;
    private static final long MAX_TIME = Long.MAX_VALUE >> TIME_SHIFT;

    /** Last instant that ids can represent, in epoch milliseconds: 2089-09-06T15:47:35.550Z. */
    public static final long LAST_MILLIS = FIRST_MILLIS + MAX_TIME - 1;

    private IdLayout() {}

    /**
     * Composes an id.
     *
     * @param epochMillis from {@link #FIRST_MILLIS} to {@link #LAST_MILLIS}
     * @param nodeNumber 0 to {@link #MAX_NODE_NUMBER}
     * @param counter 0 to {@link #MAX_COUNTER}
     * @throws IllegalArgumentException if the instant is out of range
     */
    public static long id(long epochMillis, int nodeNumber, long counter) {
        if (epochMillis < FIRST_MILLIS || epochMillis > LAST_MILLIS) {
            throw new IllegalArgumentException(
                    "The instant " + epochMillis + " has no ids, because ids exist only from " + FIRST_MILLIS + " to "
                            + LAST_MILLIS + " ms since 1970");
        }
        return (epochMillis - FIRST_MILLIS) << TIME_SHIFT | (long) nodeNumber << NODE_SHIFT | counter;
    }

    /** Returns the instant of an id, in epoch milliseconds. */
    public static long epochMillis(long id) {
        return (id >> TIME_SHIFT) + FIRST_MILLIS;
    }

    /**
     * Returns the first position of an instant, which follows all ids of earlier instants. Every instant has a
     * position. {@link Long#MAX_VALUE} stands for all instants after {@link #LAST_MILLIS}. Positions of instants before
     * 2020 are negative, down to {@link Long#MIN_VALUE} where the layout ends.
     */
    public static long firstPositionAt(long epochMillis) {
        if (epochMillis > LAST_MILLIS) {
            return Long.MAX_VALUE;
        }
        return epochMillis < FIRST_MILLIS - MAX_TIME ? Long.MIN_VALUE : (epochMillis - FIRST_MILLIS) << TIME_SHIFT;
    }

    /**
     * Returns the last position of an instant, which precedes all ids of later instants. Returns {@link Long#MAX_VALUE}
     * for instants after {@link #LAST_MILLIS}.
     */
    public static long lastPositionAt(long epochMillis) {
        return firstPositionAt(epochMillis) | NODE_AND_COUNTER;
    }

    /** Returns the JMS message id of an id, which is unique among all nodes of the store. */
    public static String messageId(long id) {
        return "ID:restante-" + Long.toHexString(id);
    }
}
