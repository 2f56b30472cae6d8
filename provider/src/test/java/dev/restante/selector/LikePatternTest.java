package dev.restante.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LikePatternTest {

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "12%3, 123, true",
                "12%3, 12993, true",
                "12%3, 1234, false",
                "12%3, 12333, true",
                "l_se, lose, true",
                "l_se, loose, false",
                "AB%CD, ABCD, true",
                "%a%b%, xaxbx, true",
                "%a%b%, xbxax, false",
                "%ab, aab, true",
                "%aab, aaab, true",
                "a%%b, ab, true",
                "_%_, a, false",
                "_%_, ab, true",
                "%_, \"\", false",
                "%, \"\", true",
                "\"\", \"\", true",
                "\"\", a, false",
                "a.c, abc, false",
                "[a]*, a, false",
                "[a]*, [a]*, true",
                "a_c, a😀c, true",
                "%😀, 😀😀, true"
            })
    @DisplayName("SEL-29 _ matches one character, % matches any run, and each other character matches itself")
    void shouldMatchWholeTexts(String pattern, String text, boolean expected) {
        assertThat(LikePattern.of(pattern).matches(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "A_fo_A%f%, _foo%foo, true",
        "A%fooA_, _foo%, false",
        "A%fooA_, %foo_, true",
        "A_A_, _A, false",
        "A_A_, __, true",
        "AA_, Ax, true",
        "AAA_, A_, true"
    })
    @DisplayName("SEL-29 an escape character makes the next character literal")
    void shouldTakeEscapedCharactersLiterally(String pattern, String text, boolean expected) {
        assertThat(LikePattern.of(pattern, 'A').matches(text)).isEqualTo(expected);
    }

    @Test
    @DisplayName("SEL-29 a wildcard can be the escape character")
    void shouldAllowWildcardsToEscape() {
        assertThat(LikePattern.of("100%%_", '%').matches("100%x")).isTrue();
        assertThat(LikePattern.of("__%", '_').matches("_x")).isTrue();
        assertThatIllegalArgumentException().isThrownBy(() -> LikePattern.of("100%", '%'));
        assertThatIllegalArgumentException().isThrownBy(() -> LikePattern.of("%x", '%'));
    }

    @Test
    @DisplayName("SEL-29 no pattern makes matching take exponential time")
    void shouldStayPolynomialOnHostilePatterns() {
        String text = "a".repeat(2_000);
        boolean matched = Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> LikePattern.of("%a".repeat(500) + "b").matches(text));
        assertThat(matched).isFalse();
    }
}
