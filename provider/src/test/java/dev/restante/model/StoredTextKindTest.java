package dev.restante.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("SND-08 texts that the store can hold")
final class StoredTextKindTest {

    @ParameterizedTest
    @EnumSource(StoredTextKind.class)
    @DisplayName("the limit of a text counts bytes of UTF-8, not characters")
    void shouldCountBytes(StoredTextKind kind) {
        for (String letter : List.of("x", "\u00E9", "\u20AC", "\uD83D\uDE00")) {
            int bytes = letter.getBytes(StandardCharsets.UTF_8).length;
            String longest = letter.repeat(kind.maxBytes() / bytes);
            assertThat(kind.violation(longest)).isNull();
            assertThat(kind.violation(longest + letter)).contains("bytes of UTF-8");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\0", "x\0y", "\uD83D", "\uDE00", "\uD83Dx", "\uDE00\uD83D", "\uD83D\uD83D\uDE00"})
    @DisplayName("a text contains neither a NUL nor half of a surrogate pair")
    void shouldRefuseWhatNoDatabaseCanHold(String text) {
        assertThat(StoredTextKind.isStorable(text)).isFalse();
        assertThat(StoredTextKind.GROUP_ID.violation(text)).contains("which a database cannot store");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\u0001", "\uFFFF", "\uFFFE", "\uD83D\uDE00", "\n", "\u202E"})
    @DisplayName("a text can contain any other character")
    void shouldTakeAnythingElse(String text) {
        assertThat(StoredTextKind.isStorable(text)).isTrue();
        assertThat(StoredTextKind.GROUP_ID.violation(text)).isNull();
    }

    @Test
    @DisplayName("texts are ordered by their bytes, also beyond 16-bit characters")
    void shouldOrderByCodePoint() {
        assertThat(List.of("\uD83D\uDE00", "\uFFFD", "b", "a ", "a", "", "A").stream()
                        .sorted(StoredTextKind.CODE_POINT_ORDER)
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
    @DisplayName("a text is displayed on one line, without invisible characters and changes of direction")
    void shouldShowInOneLine(String text) {
        assertThat(DisplayText.shorten(text)).matches("[x\\[0-9a-y\\\\]+");
        assertThat(DisplayText.singleLine("message " + text)).matches("message [x\\[0-9a-y\\\\]+");
    }

    @Test
    @DisplayName("a long text is displayed shortened")
    void shouldShorten() {
        assertThat(DisplayText.quote("orders \u20AC \uD83D\uDE00")).isEqualTo("'orders \u20AC \uD83D\uDE00'");
        assertThat(DisplayText.shorten("x".repeat(5_000)))
                .startsWith("x".repeat(120) + "\u2026")
                .hasSizeLessThan(160)
                .contains("5000");
        assertThat(DisplayText.shorten("x" + "\uD83D\uDE00".repeat(500)))
                .hasSizeLessThan(160)
                .doesNotContain("\\u");
        assertThat(DisplayText.singleLine("x".repeat(5_000))).hasSize(5_000);
    }
}
