package dev.restante.bench.measure;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;
import org.HdrHistogram.ConcurrentHistogram;

/**
 * A histogram of nanoseconds that any thread may record into; three significant digits, values capped at ten minutes.
 */
public final class Latency {

    private static final long HIGHEST_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final ConcurrentHistogram histogram = new ConcurrentHistogram(HIGHEST_NANOS, 3);

    public void record(long nanos) {
        histogram.recordValue(Math.max(0, Math.min(nanos, HIGHEST_NANOS)));
    }

    /** Adds what another one holds, given as its {@link #encoded} text. */
    public void add(String encoded) {
        try {
            histogram.add(ConcurrentHistogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(encoded)), HIGHEST_NANOS));
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("not a histogram", e);
        }
    }

    /** All that it holds, as text of one word. */
    public String encoded() {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    /** Empty if nothing was recorded. */
    public Optional<Distribution> distribution() {
        if (histogram.getTotalCount() == 0) {
            return Optional.empty();
        }
        return Optional.of(new Distribution(
                histogram.getValueAtPercentile(50),
                histogram.getValueAtPercentile(99),
                histogram.getValueAtPercentile(99.9),
                histogram.getMaxValue()));
    }
}
