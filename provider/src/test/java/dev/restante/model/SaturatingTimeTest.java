package dev.restante.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("durations as saturating numbers")
class SaturatingTimeTest {

    @Test
    @DisplayName("IDLE-08 conversions saturate, so that the largest duration means forever")
    void shouldSaturate() {
        assertThat(SaturatingTime.toMillis(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(SaturatingTime.FOREVER);
        assertThat(SaturatingTime.toMillis(ChronoUnit.FOREVER.getDuration())).isEqualTo(SaturatingTime.FOREVER);
        assertThat(SaturatingTime.toMillis(Duration.ofMillis(Long.MAX_VALUE))).isEqualTo(SaturatingTime.FOREVER);
        assertThat(SaturatingTime.isForever(Duration.ofMillis(Long.MAX_VALUE))).isTrue();
        assertThat(SaturatingTime.isForever(Duration.ofMillis(Long.MAX_VALUE - 1)))
                .isFalse();
        assertThat(SaturatingTime.toMillis(Duration.ofSeconds(Long.MIN_VALUE))).isEqualTo(Long.MIN_VALUE);
        assertThat(SaturatingTime.toNanos(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
        assertThat(SaturatingTime.toNanos(Duration.ofSeconds(Long.MIN_VALUE))).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    @DisplayName("a part of a millisecond counts as a whole millisecond")
    void shouldRoundUp() {
        assertThat(SaturatingTime.toMillis(Duration.ZERO)).isZero();
        assertThat(SaturatingTime.toMillis(Duration.ofNanos(1))).isEqualTo(1);
        assertThat(SaturatingTime.toMillis(Duration.ofMillis(1))).isEqualTo(1);
        assertThat(SaturatingTime.toMillis(Duration.ofNanos(1_000_001))).isEqualTo(2);
        assertThat(SaturatingTime.toMillis(Duration.ofSeconds(30))).isEqualTo(30_000);
        assertThat(SaturatingTime.toMillis(Duration.ofNanos(-1))).isZero();
    }

    @Test
    @DisplayName("IDLE-08 forever stays forever, and no sum overflows")
    void shouldNotWrap() {
        assertThat(SaturatingTime.plus(1, SaturatingTime.FOREVER)).isEqualTo(SaturatingTime.FOREVER);
        assertThat(SaturatingTime.plus(1_000, Duration.ofSeconds(Long.MAX_VALUE)))
                .isEqualTo(SaturatingTime.FOREVER);
        assertThat(SaturatingTime.plus(SaturatingTime.FOREVER, -5)).isEqualTo(SaturatingTime.FOREVER);
        assertThat(SaturatingTime.plus(-5, Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
        assertThat(SaturatingTime.plus(10, -4)).isEqualTo(6);
        assertThat(SaturatingTime.minus(10, 4)).isEqualTo(6);
        assertThat(SaturatingTime.minus(10, SaturatingTime.FOREVER)).isEqualTo(Long.MIN_VALUE);
    }
}
