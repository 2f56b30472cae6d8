package dev.restante.node.feature.history;

import dev.restante.model.EntityIntervalStatistics;
import dev.restante.model.HistoryInterval;
import dev.restante.model.HistoryResolution;
import dev.restante.model.codec.HistoryCodec;
import dev.restante.node.commit.ThroughputCounters.ThroughputTotals;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Builder of a node's history intervals of one resolution, from the differences of its counters. An interval contains
 * only changed depths. Unchanged depths are repeated in turn, so that readers find each depth in a limited number of
 * intervals. The builder makes no store calls. Used by one thread at a time.
 */
public final class HistoryIntervalBuilder {

    /** Maximum length of the changed statistics in one interval. */
    static final int MAX_CHANGED_BYTES = 12 * 1024;

    /** Maximum number of unchanged depths that one interval repeats, which need about 4 KiB. */
    static final int MAX_REPEATED = 200;

    /** Number of intervals within which each depth is repeated. */
    static final int REPEATED_WITHIN_INTERVALS = 50;

    /**
     * Counters of a node since it was opened.
     *
     * @param inFlightMillis the total in-flight time by entity
     */
    record CounterTotals(Map<Long, ThroughputTotals> throughput, Map<Long, Long> inFlightMillis) {}

    /**
     * Ended interval that may not be stored yet.
     *
     * @param incarnation the incarnation of the node at the end of the interval
     */
    record ClosedInterval(long fromMillis, long incarnation, HistoryInterval interval) {}

    private final HistoryResolution resolution;
    private CounterTotals before = new CounterTotals(Map.of(), Map.of());
    private long beganAtMillis;

    /** Written depths except zero, in the order of writing; {@code UNKNOWN_DEPTH} if a change did not fit. */
    private final Map<Long, Long> writtenDepths = new LinkedHashMap<>();

    /** True after the first interval with the depths of all entities. */
    private boolean allDepthsWritten;

    private long repeatedAtMillis;

    private @Nullable ClosedInterval unwritten;

    HistoryIntervalBuilder(HistoryResolution resolution) {
        this.resolution = resolution;
    }

    HistoryResolution resolution() {
        return resolution;
    }

    /** Returns false until an interval contains the depths of all entities. */
    boolean allDepthsWritten() {
        return allDepthsWritten;
    }

    /** Discards the state and begins a new interval. */
    void restart(long nowMillis, CounterTotals now) {
        beganAtMillis = nowMillis;
        before = now;
        allDepthsWritten = false;
        writtenDepths.clear();
        unwritten = null;
    }

    /**
     * Returns the closed interval that is not confirmed as stored, or null. The next interval builds on it, and the
     * outcome of its write may be unknown. It must therefore be written again unchanged before the next interval is
     * closed.
     */
    @Nullable
    ClosedInterval unwritten() {
        return unwritten;
    }

    /** Confirms that the {@link #unwritten} interval is stored or need not be stored. */
    void onWritten() {
        unwritten = null;
    }

    /**
     * Closes the current interval, which becomes the {@link #unwritten} one, and begins the next interval.
     *
     * @param depths the number of messages by entity, or null if they were not counted
     * @param countsDepths true if this node is the one that counts messages
     */
    HistoryInterval closeInterval(
            long nowMillis,
            long incarnation,
            CounterTotals now,
            @Nullable Map<Long, Long> depths,
            boolean countsDepths) {
        if (unwritten != null) {
            throw new IllegalStateException(
                    "The history interval that starts at " + unwritten.fromMillis() + " is not written yet");
        }
        Map<Long, EntityIntervalStatistics> changed = throughputSince(now);
        if (!countsDepths) {
            allDepthsWritten = false;
            writtenDepths.clear();
        }
        boolean first = depths != null && !allDepthsWritten;
        int notRepeated = 0;
        List<EntityIntervalStatistics> repeated = List.of();
        if (depths != null) {
            if (allDepthsWritten) {
                long since = intervalsSinceRepetition(nowMillis);
                repeated = repeated(
                        depths,
                        (writtenDepths.size() * since + REPEATED_WITHIN_INTERVALS - 1) / REPEATED_WITHIN_INTERVALS);
                notRepeated =
                        (int) Math.max(0, writtenDepths.size() - MAX_REPEATED * REPEATED_WITHIN_INTERVALS / since);
            }
            repeatedAtMillis = nowMillis;
            depthsChanged(depths, first, changed);
            allDepthsWritten = true;
        }
        HistoryInterval interval = HistoryCodec.truncate(
                new HistoryInterval(
                        Math.max(0, nowMillis - beganAtMillis),
                        allDepthsWritten,
                        first,
                        notRepeated,
                        List.copyOf(changed.values())),
                MAX_CHANGED_BYTES);
        recordWrittenDepths(changed, interval.entities());
        before = now;
        beganAtMillis = nowMillis;
        HistoryInterval whole = withRepeatedDepths(interval, repeated);
        unwritten = new ClosedInterval(resolution.intervalStart(nowMillis) - resolution.millis(), incarnation, whole);
        return whole;
    }

