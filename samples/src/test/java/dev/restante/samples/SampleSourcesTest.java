package dev.restante.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Sources of the samples")
class SampleSourcesTest {

    private static final Path SOURCES = Path.of("src/main/java/dev/restante/samples");

    @Test
    @DisplayName("the samples use only public packages of Restante")
    void shouldImportPublicPackagesOnly() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            List<String> ownImports = files.filter(file -> file.toString().endsWith(".java"))
                    .flatMap(SampleSourcesTest::lines)
                    .filter(line -> line.startsWith("import ") && line.contains("dev.restante."))
                    .toList();
            assertThat(ownImports)
                    .isNotEmpty()
                    .allMatch(
                            line -> line.matches(
                                    "import (static )?dev\\.restante\\.([A-Z]\\w*|(admin|api|metrics|jta|observe|opentelemetry|option|rule)\\.[A-Z]\\w*|samples\\..*);"));
        }
    }

    @Test
    @DisplayName("each sample has fewer than 100 lines")
    void shouldBeShort() throws IOException {
        try (Stream<Path> files = Files.list(SOURCES)) {
            assertThat(files.filter(Files::isRegularFile))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(lines(file).count()).isLessThan(100));
        }
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }
}
