package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the movable clock")
class MovableClockTest {

    @Test
    @DisplayName(
            "a clock that is moved beyond the milliseconds of a long stops at the last instant and never goes back")
    void shouldStopAtTheLastInstant() {
        MovableClock clock = new MovableClock(Instant.parse("2026-01-01T00:00:00Z"));
        for (int i = 0; i < 3; i++) {
            clock.advance(Duration.ofSeconds(Long.MAX_VALUE));
            assertThat(clock.millis()).isEqualTo(Long.MAX_VALUE);
        }
    }
}
