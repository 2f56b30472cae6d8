package dev.restante.broker.view;

import dev.restante.model.EntityIntervalStatistics;
import dev.restante.model.HistoryInterval;
import dev.restante.model.HistoryResolution;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * History of the statistics of all entities, merged from the intervals that the nodes recorded. Immutable.
 *
 * <p>A node records the depth of an entity only in intervals in which the depth changed, together with the previous
 * depth. An interval without a record therefore has the depth of the interval before. An entity without any record was
 * empty.
 */
public final class MergedHistory {

    /**
     * Interval that one node recorded.
     *
     * @param fromMillis the start of the interval in epoch milliseconds
     */
    public record RecordedInterval(long fromMillis, HistoryInterval interval) {}

    /**
     * Statistics of one entity in one interval, summed over all nodes.
     *
     * @param coveredMillis the part of the interval in which the throughput was counted
     * @param sum the sums, with {@link EntityIntervalStatistics#UNKNOWN_DEPTH} if no node counted the messages
     */
    public record EntityHistoryPoint(long fromMillis, long coveredMillis, EntityIntervalStatistics sum) {}

    private final HistoryResolution resolution;
    private final SortedMap<Long, List<HistoryInterval>> intervals = new TreeMap<>();
    private final boolean complete;

    /** Creates the history from recorded intervals. The statistics in each interval are sorted by entity id. */
    public MergedHistory(HistoryResolution resolution, List<RecordedInterval> recordedIntervals) {
        this.resolution = resolution;
        recordedIntervals.forEach(recordedInterval -> intervals
                .computeIfAbsent(recordedInterval.fromMillis(), unused -> new ArrayList<>())
                .add(recordedInterval.interval()));
        this.complete = recordedIntervals.stream()
                .allMatch(recordedInterval -> recordedInterval.interval().omittedEntities() == 0);
    }

    public HistoryResolution resolution() {
        return resolution;
    }

    /**
     * Returns whether the history is complete. It is incomplete if a node had to omit entities or a record is
     * unreadable.
     */
    public boolean isComplete() {
        return complete;
    }

    /** Returns the recorded intervals of an entity, oldest first. */
    public List<EntityHistoryPoint> points(long entityId) {
        DepthSeries depthSeries = new DepthSeries();
        List<EntityHistoryPoint> points = new ArrayList<>();
        intervals.forEach((fromMillis, parts) -> {
            long coveredMillis = 0;
            EntityIntervalStatistics sum = EntityIntervalStatistics.empty(entityId);
            for (HistoryInterval part : parts) {
                coveredMillis = Math.max(coveredMillis, part.coveredMillis());
                sum = plus(sum, find(part.entities(), entityId));
            }
            depthSeries.next(parts, sum);
            points.add(new EntityHistoryPoint(fromMillis, coveredMillis, sum));
        });
        List<Long> known = depthSeries.all();
        for (int i = 0; i < points.size(); i++) {
            EntityHistoryPoint point = points.get(i);
            EntityIntervalStatistics sum = point.sum().withDepth(point.sum().previousDepth(), known.get(i));
            points.set(i, new EntityHistoryPoint(point.fromMillis(), point.coveredMillis(), sum));
        }
        return points;
    }

    private static EntityIntervalStatistics find(List<EntityIntervalStatistics> sorted, long entityId) {
        EntityIntervalStatistics none = EntityIntervalStatistics.empty(entityId);
        int index =
                Collections.binarySearch(sorted, none, Comparator.comparingLong(EntityIntervalStatistics::entityId));
        return index < 0 ? none : sorted.get(index);
    }

    /**
     * Adds two records of one interval. If two nodes counted the depth, the later node took over and its depth counts.
     */
    private static EntityIntervalStatistics plus(EntityIntervalStatistics one, EntityIntervalStatistics other) {
        boolean counted = other.depth() != EntityIntervalStatistics.UNKNOWN_DEPTH;
        return new EntityIntervalStatistics(
                one.entityId(),
                one.sent() + other.sent(),
                one.received() + other.received(),
                one.completed() + other.completed(),
                one.inFlightMillis() + other.inFlightMillis(),
                counted ? other.previousDepth() : one.previousDepth(),
                counted ? other.depth() : one.depth());
    }

    /** Computation of the depth of one entity, interval by interval. */
    private final class DepthSeries {

        private final List<Long> depths = new ArrayList<>();
        private long depth = EntityIntervalStatistics.UNKNOWN_DEPTH;
        private boolean anyRecorded;

        /** Intervals whose depth is unknown until a later record tells the previous depth. */
        private final List<Integer> unresolved = new ArrayList<>();

        void next(List<HistoryInterval> parts, EntityIntervalStatistics statistics) {
            boolean counting = parts.stream().anyMatch(HistoryInterval::countsDepth);
            if (statistics.depth() != EntityIntervalStatistics.UNKNOWN_DEPTH) {
                if (statistics.previousDepth() != EntityIntervalStatistics.UNKNOWN_DEPTH) {
                    unresolved.forEach(index -> depths.set(index, statistics.previousDepth()));
                }
                setDepth(statistics.depth());
            } else if (parts.stream().anyMatch(HistoryInterval::firstDepthCount)) {
                // The first count of a node records all entities that are not empty, and knows no previous depths.
                setDepth(
                        parts.stream().allMatch(part -> part.omittedEntities() == 0)
                                ? 0
                                : EntityIntervalStatistics.UNKNOWN_DEPTH);
            }
            if (counting && depth == EntityIntervalStatistics.UNKNOWN_DEPTH) {
                unresolved.add(depths.size());
            }
            depths.add(counting ? depth : EntityIntervalStatistics.UNKNOWN_DEPTH);
        }

        private void setDepth(long now) {
            depth = now;
            anyRecorded = true;
            unresolved.clear();
        }

        List<Long> all() {
            if (!anyRecorded && complete) {
                unresolved.forEach(index -> depths.set(index, 0L));
            }
            return depths;
        }
    }
}
