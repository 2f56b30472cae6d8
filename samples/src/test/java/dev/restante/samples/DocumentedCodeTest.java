package dev.restante.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Test that code, files and links in the documents match the project. */
final class DocumentedCodeTest {

    static final Path ROOT =
            Path.of(System.getProperty("basedir", ".")).toAbsolutePath().getParent();
    private static final Pattern SAMPLE = Pattern.compile("<!-- sample: (\\S+)#(\\S+) -->");
    private static final String OTHER_LIBRARY = "<!-- another library -->";
    private static final Pattern FILE = Pattern.compile("<!-- file: (\\S+) -->");
    private static final Pattern SETTINGS = Pattern.compile("```(yaml|properties|sql)");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");
    private static final Pattern ANCHOR = Pattern.compile("\\]\\(([^)#:]*)#([^)]+)\\)");
    private static final Pattern HEADING = Pattern.compile("#+ (.+)");
    private static final Pattern LINKED = Pattern.compile("\\[([^\\]]*)\\]\\([^)]*\\)");
    private static final String FENCE = "```";

    static Stream<Path> documents() throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
                Stream<Path> modules = Files.find(ROOT, 4, (path, attributes) -> path.endsWith("pom.xml"))) {
            Stream.concat(top, docs)
                    .filter(path -> path.toString().endsWith(".md"))
                    .forEach(found::add);
            modules.map(module -> module.resolveSibling("README.md")).forEach(found::add);
        }
        assertThat(found).contains(ROOT.resolve("README.md"));
        return found.stream().distinct().sorted();
    }

    @ParameterizedTest
    @MethodSource("documents")
    @DisplayName("each Java block in a document equals a region of a sample")
    void shouldShowCodeOfTheSamples(Path document) throws IOException {
        List<String> lines = Files.readAllLines(document);
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).equals(FENCE + "java")
                    && !(i > 0 && lines.get(i - 1).equals(OTHER_LIBRARY))) {
                Matcher sample = SAMPLE.matcher(i == 0 ? "" : lines.get(i - 1));
                assertThat(sample.matches())
                        .as("line %d of %s names no sample before its Java block", i + 1, document)
                        .isTrue();
                assertThat(block(lines, i + 1))
                        .as("the Java block at line %d of %s", i + 1, document)
                        .isEqualTo(region(ROOT.resolve(sample.group(1)), sample.group(2)));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    @DisplayName("each block that names a file equals the content of the file")
    void shouldShowFilesOfTheSamples(Path document) throws IOException {
        List<String> lines = Files.readAllLines(document);
        for (int i = 0; i < lines.size(); i++) {
            Matcher file = FILE.matcher(lines.get(i));
            if (file.matches()) {
                assertThat(block(lines, i + 2))
                        .as("the block at line %d of %s", i + 2, document)
                        .isEqualTo(Files.readAllLines(ROOT.resolve(file.group(1))));
            }
        }
    }

    /** Blocks of other languages, by page, with the test that reads them from the page. */
    private static final Map<String, String> TESTED = Map.of(
            "docs/how-to/spring.md properties", "ConfiguredEntitiesOfApplicationTest",
            "docs/operations/mariadb.md sql", "MariaDbDocumentedSqlTest",
            "docs/operations/postgresql.md sql", "PostgresDocumentedSqlTest",
            "docs/operations/rights.md sql", "PostgresDocumentedSqlTest",
            "docs/reference/factory.md sql", "HsqldbDocumentedSqlTest",
            "docs/start/spring-boot.md sql", "BookshopApplicationTest",
            "docs/start/spring-boot.md yaml", "BookshopApplicationTest");

    @ParameterizedTest
    @MethodSource("documents")
    @DisplayName("each block of YAML, properties or SQL names a file, or a test reads it from the page")
    void shouldTestSettings(Path document) throws IOException {
        List<String> lines = Files.readAllLines(document);
        for (int i = 1; i < lines.size(); i++) {
            Matcher block = SETTINGS.matcher(lines.get(i));
            if (block.matches() && !FILE.matcher(lines.get(i - 1)).matches()) {
                assertThat(TESTED)
                        .as("the block at line %d of %s", i + 1, document)
                        .containsKey(ROOT.relativize(document).toString().replace('\\', '/') + " " + block.group(1));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    @DisplayName("each link within the project leads to an existing file")
    void shouldLinkToWhatExists(Path document) throws IOException {
        Matcher link = LINK.matcher(Files.readString(document));
        while (link.find()) {
            assertThat(document.resolveSibling(link.group(1)))
                    .as("a link in %s", document)
                    .exists();
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    @DisplayName("each link to a section leads to a heading")
    void shouldLinkToSectionsThatExist(Path document) throws IOException {
        Matcher link = ANCHOR.matcher(Files.readString(document));
        while (link.find()) {
            Path target = link.group(1).isEmpty() ? document : document.resolveSibling(link.group(1));
            assertThat(anchors(target))
                    .as("the sections of %s, to which %s links", target, document)
                    .contains(link.group(2));
        }
    }

    /** Returns the headings of a page in the form in which links refer to them. */
    private static List<String> anchors(Path page) throws IOException {
        return Files.readAllLines(page).stream()
                .map(HEADING::matcher)
                .filter(Matcher::matches)
                .map(heading -> LINKED.matcher(heading.group(1)).replaceAll("$1"))
                .map(title -> title.toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\w\\- ]", "")
                        .replace(' ', '-'))
                .toList();
    }

    @Test
    @DisplayName("continuous integration runs the test command of the README")
    void shouldRunTheTestCommand() throws IOException {
        List<String> readme = Files.readAllLines(ROOT.resolve("README.md"));
        int command = readme.indexOf("<!-- command: tests -->");
        assertThat(command).isNotNegative();
        List<String> run = Files.readAllLines(ROOT.resolve(".ci/run")).stream()
                .filter(line -> line.startsWith("mvn "))
                .map(line ->
                        line.replace(" --batch-mode --no-transfer-progress", "").replace(" </dev/null", ""))
                .toList();
        assertThat(run).isEqualTo(block(readme, command + 2));
        assertThat(ROOT.resolve(".ci/run")).isExecutable();
    }

    @Test
    @DisplayName("the documented samples run without a failure")
    void shouldRun(@TempDir Path directory) throws Exception {
        String url = "jdbc:hsqldb:file:" + directory.resolve("store");
        SendAndReceive.main(new String[] {url});
        ConfigureQueue.main(new String[] {url});
    }

    private static List<String> block(List<String> lines, int start) {
        List<String> rest = lines.subList(start, lines.size());
        return List.copyOf(rest.subList(0, rest.indexOf(FENCE)));
    }

    /** Returns the lines of a region, moved to the left margin. */
    private static List<String> region(Path source, String name) {
        List<String> lines;
        try {
            lines = Files.readAllLines(source);
        } catch (IOException e) {
            throw new UncheckedIOException("a document names a sample that can't be read: " + source, e);
        }
        List<String> stripped = lines.stream().map(String::strip).toList();
        int begin = stripped.indexOf("// region " + name);
        assertThat(begin).as("region %s in %s", name, source).isNotNegative();
        int length = stripped.subList(begin, stripped.size()).indexOf("// endregion");
        assertThat(length).as("end of region %s in %s", name, source).isPositive();
        int margin = lines.get(begin).indexOf('/');
        return lines.subList(begin + 1, begin + length).stream()
                .map(line -> line.substring(Math.min(margin, line.length())))
                .toList();
    }
}
