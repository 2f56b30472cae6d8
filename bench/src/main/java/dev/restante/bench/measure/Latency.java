package dev.restante.bench.measure;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
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
