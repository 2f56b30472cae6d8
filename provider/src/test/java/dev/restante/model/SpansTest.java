package dev.restante.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Spans of time, as numbers")
class SpansTest {

    @Test
    @DisplayName("IDLE-08 saturate, so that the largest duration is never")
    void shouldSaturate() {
        assertThat(Spans.millis(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Spans.FOREVER);
        assertThat(Spans.millis(ChronoUnit.FOREVER.getDuration())).isEqualTo(Spans.FOREVER);
        assertThat(Spans.millis(Duration.ofMillis(Long.MAX_VALUE))).isEqualTo(Spans.FOREVER);
        assertThat(Spans.isForever(Duration.ofMillis(Long.MAX_VALUE))).isTrue();
        assertThat(Spans.isForever(Duration.ofMillis(Long.MAX_VALUE - 1))).isFalse();
        assertThat(Spans.millis(Duration.ofSeconds(Long.MIN_VALUE))).isEqualTo(Long.MIN_VALUE);
        assertThat(Spans.nanos(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
        assertThat(Spans.nanos(Duration.ofSeconds(Long.MIN_VALUE))).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    @DisplayName("count a part of a millisecond as a whole one")
    void shouldRoundUp() {
        assertThat(Spans.millis(Duration.ZERO)).isZero();
        assertThat(Spans.millis(Duration.ofNanos(1))).isEqualTo(1);
        assertThat(Spans.millis(Duration.ofMillis(1))).isEqualTo(1);
        assertThat(Spans.millis(Duration.ofNanos(1_000_001))).isEqualTo(2);
        assertThat(Spans.millis(Duration.ofSeconds(30))).isEqualTo(30_000);
        assertThat(Spans.millis(Duration.ofNanos(-1))).isZero();
    }

    @Test
    @DisplayName("IDLE-08 never stays never, and no sum wraps")
    void shouldNotWrap() {
        assertThat(Spans.later(1, Spans.FOREVER)).isEqualTo(Spans.FOREVER);
        assertThat(Spans.later(1_000, Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Spans.FOREVER);
        assertThat(Spans.later(Spans.FOREVER, -5)).isEqualTo(Spans.FOREVER);
        assertThat(Spans.later(-5, Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
        assertThat(Spans.later(10, -4)).isEqualTo(6);
        assertThat(Spans.earlier(10, 4)).isEqualTo(6);
        assertThat(Spans.earlier(10, Spans.FOREVER)).isEqualTo(Long.MIN_VALUE);
    }
}
