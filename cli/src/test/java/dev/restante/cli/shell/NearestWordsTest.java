package dev.restante.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("a mistyped word")
class NearestWordsTest {

    private static final List<String> KNOWN = List.of("send", "receive", "redrive", "queue", "quit", "ls", "--delay");

    @ParameterizedTest
    @CsvSource({
        "sned, send",
        "sen, send",
        "sendd, send",
        "recieve, receive",
        "--delai, --delay",
        "sl, ls",
        "send, send",
    })
    @DisplayName("means the known word with the fewest errors")
    void shouldFind(String word, String meant) {
        assertThat(NearestWords.to(word, KNOWN)).containsExactly(meant);
    }

    @ParameterizedTest
    @CsvSource({"colour", "xyz", "x", "''"})
    @DisplayName("that is like no known word means none")
    void shouldFindNothing(String word) {
        assertThat(NearestWords.to(word, KNOWN)).isEmpty();
        assertThat(NearestWords.question(NearestWords.to(word, KNOWN))).isEmpty();
    }

    @Test
    @DisplayName("that is as near to several words may mean three of them")
    void shouldNameSeveral() {
        List<String> words = NearestWords.to("orderx", List.of("order1", "order2", "order3", "order4", "other"));
        assertThat(words).containsExactly("order1", "order2", "order3");
        assertThat(NearestWords.question(words)).isEqualTo("; did you mean order1 or order2 or order3?");
    }
}
