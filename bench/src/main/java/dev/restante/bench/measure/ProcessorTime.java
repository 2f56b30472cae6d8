package dev.restante.bench.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * The processor time that all programs of the machine used since it started, so that a database server is counted
 * too. Linux counts it; elsewhere it is unknown.
 */
public final class ProcessorTime {

    private static final Path COUNTERS = Path.of("/proc/stat");
    private static final int MICROS_PER_TICK = 10_000;

    /** The positions of user, nice, system, interrupts and soft interrupts in the line of all processors. */
    private static final int[] BUSY_FIELDS = {1, 2, 3, 6, 7};

    private ProcessorTime() {}

    /** The time used so far in microseconds, in steps of 10 ms; empty if the machine does not tell. */
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

    /** Adds up what the first line of the counters names as busy. */
    static long busyTicks(String line) {
        String[] fields = line.trim().split("\\s+");
        long ticks = 0;
        for (int field : BUSY_FIELDS) {
            ticks += Long.parseLong(fields[field]);
        }
        return ticks;
    }
}
