package dev.restante.store.jdbc.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.restante.store.Signals.AvailabilitySignal;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("the text of announcements between nodes")
final class AnnouncementCodecTest {

    @Test
    @DisplayName("an announcement is read as it was written")
    void shouldReadWhatWasWritten() {
        String payload =
                "me:" + AnnouncementCodec.encode(7, List.of(1L, 2L)) + "," + AnnouncementCodec.encode(8, List.of());
        assertThat(AnnouncementCodec.parse(payload))
                .containsExactly(new AvailabilitySignal(7, List.of(1L, 2L)), new AvailabilitySignal(8, List.of()));
        assertThat(AnnouncementCodec.parse("me:")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "x:abc",
                "x:1;abc",
                "x:1,",
                "x:,1",
                "x:1;;2",
                ":1",
                "x:-1",
                "x:+1",
                "x:0",
                "x: 1",
                "x:1:2",
                "x:99999999999999999999"
            })
    @DisplayName("a text that no node can have written is rejected")
    void shouldRefuseWhatIsForeign(String payload) {
        assertThatIllegalArgumentException().isThrownBy(() -> AnnouncementCodec.parse(payload));
    }

    @Test
    @DisplayName("a text longer than any announcement is rejected, and the error shows the text on one line")
    void shouldRefuseWhatIsHuge() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AnnouncementCodec.parse("x:" + "1,".repeat(3_999) + "1"))
                .withMessageContaining("8001 characters");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AnnouncementCodec.parse("a\nb"))
                .withMessageContaining("a?b");
    }
}