    /**
     * Returns the number of intervals since the last repetition, because counts can pause and the store can be
     * unavailable. After a long time, the result makes all depths due before they leave the range of the history.
     */
    private long intervalsSinceRepetition(long nowMillis) {
        long since = Math.max(1, (nowMillis - repeatedAtMillis) / resolution.millis());
        return since > resolution.intervals() - REPEATED_WITHIN_INTERVALS
                ? Math.max(since, REPEATED_WITHIN_INTERVALS)
                : since;
    }

    private Map<Long, EntityIntervalStatistics> throughputSince(CounterTotals now) {
        Map<Long, EntityIntervalStatistics> changed = new HashMap<>();
        now.throughput().forEach((entityId, totals) -> {
            ThroughputTotals last = before.throughput().getOrDefault(entityId, ThroughputTotals.NONE);
            long held = now.inFlightMillis().getOrDefault(entityId, 0L)
                    - before.inFlightMillis().getOrDefault(entityId, 0L);
            EntityIntervalStatistics statistics = new EntityIntervalStatistics(
                    entityId,
                    // The counters of a recreated entity start at zero.
                    Math.max(0, totals.sent() - last.sent()),
                    Math.max(0, totals.received() - last.received()),
                    Math.max(0, totals.completed() - last.completed()),
                    Math.max(0, held),
                    EntityIntervalStatistics.UNKNOWN_DEPTH,
                    EntityIntervalStatistics.UNKNOWN_DEPTH);
            if (!statistics.isEmpty()) {
                changed.put(entityId, statistics);
            }
        });
        return changed;
    }

    /** Returns the unchanged depths that were written longest ago, up to a number. */
    private List<EntityIntervalStatistics> repeated(Map<Long, Long> depths, long wanted) {
        long due = Math.min(MAX_REPEATED, wanted);
        List<EntityIntervalStatistics> repeated = new ArrayList<>();
        for (Map.Entry<Long, Long> entry : writtenDepths.entrySet()) {
            if (repeated.size() == due) {
                break;
            }
            long depth = entry.getValue();
            if (depths.getOrDefault(entry.getKey(), 0L) == depth) {
                repeated.add(EntityIntervalStatistics.empty(entry.getKey()).withDepth(depth, depth));
            }
        }
        return repeated;
    }

    private void depthsChanged(Map<Long, Long> depths, boolean first, Map<Long, EntityIntervalStatistics> changed) {
        Map<Long, Long> all = new HashMap<>(depths);
        writtenDepths.keySet().forEach(entityId -> all.putIfAbsent(entityId, 0L));
        all.forEach((entityId, depth) -> {
            long last = writtenDepths.getOrDefault(entityId, first ? EntityIntervalStatistics.UNKNOWN_DEPTH : 0L);
            if (depth != last && (depth > 0 || last != EntityIntervalStatistics.UNKNOWN_DEPTH || !first)) {
                changed.put(
                        entityId,
                        changed.getOrDefault(entityId, EntityIntervalStatistics.empty(entityId))
                                .withDepth(last, depth));
            }
        });
    }

    /** Records the written depths, and marks depths that did not fit for a later interval. */
    private void recordWrittenDepths(
            Map<Long, EntityIntervalStatistics> changed, List<EntityIntervalStatistics> fitting) {
        changed.values().stream()
                .filter(statistics -> statistics.depth() != EntityIntervalStatistics.UNKNOWN_DEPTH)
                .forEach(
                        statistics -> writtenDepths.put(statistics.entityId(), EntityIntervalStatistics.UNKNOWN_DEPTH));
        for (EntityIntervalStatistics statistics : fitting) {
            if (statistics.depth() != EntityIntervalStatistics.UNKNOWN_DEPTH) {
                writtenDepths.remove(statistics.entityId());
                if (statistics.depth() > 0) {
                    writtenDepths.put(statistics.entityId(), statistics.depth());
                }
            }
        }
    }

    private HistoryInterval withRepeatedDepths(HistoryInterval interval, List<EntityIntervalStatistics> repeated) {
        Map<Long, EntityIntervalStatistics> all = new TreeMap<>();
        repeated.forEach(statistics -> {
            all.put(statistics.entityId(), statistics);
            writtenDepths.remove(statistics.entityId());
            writtenDepths.put(statistics.entityId(), statistics.depth());
        });
        interval.entities()
                .forEach(statistics -> all.merge(
                        statistics.entityId(),
                        statistics,
                        (again, through) -> through.withDepth(again.previousDepth(), again.depth())));
        return new HistoryInterval(
                interval.coveredMillis(),
                interval.countsDepth(),
                interval.firstDepthCount(),
                interval.omittedEntities(),
                List.copyOf(all.values()));
    }
}
