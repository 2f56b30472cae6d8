package dev.restante.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LatencyHistogramTest {

    private final LatencyHistogram histogram = new LatencyHistogram();

    @Test
    void shouldTellPercentilesToThreeDigits() {
        LongStream.rangeClosed(1, 10_000).forEach(micros -> histogram.record(TimeUnit.MICROSECONDS.toNanos(micros)));

        LatencyDistribution distribution = histogram.distribution().orElseThrow();
        assertClose(distribution.p50Nanos(), 5_000);
        assertClose(distribution.p99Nanos(), 9_900);
        assertClose(distribution.p999Nanos(), 9_990);
        assertClose(distribution.maxNanos(), 10_000);
    }

    @Test
    void shouldCapWhatIsOutOfItsRange() {
        histogram.record(-5);
        histogram.record(TimeUnit.HOURS.toNanos(1));

        LatencyDistribution distribution = histogram.distribution().orElseThrow();
        assertThat(distribution.p50Nanos()).isZero();
        assertClose(distribution.maxNanos(), TimeUnit.MINUTES.toMicros(10));
    }

    @Test
    void shouldAddWhatAnotherJvmHasMeasured() {
        LatencyHistogram other = new LatencyHistogram();
        LongStream.rangeClosed(1, 5_000).forEach(micros -> histogram.record(TimeUnit.MICROSECONDS.toNanos(micros)));
        LongStream.rangeClosed(5_001, 10_000).forEach(micros -> other.record(TimeUnit.MICROSECONDS.toNanos(micros)));

        histogram.add(other.encoded());

        assertClose(histogram.distribution().orElseThrow().p50Nanos(), 5_000);
        assertClose(histogram.distribution().orElseThrow().p99Nanos(), 9_900);
    }

    @Test
    void shouldBeOneWordAsText() {
        histogram.record(1);

        assertThat(histogram.encoded()).doesNotContainAnyWhitespaces();
        assertThat(new LatencyHistogram().distribution()).isEmpty();
    }

    @Test
    void shouldRefuseWhatIsNoHistogram() {
        String nonsense = Base64.getEncoder().encodeToString(new byte[100]);

        assertThatIllegalArgumentException().isThrownBy(() -> histogram.add(nonsense));
    }

    private static void assertClose(long nanos, long micros) {
        long expectedNanos = TimeUnit.MICROSECONDS.toNanos(micros);
        assertThat(nanos).isCloseTo(expectedNanos, within(expectedNanos / 500));
    }
}
