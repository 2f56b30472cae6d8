package dev.restante.drill;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** For how long each node had nothing done, at most. Not thread-safe. */
final class Stalls {

    private final Map<String, Long> lastNanos = new HashMap<>();
    private final Map<String, Long> longestNanos = new HashMap<>();

    /** Something of a node was done at a time of {@code System.nanoTime()}. */
    void done(String node, long nanos) {
        Long before = lastNanos.put(node, nanos);
        if (before != null) {
            longestNanos.merge(node, nanos - before, Math::max);
        }
    }

    /** The longest of each node since this was asked last; one that lasts counts as if it ended now. */
    Map<String, Duration> takeLongest(long nowNanos) {
        lastNanos.forEach((node, before) -> longestNanos.merge(node, nowNanos - before, Math::max));
        Map<String, Duration> longest = new TreeMap<>();
        longestNanos.forEach((node, nanos) -> longest.put(node, Duration.ofNanos(nanos)));
        longestNanos.clear();
        lastNanos.replaceAll((node, before) -> nowNanos);
        return longest;
    }
}
