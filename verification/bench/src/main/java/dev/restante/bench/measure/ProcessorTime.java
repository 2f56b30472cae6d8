package dev.restante.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * CPU time that all processes of the machine have used, so that a database server is included. Known on Linux only.
 */
public final class ProcessorTime {

    private static final Path COUNTERS = Path.of("/proc/stat");
    private static final int MICROS_PER_TICK = 10_000;

    /** Positions of user, nice, system, irq and softirq time in the line of all CPUs. */
    private static final int[] BUSY_FIELDS = {1, 2, 3, 6, 7};

    private ProcessorTime() {}

    /** Returns the used CPU time in microseconds, in steps of 10 ms, or empty if it is unknown. */
    public static OptionalLong usedMicros() {
        if (!Files.isReadable(COUNTERS)) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(busyTicks(Files.readAllLines(COUNTERS).get(0)) * MICROS_PER_TICK);
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    /** Returns the sum of the busy times in the first line of the counters. */
    static long busyTicks(String line) {
        String[] fields = line.trim().split("\\s+");
        long ticks = 0;
        for (int field : BUSY_FIELDS) {
            ticks += Long.parseLong(fields[field]);
        }
        return ticks;
    }
}
