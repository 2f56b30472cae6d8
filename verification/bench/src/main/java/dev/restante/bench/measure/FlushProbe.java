package dev.restante.bench.measure;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** Measurement of the time in which the disk makes an append of 4 KiB durable. */
public final class FlushProbe {

    private static final int PROBE_BYTES = 4096;

    private static final int MEDIAN_APPENDS = 101;

    private FlushProbe() {}

    /** Returns the median time of a few appends in microseconds. */
    public static double medianMicros() throws IOException {
        return sortedNanos(MEDIAN_APPENDS)[MEDIAN_APPENDS / 2] / 1e3;
    }

    /** Forces appends to the disk of the benchmark, and returns the times in nanoseconds, in ascending order. */
    public static long[] sortedNanos(int appends) throws IOException {
        long[] elapsedNanos = new long[appends];
        try (WorkDirectory directory = WorkDirectory.create("fsync");
                FileChannel channel = FileChannel.open(
                        directory.path().resolve("probe"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            ByteBuffer block = ByteBuffer.allocateDirect(PROBE_BYTES);
            for (int index = 0; index < appends; index++) {
                block.clear();
                while (block.hasRemaining()) {
                    channel.write(block);
                }
                long startNanos = System.nanoTime();
                channel.force(false);
                elapsedNanos[index] = System.nanoTime() - startNanos;
            }
        }
        Arrays.sort(elapsedNanos);
        return elapsedNanos;
    }
}
