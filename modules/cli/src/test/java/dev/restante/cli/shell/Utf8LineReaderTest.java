package dev.restante.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("texts that the command line reads")
class Utf8LineReaderTest {

    private static final String OTHER_READERS =
            "Files\\.(readAll|readString|lines|newBufferedReader|newInputStream)|InputStreamReader|FileReader|new Scanner";

    private static Utf8LineReader lines(String text, int mostBytes) {
        return new Utf8LineReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), mostBytes);
    }

    @Test
    @DisplayName("lines end with a line feed, a carriage return or both")
    void shouldSplit() throws IOException {
        try (Utf8LineReader reader = lines("a\nb\r\n\r\rc\u20ac\n\nd", 10)) {
            List<String> read = new ArrayList<>();
            for (String line = reader.next(); line != null; line = reader.next()) {
                read.add(line);
                assertThat(reader.number()).isEqualTo(read.size());
            }
            assertThat(read).containsExactly("a", "b", "", "", "c\u20ac", "", "d");
        }
    }

    @Test
    @DisplayName("the reader rejects a line that is larger than its limit, but can skip it")
    void shouldRefuseLongLines() throws IOException {
        String text = "12345678\n123456789\nend";
        try (Utf8LineReader reader = lines(text, 8)) {
            assertThat(reader.next()).isEqualTo("12345678");
            assertThatThrownBy(reader::next)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("more than 8 bytes")
                    .hasMessageContaining("-Xmx");
            assertThat(reader.number()).isEqualTo(2);
        }
        try (Utf8LineReader reader = lines(text, 8)) {
            assertThat(reader.skip()).isTrue();
            assertThat(reader.skip()).isTrue();
            assertThat(reader.next()).isEqualTo("end");
            assertThat(reader.number()).isEqualTo(3);
            assertThat(reader.skip()).isFalse();
        }
    }

    @Test
    @DisplayName("the reader rejects a whole text that is larger than its limit")
    void shouldRefuseLargeTexts() throws IOException {
        byte[] text = "1234\n678".getBytes(StandardCharsets.UTF_8);
        assertThat(Utf8LineReader.readAll(new ByteArrayInputStream(text), 8)).isEqualTo("1234\n678");
        assertThatThrownBy(() -> Utf8LineReader.readAll(new ByteArrayInputStream(text), 7))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the text has more than 7 bytes")
                .hasMessageContaining("larger heap");
    }

    @Test
    @DisplayName("the command line reads texts only through this class")
    void shouldBeReadByOneClass() throws IOException {
        // An XML parser reads bytes, because the document names its encoding.
        assertThat(sourcesWith(OTHER_READERS)).allMatch(source -> source.endsWith("XmlDocumentReader.java"));
    }

    /** Returns the other source files of the command line that match a regular expression. */
    static List<Path> sourcesWith(String pattern) throws IOException {
        Pattern wanted = Pattern.compile(pattern);
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            return sources.filter(Files::isRegularFile)
                    .filter(source -> !source.endsWith("Utf8LineReader.java"))
                    .filter(source -> {
                        try {
                            return wanted.matcher(Files.readString(source)).find();
                        } catch (IOException e) {
                            throw new AssertionError(e);
                        }
                    })
                    .toList();
        }
    }
}
