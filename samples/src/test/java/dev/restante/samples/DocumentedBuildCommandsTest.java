package dev.restante.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Test that Maven commands in the documents name modules, profiles, test classes and samples that exist. */
@DisplayName("Maven commands in the documents")
final class DocumentedBuildCommandsTest {

    private static final Path ROOT = DocumentedCodeTest.ROOT;
    private static final Pattern COMMAND = Pattern.compile("^(?:\\./mvnw|mvn) .*$", Pattern.MULTILINE);
    private static final Pattern PROFILE = Pattern.compile("<id>([\\w-]+)</id>");

    private static Set<String> profiles;
    private static Set<String> testClasses;

    static Stream<Path> documents() throws IOException {
        return DocumentedCodeTest.documents();
    }

    @BeforeAll
    static void readProject() throws IOException {
        try (Stream<Path> files = Files.find(ROOT, 4, (path, attributes) -> path.endsWith("pom.xml"))) {
            profiles = files.flatMap(pom -> matches(PROFILE, pom)).collect(Collectors.toSet());
        }
        try (Stream<Path> files = Files.walk(ROOT)) {
            testClasses = files.filter(file -> file.toString().contains("src/test/java")
                            && file.toString().endsWith(".java"))
                    .map(file -> file.getFileName().toString().replace(".java", ""))
                    .collect(Collectors.toSet());
        }
        assertThat(testClasses).contains("DocumentedBuildCommandsTest");
    }

    private static Stream<String> matches(Pattern pattern, Path file) {
        try {
            return pattern.matcher(Files.readString(file)).results().map(match -> match.group(1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> values(String command, String option) {
        Matcher value = Pattern.compile(" " + option + "'?([^\\s']+)").matcher(command);
        return value.results()
                .flatMap(each -> Stream.of(each.group(1).split(",")))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("documents")
    @DisplayName("a command names modules, profiles, test classes and samples that exist")
    void shouldNameWhatExists(Path document) throws IOException {
        List<String> commands = COMMAND.matcher(Files.readString(document))
                .results()
                .map(MatchResult::group)
                .toList();
        for (String command : commands) {
            for (String module : values(command, "-pl ")) {
                assertThat(ROOT.resolve(module).resolve("pom.xml"))
                        .as("%s in %s", command, document)
                        .exists();
            }
            assertThat(profiles).as("%s in %s", command, document).containsAll(values(command, "-P"));
            for (String name : values(command, "-Dtest=")) {
                Pattern wanted = Pattern.compile(
                        name.replaceAll("[$#].*", "").replace("*", ".*").replace("!", ""));
                assertThat(name.equals("none") || testClasses.stream().anyMatch(wanted.asMatchPredicate()))
                        .as("test class %s of %s in %s", name, command, document)
                        .isTrue();
            }
            for (String sample : values(command, "-Dsample=")) {
                assertThat(ROOT.resolve("samples/src/main/java/dev/restante/samples/" + sample + ".java"))
                        .as("%s in %s", command, document)
                        .exists();
            }
        }
    }
}
