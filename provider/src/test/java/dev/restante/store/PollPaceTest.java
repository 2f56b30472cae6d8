package dev.restante.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("the pace at which a node looks for what others have done")
final class PollPaceTest {

    @ParameterizedTest
    @CsvSource({"0,10", "160,10", "320,20", "1000,62", "3999,249", "4000,250", "86400000,250"})
    @DisplayName("is a sixteenth of the time for which they were quiet, within bounds")
    void shouldFollowTheSilence(long quietMillis, long waitMillis) {
        assertThat(PollPace.waitMillis(quietMillis)).isEqualTo(waitMillis);
    }

    @Test
    @DisplayName("is four looks a second where nothing comes, and fewer than 300 in the first minute")
    void shouldSlowDown() {
        long millis = 0;
        int looks = 0;
        while (millis < TimeUnit.MINUTES.toMillis(1)) {
            millis += PollPace.waitMillis(millis);
            looks++;
        }
        assertThat(looks).isBetween(240, 300);
    }

    @ParameterizedTest
    @CsvSource({"10", "20", "50", "100", "160"})
    @DisplayName("finds what comes more often than six times a second within 10 ms")
    void shouldBeFastWhileSomethingComes(long everyMillis) {
        assertThat(PollPace.waitMillis(everyMillis)).isEqualTo(PollPace.SHORTEST_MILLIS);
    }
}
