package dev.restante.store;

/**
 * How long a node waits until it looks again for what other nodes have done: a part of the time for which they have
 * done nothing. So what comes after a while is found after a part of that while, and the longer nothing comes, the less
 * is asked.
 */
public final class PollPace {

    /** While something comes all the time. */
    public static final long SHORTEST_MILLIS = 10;

    /** While nothing does: four times a second. */
    public static final long LONGEST_MILLIS = 250;

    /** Of a silence. */
    private static final int PARTS = 16;

    private PollPace() {}

    /**
     * How long to wait.
     *
     * @param quietMillis since something has come, or since the node has begun to wait for it
     */
    public static long waitMillis(long quietMillis) {
        return Math.min(LONGEST_MILLIS, Math.max(SHORTEST_MILLIS, quietMillis / PARTS));
    }
}
