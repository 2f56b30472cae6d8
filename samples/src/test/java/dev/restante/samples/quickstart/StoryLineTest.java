package dev.restante.samples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A line of the story")
class StoryLineTest {

    @Test
    @DisplayName("comes across as it was")
    void shouldBeParsed() {
        for (StoryLine line : new StoryLine[] {
            new StoryLine.Accepted(17), new StoryLine.Note("a . b"), new StoryLine.Progress(1, 2, 3, 4, 5, 6, 7)
        }) {
            assertThat(StoryLine.parse(line.text())).contains(line);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "acc", "accepted 1", "accepted 17", "accepted 17 ", "progress 1 2"})
    @DisplayName("is passed over when it was cut off")
    void shouldIgnoreHalves(String half) {
        assertThat(StoryLine.parse(half)).isEmpty();
    }
}
