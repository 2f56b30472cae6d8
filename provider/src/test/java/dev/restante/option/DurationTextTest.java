package dev.restante.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("durations as text")
class DurationTextTest {

    @ParameterizedTest
    @CsvSource({"0s,0s", "500ms,500ms", "90s,1m30s", "1h30m,1h30m", "7d,7d", "1d2h3m4s5ms,1d2h3m4s5ms", "PT30S,30s"})
    @DisplayName("a duration has units, and is formatted in the shortest exact form")
    void shouldReadDurations(String text, String shortest) {
        Duration duration = DurationText.parse(text);
        assertThat(DurationText.format(duration)).isEqualTo(shortest);
        assertThat(DurationText.parse(shortest)).isEqualTo(duration);
    }

    @Test
    @DisplayName("IDLE-08 the longest durations are formatted and parsed again without loss")
    void shouldKnowNever() {
        Duration never = Duration.ofSeconds(Long.MAX_VALUE);
        assertThat(DurationText.parse(DurationText.format(never))).isEqualTo(never);
        assertThat(DurationText.format(Duration.ofSeconds(Long.MIN_VALUE))).startsWith("PT-");
        assertThatIllegalArgumentException().isThrownBy(() -> DurationText.parse("999999999999999999d"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "30", "5 s", "1s1m", "m", "-5s", "1w"})
    @DisplayName("an invalid duration is rejected with an example")
    void shouldRefuseDurations(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DurationText.parse(text))
                .withMessageContaining("'" + text + "' is not a duration")
                .withMessageContaining("30s");
    }
}
