package dev.restante.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TopicPatternTest {

    @ParameterizedTest
    @CsvSource({"*, *", "#, #", ">, #", "a.>, a.#", "a/>, a/#", ">.b, #.b", ">.>, #.#", "a.*.#, a.*.#", "a->.#, a->.#"})
    @DisplayName("WILD-01 a name with a segment of a wildcard is a pattern, in which '>' becomes '#'")
    void shouldNormalise(String name, String pattern) {
        assertThat(TopicPattern.isPattern(name)).isTrue();
        assertThat(TopicPattern.normalised(name)).isEqualTo(pattern);
        assertThat(TopicPattern.violation(pattern)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a.b", "a*b", "c++", "#1", "a->b.c", ">>", "***"})
    @DisplayName("WILD-01 a name without a segment of a wildcard is the name of a topic")
    void shouldKnowNames(String name) {
        assertThat(TopicPattern.isPattern(name)).isFalse();
    }

    @Test
    @DisplayName("WILD-01 wildcards of other providers and wildcards within a segment are rejected")
    void shouldRejectPatterns() {
        assertThat(TopicPattern.isPattern("a.**")).isTrue();
        assertThat(TopicPattern.violation("a.**.+.**"))
                .isEqualTo("has the segment '**' and '+'. Use '*' for one segment and '#' for any number of segments.");
        assertThat(TopicPattern.violation("a*.#")).contains("within the segment 'a*'");
    }

    @Test
    @DisplayName("WILD-02 names with '$' and invalid stored patterns match nothing")
    void shouldCover() {
        assertThat(TopicPattern.matcher("a.#").test("a.b")).isTrue();
        assertThat(TopicPattern.matcher("a.#").test("b.a")).isFalse();
        assertThat(TopicPattern.matcher("a.#").test("a.b$c")).isFalse();
        assertThat(TopicPattern.matcher("a*.#").test("a*.b")).isFalse();
        assertThat(TopicPattern.covers(TopicPattern.standIn("a.#"), "a.b")).isFalse();
    }
}
