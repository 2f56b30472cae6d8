package dev.restante.drill;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Longest stall of each node, in which it completed no step. Not thread-safe. */
final class StallTracker {

    private final Map<String, Long> lastNanos = new HashMap<>();
    private final Map<String, Long> longestNanos = new HashMap<>();

    /** Records a completed step of a node at a time of {@code System.nanoTime()}. */
    void recordProgress(String node, long nanos) {
        Long before = lastNanos.put(node, nanos);
        if (before != null) {
            longestNanos.merge(node, nanos - before, Math::max);
        }
    }

    /** Returns the longest stall of each node since the last call. A stall that still lasts counts as ended. */
    Map<String, Duration> takeLongest(long nowNanos) {
        lastNanos.forEach((node, before) -> longestNanos.merge(node, nowNanos - before, Math::max));
        Map<String, Duration> longest = new TreeMap<>();
        longestNanos.forEach((node, nanos) -> longest.put(node, Duration.ofNanos(nanos)));
        longestNanos.clear();
        lastNanos.replaceAll((node, before) -> nowNanos);
        return longest;
    }
}
