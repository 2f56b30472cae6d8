package dev.restante.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("prose of the documents")
final class PageProseTest {

    /** Hits that each page may have for each thousand sentences, and the number that a short page may have. */
    private static final int HITS_PER_THOUSAND = 5;

    private static final int HITS_OF_SHORT_PAGE = 2;

    private static final double LONG_SENTENCES = 0.08;

    private static final int LINES_OF_README = 120;
    private static final int LINES_OF_CHANGELOG = 60;
    private static final int LINES_OF_HOW_TO = 150;

    static Stream<Path> documents() throws IOException {
        return DocumentedCodeTest.documents();
    }

    private static PageProse prose(Path document) throws IOException {
        return new PageProse(Files.readString(document));
    }

    @ParameterizedTest
    @MethodSource("documents")
    @DisplayName("a page has few constructions that make readers stumble")
    void shouldBePlain(Path document) throws IOException {
        PageProse prose = prose(document);
        boolean readme = document.equals(DocumentedCodeTest.ROOT.resolve("README.md"));
        int allowed =
                readme ? 0 : Math.max(HITS_OF_SHORT_PAGE, prose.sentences().size() * HITS_PER_THOUSAND / 1_000);
        assertThat(prose.hits()).as("hits in %s", document).hasSizeLessThanOrEqualTo(allowed);
    }

    @ParameterizedTest
    @MethodSource("documents")
    @DisplayName("a page has few long sentences and no long table cells")
    void shouldHaveShortSentences(Path document) throws IOException {
        PageProse prose = prose(document);
        assertThat(prose.longSentences())
                .as("sentences above %d words in %s", PageProse.LONG, document)
                .hasSizeLessThanOrEqualTo((int) Math.max(1, prose.sentences().size() * LONG_SENTENCES));
        assertThat(prose.longCells())
                .as("table cells above %d words in %s", PageProse.LONG, document)
                .isEmpty();
    }

    @Test
    @DisplayName("the README, the changelog and the how-to pages are short")
    void shouldBeShort() throws IOException {
        assertThat(lines("README.md")).hasSizeLessThanOrEqualTo(LINES_OF_README);
        assertThat(lines("CHANGELOG.md")).hasSizeLessThanOrEqualTo(LINES_OF_CHANGELOG);
        try (Stream<Path> pages = Files.list(DocumentedCodeTest.ROOT.resolve("docs/how-to"))) {
            for (Path page : pages.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readAllLines(page)).as("lines of %s", page).hasSizeLessThanOrEqualTo(LINES_OF_HOW_TO);
            }
        }
    }

    private static List<String> lines(String name) throws IOException {
        return Files.readAllLines(DocumentedCodeTest.ROOT.resolve(name));
    }

    @Test
    @DisplayName("the check finds each kind of construction, and leaves good sentences alone")
    void shouldFindEachKind() {
        assertThat(hits("Somebody else holds the lock of this message."))
                .singleElement()
                .asString()
                .startsWith("'Somebody'");
        assertThat(hits("The node returns only what it has fetched.")).hasSize(1);
        assertThat(hits("Those that wait are told of it soon.")).hasSize(1);
        assertThat(hits("Of the messages in flight, all are released.")).hasSize(1);
        assertThat(hits("There are queues, but for those of topics none.")).hasSize(1);
        assertThat(hits("What happens when a node dies in a transaction?")).isEmpty();
        assertThat(hits("The consumer settles the message within its lock duration."))
                .isEmpty();
    }

    private static List<String> hits(String sentence) {
        return new PageProse(sentence).hits();
    }

    @Test
    @DisplayName("code, headings and markup are no prose, and each table cell stands alone")
    void shouldReadMarkdown() {
        PageProse prose = new PageProse(
                """
                # What nobody reads in a heading

                The [consumer](a.md) settles `what` it *has received* today. It then receives
                the next message of the queue.

                ```sh
                echo whoever runs this line is no reader
                ```

                | option | effect |
                | --- | --- |
                | `a` | WORDS |
                """
                        .replace("WORDS", "word ".repeat(26).strip()));
        assertThat(prose.sentences())
                .containsExactly(
                        "The consumer settles CODE it has received today.",
                        "It then receives the next message of the queue.",
                        "word ".repeat(26).strip());
        assertThat(prose.longCells()).hasSize(1);
        assertThat(prose.hits()).isEmpty();
    }
}
