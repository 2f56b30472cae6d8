package dev.restante.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@code bin/restante} with stub programs in place of Java and of the command locale. */
@DisplayName("Locale of bin/restante")
@DisabledOnOs(OS.WINDOWS)
class StartScriptTest {

    private static final Path SCRIPT = Path.of(System.getProperty("basedir", "."))
            .toAbsolutePath()
            .normalize()
            .getParent()
            .resolveSibling("bin")
            .resolve("restante");

    private static final List<String> ASCII = List.of("ANSI_X3.4-1968", "US-ASCII", "646");

    @TempDir
    Path directory;

    private Path programs;

    @BeforeEach
    void makePrograms() throws IOException {
        programs = Files.createDirectories(directory.resolve("programs"));
        for (String program : List.of("sh", "dirname", "readlink", "sed")) {
            Files.createSymbolicLink(programs.resolve(program), found(program).orElseThrow());
        }
        Path home = Files.createDirectories(directory.resolve("restante"));
        Files.createDirectories(home.resolve("lib"));
        Files.createDirectories(home.resolve("bin"));
        Files.createFile(home.resolve("restante-cli.jar"));
        Files.copy(SCRIPT, home.resolve("bin/restante"));
        Path java = Files.createDirectories(directory.resolve("jdk/bin")).resolve("java");
        program(java, "echo \"${LC_ALL-none}\"");
        Files.writeString(directory.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\n");
    }

    private static Optional<Path> found(String program) {
        return Stream.of("/usr/bin", "/bin")
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static void program(Path file, String line) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + line + "\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    /** Returns {@code LC_ALL} in the environment of Java, which must be the same in each shell of this machine. */
    private String localeOfJava(Map<String, String> locale) throws IOException, InterruptedException {
        List<List<String>> shells = new ArrayList<>();
        for (String shell : List.of("sh", "dash", "bash")) {
            found(shell).ifPresent(path -> shells.add(List.of(path.toString())));
        }
        found("busybox").ifPresent(path -> shells.add(List.of(path.toString(), "sh")));
        List<String> found = new ArrayList<>();
        for (List<String> shell : shells) {
            List<String> command = new ArrayList<>(shell);
            command.addAll(List.of(directory.resolve("restante/bin/restante").toString(), "list"));
            ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
            builder.environment().clear();
            builder.environment().putAll(locale);
            builder.environment().put("PATH", programs.toString());
            builder.environment().put("JAVA_HOME", directory.resolve("jdk").toString());
            Process process = builder.start();
            found.add(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip());
            assertThat(process.waitFor()).as("%s: %s", shell, found).isZero();
        }
        assertThat(found).isNotEmpty().containsOnly(found.get(0));
        return found.get(0);
    }

    @Test
    @DisplayName("Java gets the locale C.UTF-8 if the charset of the locale is ASCII, as in an uninstalled locale")
    void shouldReplaceAscii() throws Exception {
        for (String charset : ASCII) {
            program(programs.resolve("locale"), "echo 'locale: Cannot set LC_CTYPE' >&2; echo " + charset);
            assertThat(localeOfJava(Map.of("LANG", "de_DE.UTF-8"))).as(charset).isEqualTo("C.UTF-8");
            assertThat(localeOfJava(Map.of("LC_ALL", "de_DE.UTF-8")))
                    .as(charset)
                    .isEqualTo("C.UTF-8");
            assertThat(localeOfJava(Map.of())).as(charset).isEqualTo("C.UTF-8");
        }
    }

    @Test
    @DisplayName("Java keeps the locale if its charset has more characters than ASCII")
    void shouldKeepOthers() throws Exception {
        for (String charset : List.of("UTF-8", "ISO-8859-1")) {
            program(programs.resolve("locale"), "echo " + charset);
            assertThat(localeOfJava(Map.of("LANG", "de_DE"))).as(charset).isEqualTo("none");
            assertThat(localeOfJava(Map.of("LC_ALL", "de_DE"))).as(charset).isEqualTo("de_DE");
        }
    }

    @Test
    @DisplayName("the name of the locale decides on a machine without a working command locale")
    void shouldGoByTheName() throws Exception {
        shouldKnowNames();
        program(programs.resolve("locale"), "exit 1");
        shouldKnowNames();
    }

    private void shouldKnowNames() throws Exception {
        assertThat(localeOfJava(Map.of())).isEqualTo("C.UTF-8");
        assertThat(localeOfJava(Map.of("LANG", "POSIX"))).isEqualTo("C.UTF-8");
        assertThat(localeOfJava(Map.of("LANG", "de_DE.UTF-8", "LC_CTYPE", "C"))).isEqualTo("C.UTF-8");
        assertThat(localeOfJava(Map.of("LANG", "C", "LC_CTYPE", "de_DE.UTF-8"))).isEqualTo("none");
    }
}
