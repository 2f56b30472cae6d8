package dev.restante.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LatencyTest {

    private final Latency latency = new Latency();

    @Test
    void shouldTellPercentilesToThreeDigits() {
        LongStream.rangeClosed(1, 10_000).forEach(micros -> latency.record(TimeUnit.MICROSECONDS.toNanos(micros)));

        Distribution distribution = latency.distribution().orElseThrow();
        assertClose(distribution.p50Nanos(), 5_000);
        assertClose(distribution.p99Nanos(), 9_900);
        assertClose(distribution.p999Nanos(), 9_990);
        assertClose(distribution.maxNanos(), 10_000);
    }

    @Test
    void shouldCapWhatIsOutOfItsRange() {
        latency.record(-5);
        latency.record(TimeUnit.HOURS.toNanos(1));

        Distribution distribution = latency.distribution().orElseThrow();
        assertThat(distribution.p50Nanos()).isZero();
        assertClose(distribution.maxNanos(), TimeUnit.MINUTES.toMicros(10));
    }

    @Test
    void shouldAddWhatAnotherJvmHasMeasured() {
        Latency other = new Latency();
        LongStream.rangeClosed(1, 5_000).forEach(micros -> latency.record(TimeUnit.MICROSECONDS.toNanos(micros)));
        LongStream.rangeClosed(5_001, 10_000).forEach(micros -> other.record(TimeUnit.MICROSECONDS.toNanos(micros)));

        latency.add(other.encoded());

        assertClose(latency.distribution().orElseThrow().p50Nanos(), 5_000);
        assertClose(latency.distribution().orElseThrow().p99Nanos(), 9_900);
    }

    @Test
    void shouldBeOneWordAsText() {
        latency.record(1);

        assertThat(latency.encoded()).doesNotContainAnyWhitespaces();
        assertThat(new Latency().distribution()).isEmpty();
    }

    @Test
    void shouldRefuseWhatIsNoHistogram() {
        String nonsense = Base64.getEncoder().encodeToString(new byte[100]);

        assertThatIllegalArgumentException().isThrownBy(() -> latency.add(nonsense));
    }

    private static void assertClose(long nanos, long micros) {
        long expectedNanos = TimeUnit.MICROSECONDS.toNanos(micros);
        assertThat(nanos).isCloseTo(expectedNanos, within(expectedNanos / 500));
    }
}
