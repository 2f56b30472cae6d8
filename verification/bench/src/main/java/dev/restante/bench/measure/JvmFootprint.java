package dev.restante.bench.measure;

import java.lang.management.ManagementFactory;
import java.util.Map;

/**
 * Heap and thread count of this JVM at one instant.
 *
 * @param heapMebibytes the used heap after a garbage collection
 */
public record JvmFootprint(double heapMebibytes, int threads) {

    private static final double MEBIBYTE = 1 << 20;

    /**
     * Measures the JVM after two garbage collections, of which the second frees objects with finalizers or cleaners.
     */
    public static JvmFootprint measure() {
        System.gc();
        System.gc();
        return new JvmFootprint(
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MEBIBYTE,
                ManagementFactory.getThreadMXBean().getThreadCount());
    }

    /** Returns the growth since an earlier footprint, as figures for the report. */
    public Map<String, Double> figuresSince(JvmFootprint earlier) {
        return Map.of(
                "heap, MiB", heapMebibytes - earlier.heapMebibytes, "threads", (double) (threads - earlier.threads));
    }
}
