package dev.restante.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("SND-08 what the store can hold as text")
final class StoredTextTest {

    @ParameterizedTest
    @EnumSource(StoredText.class)
    @DisplayName("has as many bytes of UTF-8 as the limit says, however many characters those are")
    void shouldCountBytes(StoredText kind) {
        for (String letter : List.of("x", "\u00E9", "\u20AC", "\uD83D\uDE00")) {
            int bytes = letter.getBytes(StandardCharsets.UTF_8).length;
            String longest = letter.repeat(kind.mostBytes() / bytes);
            assertThat(kind.objection(longest)).isNull();
            assertThat(kind.objection(longest + letter)).contains("bytes of UTF-8");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\0", "x\0y", "\uD83D", "\uDE00", "\uD83Dx", "\uDE00\uD83D", "\uD83D\uD83D\uDE00"})
    @DisplayName("has no NUL and no half of a surrogate pair")
    void shouldRefuseWhatNoDatabaseCanHold(String text) {
        assertThat(StoredText.isStorable(text)).isFalse();
        assertThat(StoredText.GROUP_ID.objection(text)).contains("which a database can't hold");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\u0001", "\uFFFF", "\uFFFE", "\uD83D\uDE00", "\n", "\u202E"})
    @DisplayName("may have any other character")
    void shouldTakeAnythingElse(String text) {
        assertThat(StoredText.isStorable(text)).isTrue();
        assertThat(StoredText.GROUP_ID.objection(text)).isNull();
    }

    @Test
    @DisplayName("is ordered as its bytes are, beyond 16 bits too")
    void shouldOrderByCodePoint() {
        assertThat(List.of("\uD83D\uDE00", "\uFFFD", "b", "a ", "a", "", "A").stream()
                        .sorted(StoredText.ORDER)
                        .toList())
                .containsExactly("", "A", "a", "a ", "b", "\uFFFD", "\uD83D\uDE00");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x\ny",
                "x\r\ny",
                "\u0000",
                "\u001B[31m",
                "x\u2028y",
                "x\u2029y",
                "\u202Ex",
                "x\u200By",
                "\u0085",
                "\uD83D"
            })
    @DisplayName("is shown in one line, without what is invisible or turns the writing around")
    void shouldShowInOneLine(String text) {
        assertThat(ShownText.of(text)).matches("[x\\[0-9a-y\\\\]+");
        assertThat(ShownText.line("message " + text)).matches("message [x\\[0-9a-y\\\\]+");
    }

    @Test
    @DisplayName("is shown shortened")
    void shouldShorten() {
        assertThat(ShownText.quoted("orders \u20AC \uD83D\uDE00")).isEqualTo("'orders \u20AC \uD83D\uDE00'");
        assertThat(ShownText.of("x".repeat(5_000)))
                .startsWith("x".repeat(120) + "\u2026")
                .hasSizeLessThan(160)
                .contains("5000");
        assertThat(ShownText.of("x" + "\uD83D\uDE00".repeat(500)))
                .hasSizeLessThan(160)
                .doesNotContain("\\u");
        assertThat(ShownText.line("x".repeat(5_000))).hasSize(5_000);
    }
}
