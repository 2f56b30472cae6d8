package dev.restante.store.jdbc.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.restante.store.Signals.Arrival;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("what nodes announce to each other")
final class AnnouncementTextTest {

    @Test
    @DisplayName("is read as it was written")
    void shouldReadWhatWasWritten() {
        String payload = "me:" + AnnouncementText.of(7, List.of(1L, 2L)) + "," + AnnouncementText.of(8, List.of());
        assertThat(AnnouncementText.parse(payload))
                .containsExactly(new Arrival(7, List.of(1L, 2L)), new Arrival(8, List.of()));
        assertThat(AnnouncementText.parse("me:")).isEmpty();
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
    @DisplayName("is ignored where no node can have written it")
    void shouldRefuseWhatIsForeign(String payload) {
        assertThatIllegalArgumentException().isThrownBy(() -> AnnouncementText.parse(payload));
    }

    @Test
    @DisplayName("is never longer than what nodes write, and is shown shortened and on one line")
    void shouldRefuseWhatIsHuge() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AnnouncementText.parse("x:" + "1,".repeat(3_999) + "1"))
                .withMessageContaining("8001 characters");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AnnouncementText.parse("a\nb"))
                .withMessageContaining("a?b");
    }
}
