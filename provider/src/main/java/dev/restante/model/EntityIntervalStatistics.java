package dev.restante.model;

/**
 * Statistics of one entity in one history interval, as one node recorded them.
 *
 * @param sent the messages sent through this node
 * @param received the deliveries to consumers of this node
 * @param completed the deliveries that these consumers completed
 * @param inFlightMillis the total time for which deliveries were in flight at this node
 * @param previousDepth the last recorded number of messages before this interval, or {@link #UNKNOWN_DEPTH}
 * @param depth the number of messages at the end of the interval, or {@link #UNKNOWN_DEPTH} if this node did not count
 *     it or omitted it as unchanged
 */
public record EntityIntervalStatistics(
        long entityId, long sent, long received, long completed, long inFlightMillis, long previousDepth, long depth) {

    public static final long UNKNOWN_DEPTH = -1;

    /** Returns statistics with zero counts and unknown depths. */
    public static EntityIntervalStatistics empty(long entityId) {
        return new EntityIntervalStatistics(entityId, 0, 0, 0, 0, UNKNOWN_DEPTH, UNKNOWN_DEPTH);
    }

    /** Returns whether nothing is recorded. */
    public boolean isEmpty() {
        return equals(empty(entityId));
    }

    public EntityIntervalStatistics withDepth(long before, long now) {
        return new EntityIntervalStatistics(entityId, sent, received, completed, inFlightMillis, before, now);
    }

    /** Returns the sum of sent, received and completed messages. */
    public long totalThroughput() {
        return sent + received + completed;
    }
}
