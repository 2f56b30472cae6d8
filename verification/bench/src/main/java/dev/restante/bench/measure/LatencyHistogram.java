package dev.restante.bench.measure;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;
import org.HdrHistogram.ConcurrentHistogram;

/**
 * Concurrent histogram of latencies. Thread-safe.
 *
 * <p>Values in nanoseconds have three significant digits and are capped at ten minutes.
 */
public final class LatencyHistogram {

    private static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final ConcurrentHistogram histogram = new ConcurrentHistogram(HIGHEST_NANOS, 3);

    public void record(long nanos) {
        histogram.recordValue(Math.max(0, Math.min(nanos, HIGHEST_NANOS)));
    }

    /** Adds the values of another histogram in {@link #encoded} form. */
    public void add(String encoded) {
        try {
            histogram.add(ConcurrentHistogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(encoded)), HIGHEST_NANOS));
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("not a histogram", e);
        }
    }

    public String encoded() {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    public Optional<LatencyDistribution> distribution() {
        if (histogram.getTotalCount() == 0) {
            return Optional.empty();
        }
        return Optional.of(new LatencyDistribution(
                histogram.getValueAtPercentile(50),
                histogram.getValueAtPercentile(99),
                histogram.getValueAtPercentile(99.9),
                histogram.getMaxValue()));
    }
}
