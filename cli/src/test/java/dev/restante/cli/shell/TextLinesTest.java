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

@DisplayName("the texts that the command line reads")
class TextLinesTest {

    private static final Pattern OTHER_READERS = Pattern.compile(
            "Files\\.(readAllLines|readString|lines|newBufferedReader)|InputStreamReader|FileReader|new Scanner");

    private static TextLines lines(String text, int mostBytes) {
        return new TextLines(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), mostBytes);
    }

    @Test
    @DisplayName("are split at line feeds, carriage returns and both")
    void shouldSplit() throws IOException {
        try (TextLines reader = lines("a\nb\r\n\r\rc\u20ac\n\nd", 10)) {
            List<String> read = new ArrayList<>();
            for (String line = reader.next(); line != null; line = reader.next()) {
                read.add(line);
                assertThat(reader.number()).isEqualTo(read.size());
            }
            assertThat(read).containsExactly("a", "b", "", "", "c\u20ac", "", "d");
        }
    }

    @Test
    @DisplayName("have no line that is larger than the memory; such a line can be passed over")
    void shouldRefuseLongLines() throws IOException {
        String text = "12345678\n123456789\nend";
        try (TextLines reader = lines(text, 8)) {
            assertThat(reader.next()).isEqualTo("12345678");
            assertThatThrownBy(reader::next)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("more than 8 bytes")
                    .hasMessageContaining("-Xmx");
            assertThat(reader.number()).isEqualTo(2);
        }
        try (TextLines reader = lines(text, 8)) {
            assertThat(reader.skip()).isTrue();
            assertThat(reader.skip()).isTrue();
            assertThat(reader.next()).isEqualTo("end");
            assertThat(reader.number()).isEqualTo(3);
            assertThat(reader.skip()).isFalse();
        }
    }

    @Test
    @DisplayName("are all read by one class, which names the line that is wrong")
    void shouldBeReadByOneClass() throws IOException {
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            assertThat(sources.filter(Files::isRegularFile)
                            .filter(source -> !source.endsWith("TextLines.java"))
                            .filter(source -> {
                                try {
                                    return OTHER_READERS
                                            .matcher(Files.readString(source))
                                            .find();
                                } catch (IOException e) {
                                    throw new AssertionError(e);
                                }
                            }))
                    .isEmpty();
        }
    }
}
