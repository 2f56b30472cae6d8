package dev.restante.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("RCV-15 the redelivery back-off")
final class RedeliveryBackOffTest {

    @Test
    @DisplayName("the default back-off has no delay for any delivery count")
    void shouldBeNone() {
        assertThat(RedeliveryBackOff.NONE.delayMillis(1, 0.5)).isZero();
        assertThat(RedeliveryBackOff.NONE.delayMillis(Integer.MAX_VALUE, 0.99)).isZero();
        RedeliveryBackOff steep = new RedeliveryBackOff(Duration.ZERO, 10, Duration.ofHours(1), 1);
        assertThat(steep.delayMillis(Integer.MAX_VALUE, 0.99)).isZero();
    }

    @Test
    @DisplayName("the delay starts with the initial delay, grows, and stays within the jitter of the maximum")
    void shouldGrowAndStayWithinItsBounds() {
        Random random = new Random(5);
        for (int i = 0; i < 5_000; i++) {
            long initial = 1L + random.nextInt(10_000);
            long maximum = initial + random.nextInt(100_000);
            double jitter = random.nextDouble();
            double multiplier = 1 + random.nextDouble() * 3;
            RedeliveryBackOff backOff =
                    new RedeliveryBackOff(Duration.ofMillis(initial), multiplier, Duration.ofMillis(maximum), jitter);
            long middleBefore = 0;
            for (int count = 1; count < 60; count++) {
                long middle = backOff.delayMillis(count, 0.5);
                assertThat(middle).isBetween(Math.max(initial, middleBefore), maximum);
                assertThat(backOff.delayMillis(count, random.nextDouble()))
                        .isBetween((long) (middle * (1 - jitter)) - 1, (long) (middle * (1 + jitter)) + 1)
                        .isNotNegative();
                middleBefore = middle;
            }
            assertThat(backOff.delayMillis(1, 0.5)).isEqualTo(initial);
            assertThat(backOff.delayMillis(Integer.MAX_VALUE, 0.5)).isEqualTo(multiplier > 1 ? maximum : initial);
        }
    }

    @Test
    @DisplayName("a maximum that exceeds the milliseconds of a long counts as unlimited")
    void shouldTakeAnEndlessMaximum() {
        Duration endless = Duration.ofSeconds(Long.MAX_VALUE);
        RedeliveryBackOff backOff = new RedeliveryBackOff(Duration.ofMillis(1_500), 2, endless, 0);
        assertThat(backOff.delayMillis(1, 0.5)).isEqualTo(1_500);
        assertThat(backOff.delayMillis(11, 0.5)).isEqualTo(1_536_000);
        assertThat(backOff.delayMillis(Integer.MAX_VALUE, 0.5)).isEqualTo(Long.MAX_VALUE);
        assertThat(new RedeliveryBackOff(endless, 1, endless, 0).delayMillis(1, 0.5))
                .isEqualTo(Long.MAX_VALUE);
    }

    @Test
    @DisplayName("the back-off rejects invalid values")
    void shouldRefuse() {
        Duration second = Duration.ofSeconds(1);
        assertThatThrownBy(() -> new RedeliveryBackOff(second.negated(), 1, second, 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RedeliveryBackOff(second, 1, Duration.ZERO, 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RedeliveryBackOff(second, 0.9, second, 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RedeliveryBackOff(second, Double.NaN, second, 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RedeliveryBackOff(second, 1, second, 1.1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
