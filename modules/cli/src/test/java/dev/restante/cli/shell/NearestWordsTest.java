package dev.restante.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("mistyped words")
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
    @DisplayName("a mistyped word matches the known word with the fewest errors")
    void shouldFind(String word, String meant) {
        assertThat(NearestWords.find(word, KNOWN)).containsExactly(meant);
    }

    @ParameterizedTest
    @CsvSource({"colour", "xyz", "x", "''"})
    @DisplayName("a word that resembles no known word has no match")
    void shouldFindNothing(String word) {
        assertThat(NearestWords.find(word, KNOWN)).isEmpty();
        assertThat(NearestWords.suggestion(NearestWords.find(word, KNOWN))).isEmpty();
    }

    @Test
    @DisplayName("a word that resembles several known words equally has at most three matches")
    void shouldNameSeveral() {
        List<String> words = NearestWords.find("orderx", List.of("order1", "order2", "order3", "order4", "other"));
        assertThat(words).containsExactly("order1", "order2", "order3");
        assertThat(NearestWords.suggestion(words)).isEqualTo(" Did you mean order1 or order2 or order3?");
    }
}
