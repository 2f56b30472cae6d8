package dev.restante.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the ranges of entity options")
final class EntityOptionsTest {

    private static final Duration TWELVE_HOURS = Duration.ofHours(12);

    @Test
    @DisplayName("VIS-01 the lock duration is between 0 s and 12 h, and 30 s by default")
    void shouldBoundTheLockDuration() {
        assertThat(EntityOptions.DEFAULT.lockDuration()).isEqualTo(Duration.ofSeconds(30));
        for (Duration allowed : List.of(Duration.ZERO, Duration.ofMillis(1), TWELVE_HOURS)) {
            assertThat(EntityOptions.DEFAULT
                            .with(QueueOption.LOCK_DURATION, allowed)
                            .lockDuration())
                    .isEqualTo(allowed);
        }
        for (Duration refused : List.of(Duration.ofMillis(-1), TWELVE_HOURS.plusMillis(1))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> EntityOptions.DEFAULT.with(QueueOption.LOCK_DURATION, refused))
                    .withMessageContaining("lockDuration " + refused);
        }
    }

    @Test
    @DisplayName("RCV-07 the maximum delivery count is at least one, and ten by default")
    void shouldBoundTheDeliveryCount() {
        assertThat(EntityOptions.DEFAULT.maxDeliveryCount()).isEqualTo(10);
        for (int allowed : new int[] {1, Integer.MAX_VALUE}) {
            assertThat(EntityOptions.DEFAULT
                            .with(QueueOption.MAX_DELIVERY_COUNT, allowed)
                            .maxDeliveryCount())
                    .isEqualTo(allowed);
        }
        for (int refused : new int[] {0, -1}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, refused))
                    .withMessageContaining("maxDeliveryCount " + refused);
        }
    }

    @Test
    @DisplayName("TTL-09 the default time to live is at least one millisecond, and unset by default")
    void shouldBoundTheDefaultTimeToLive() {
        assertThat(EntityOptions.DEFAULT.defaultTimeToLive()).isNull();
        for (Duration allowed : List.of(Duration.ofMillis(1), Duration.ofMillis(Long.MAX_VALUE))) {
            assertThat(EntityOptions.DEFAULT
                            .with(QueueOption.DEFAULT_TIME_TO_LIVE, allowed)
                            .defaultTimeToLive())
                    .isEqualTo(allowed);
        }
        for (Duration refused : List.of(Duration.ZERO, Duration.ofNanos(999_999), Duration.ofMillis(-1))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> EntityOptions.DEFAULT.with(QueueOption.DEFAULT_TIME_TO_LIVE, refused))
                    .withMessageContaining("defaultTimeToLive " + refused);
        }
    }

    @Test
    @DisplayName("TTL-11 a default time to live can exceed the milliseconds of a long, and is unlimited then")
    void shouldTakeAnEndlessDefault() {
        Duration endless = Duration.ofSeconds(Long.MAX_VALUE);
        assertThat(EntityOptions.DEFAULT
                        .with(QueueOption.DEFAULT_TIME_TO_LIVE, endless)
                        .defaultTimeToLive())
                .isEqualTo(endless);
    }

    @Test
    @DisplayName("IDLE-01 the idle time of an entity is at least five minutes, and unlimited by default")
    void shouldBoundTheIdleTime() {
        assertThat(EntityOptions.DEFAULT.autoDeleteOnIdle()).isNull();
        Duration least = Duration.ofMinutes(5);
        assertThat(EntityOptions.DEFAULT
                        .with(QueueOption.AUTO_DELETE_ON_IDLE, least)
                        .autoDeleteOnIdle())
                .isEqualTo(least);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EntityOptions.DEFAULT.with(QueueOption.AUTO_DELETE_ON_IDLE, least.minusMillis(1)))
                .withMessageContaining("autoDeleteOnIdle PT4M59.999S");
    }
}
