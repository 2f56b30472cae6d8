package dev.restante.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("the poll back-off of a node")
final class PollBackOffTest {

    @ParameterizedTest
    @CsvSource({"0,10", "160,10", "320,20", "1000,62", "3999,249", "4000,250", "86400000,250"})
    @DisplayName("the poll interval is a sixteenth of the time since the last arrival, within bounds")
    void shouldFollowTheSilence(long quietMillis, long waitMillis) {
        assertThat(PollBackOff.intervalMillis(quietMillis)).isEqualTo(waitMillis);
    }

    @Test
    @DisplayName("a node without arrivals polls fewer than 300 times in the first minute")
    void shouldSlowDown() {
        long millis = 0;
        int looks = 0;
        while (millis < TimeUnit.MINUTES.toMillis(1)) {
            millis += PollBackOff.intervalMillis(millis);
            looks++;
        }
        assertThat(looks).isBetween(240, 300);
    }

    @ParameterizedTest
    @CsvSource({"10", "20", "50", "100", "160"})
    @DisplayName("a node polls every 10 ms while messages arrive more often than six times a second")
    void shouldBeFastWhileSomethingComes(long everyMillis) {
        assertThat(PollBackOff.intervalMillis(everyMillis)).isEqualTo(PollBackOff.MIN_INTERVAL_MILLIS);
    }
}
