package dev.restante.samples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Demo event")
class DemoEventTest {

    @Test
    @DisplayName("a parsed event equals the reported event")
    void shouldBeParsed() {
        for (DemoEvent event : new DemoEvent[] {
            new DemoEvent.JobAccepted(17),
            new DemoEvent.TextEvent("a . b"),
            new DemoEvent.ProgressEvent(1, 2, 3, 4, 5, 6, 7)
        }) {
            assertThat(DemoEvent.parse(event.text())).contains(event);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "acc", "accepted 1", "accepted 17", "accepted 17 ", "progress 1 2"})
    @DisplayName("an incomplete line is ignored")
    void shouldIgnoreHalves(String half) {
        assertThat(DemoEvent.parse(half)).isEmpty();
    }
}
