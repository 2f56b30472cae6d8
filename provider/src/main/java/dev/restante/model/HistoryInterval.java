package dev.restante.model;

import java.util.List;

/**
 * Throughput and message counts of all changed queues, topics and subscriptions that one node recorded in one interval
 * of the statistics history.
 *
 * @param coveredMillis the part of the interval in which the node counted throughput
 * @param countsDepth true if this node is the one that counts the messages of all entities
 * @param firstDepthCount true for the node's first count, which contains the depth of every entity that is not empty
 * @param omittedEntities the number of entities with missing values, because the interval was too large or is
 *     unreadable
 * @param entities the statistics of the entities that have changed
 */
public record HistoryInterval(
        long coveredMillis,
        boolean countsDepth,
        boolean firstDepthCount,
        int omittedEntities,
        List<EntityIntervalStatistics> entities) {
    /** Interval that stands for an unreadable one. */
    public static final HistoryInterval MISSING = new HistoryInterval(0, false, false, 1, List.of());

    public HistoryInterval {
        entities = List.copyOf(entities);
    }
}
