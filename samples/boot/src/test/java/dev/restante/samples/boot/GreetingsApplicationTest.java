package dev.restante.samples.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Application with one starter and no configuration")
class GreetingsApplicationTest {

    private static final String RECEIVED = "received: Hello Ada";

    @TempDir
    private Path directory;

    /** Returns the class path of the application in Maven, without the additional libraries of the tests. */
    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> Stream.of(
                                "jdbc",
                                "postgres",
                                "micrometer-core",
                                "-metrics",
                                "prometheus",
                                "actuator",
                                "boot-test",
                                "test-classes")
                        .noneMatch(entry::contains))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath(),
                GreetingsApplication.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
    }

    /** Reads until a line contains a text, and returns all lines up to this line. */
    private static List<String> readTo(BufferedReader lines, String wanted) throws IOException {
        List<String> seen = new ArrayList<>();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            seen.add(line);
            if (line.contains(wanted)) {
                return seen;
            }
        }
        throw new AssertionError("the application ended early:\n" + String.join("\n", seen));
    }

    /** Ends the application in order and returns its remaining output. */
    private static List<String> end(Process child, BufferedReader lines) throws InterruptedException {
        // The method destroy of the process itself would close its streams.
        child.toHandle().destroy();
        List<String> rest = lines.lines().toList();
        assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return rest;
    }

    private static void assertQuiet(List<String> output) {
        assertThat(output)
                .noneMatch(line -> line.contains("WARN") || line.contains("ERROR") || line.contains("Exception"))
                .noneMatch(line -> line.stripLeading().startsWith("at "));
    }

    @Test
    @DisplayName("the application receives its own message, and logs neither a warning nor a stack trace")
    void shouldRun() throws Exception {
        Process child = start();
        List<String> output;
        try (BufferedReader lines = child.inputReader(StandardCharsets.UTF_8)) {
            output = readTo(lines, RECEIVED);
            output.addAll(end(child, lines));
        } finally {
            child.destroyForcibly();
        }
        assertThat(output)
                .anyMatch(line -> line.contains("there is no DataSource. They do not take part in transactions"));
        assertQuiet(output);
        assertThat(directory.resolve("data/restante.script")).exists();
    }

    @Test
    @DisplayName(
            "after kill -9 the application receives the earlier message, and logs neither a warning nor a stack trace")
    void shouldSurviveKill() throws Exception {
        Process killed =
                start("--spring.jms.listener.auto-startup=false", "--logging.level.org.springframework.boot=debug");
        try (BufferedReader lines = killed.inputReader(StandardCharsets.UTF_8)) {
            // The application logs this after the runner has sent the message.
            readTo(lines, "Application availability state ReadinessState changed");
        } finally {
            killed.destroyForcibly().waitFor();
        }
        Process next = start();
        try (BufferedReader lines = next.inputReader(StandardCharsets.UTF_8)) {
            List<String> output = readTo(lines, RECEIVED);
            output.addAll(readTo(lines, RECEIVED));
            output.addAll(end(next, lines));
            assertQuiet(output);
        } finally {
            next.destroyForcibly().waitFor();
        }
    }
}
