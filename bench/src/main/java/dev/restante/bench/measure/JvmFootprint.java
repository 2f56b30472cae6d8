package dev.restante.bench.measure;

import java.lang.management.ManagementFactory;
import java.util.Map;

/**
 * What this JVM holds at an instant.
 *
 * @param heapMebibytes heap in use right after a collection
 * @param threads live ones
 */
public record JvmFootprint(double heapMebibytes, int threads) {

    private static final double MEBIBYTE = 1 << 20;

    /** Collects garbage first, twice: what has a finalizer or cleaner goes with the second collection. */
    public static JvmFootprint measure() {
        System.gc();
        System.gc();
        return new JvmFootprint(
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MEBIBYTE,
                ManagementFactory.getThreadMXBean().getThreadCount());
    }

    /** What came on top of an earlier state, as figures for the report. */
    public Map<String, Double> figuresSince(JvmFootprint earlier) {
        return Map.of(
                "heap, MiB", heapMebibytes - earlier.heapMebibytes, "threads", (double) (threads - earlier.threads));
    }
}
