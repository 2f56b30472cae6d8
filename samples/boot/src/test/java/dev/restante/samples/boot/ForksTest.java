package dev.restante.samples.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
@DisplayName("Forks of a build in one directory without any configuration")
class ForksTest {

    @TempDir
    private Path directory;

    private Process fork(String name) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        BuildForkMain.class.getName(),
                        name)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
    }

    private static String lineWith(BufferedReader lines, String wanted) throws IOException {
        List<String> seen = new ArrayList<>();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.contains(wanted)) {
                return line;
            }
            seen.add(line);
        }
        throw new AssertionError("the fork ended early:\n" + String.join("\n", seen));
    }

    @Test
    @DisplayName("each fork has its own store, receives only its own messages, and leaves no file behind")
    void shouldBeApart() throws Exception {
        List<Process> forks = List.of(fork("first"), fork("second"));
        try (BufferedReader first = forks.get(0).inputReader(StandardCharsets.UTF_8);
                BufferedReader second = forks.get(1).inputReader(StandardCharsets.UTF_8)) {
            assertThat(lineWith(first, "sent to ")).contains("jdbc:hsqldb:mem:");
            assertThat(lineWith(second, "sent to ")).contains("jdbc:hsqldb:mem:");
            for (Process each : forks) {
                each.outputWriter().append('\n').flush();
            }
            assertThat(lineWith(first, "received ")).endsWith("received [first]");
            assertThat(lineWith(second, "received ")).endsWith("received [second]");
            for (Process each : forks) {
                assertThat(each.waitFor(60, TimeUnit.SECONDS)).isTrue();
            }
        } finally {
            forks.forEach(Process::destroyForcibly);
        }
        assertThat(directory).isEmptyDirectory();
    }
}
