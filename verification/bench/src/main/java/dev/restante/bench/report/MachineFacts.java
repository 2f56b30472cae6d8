package dev.restante.bench.report;

import dev.restante.bench.measure.FlushProbe;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/**
 * Hardware and software of the machine, with its fsync latency.
 *
 * @param loadAverage the load average of the minute before the benchmark; negative if it is unknown
 */
public record MachineFacts(
        int cores,
        String operatingSystem,
        String javaRuntime,
        long heapMebibytes,
        double loadAverage,
        long fsyncMedianMicros,
        long fsyncP99Micros) {

    private static final int PROBES = 300;

    public static MachineFacts probe() throws IOException {
        long[] fsyncNanos = FlushProbe.sortedNanos(PROBES);
        return new MachineFacts(
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
                Runtime.getRuntime().maxMemory() >> 20,
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                fsyncNanos[PROBES / 2] / 1_000,
                fsyncNanos[PROBES * 99 / 100] / 1_000);
    }

    String markdown() {
        return String.format(
                Locale.ROOT,
                "%d cores, %s, %s, heap %,d MiB, load average %.2f at the start, fsync after 4 KiB: median %,d µs, p99 %,d µs",
                cores,
                operatingSystem,
                javaRuntime,
                heapMebibytes,
                loadAverage,
                fsyncMedianMicros,
                fsyncP99Micros);
    }
}
