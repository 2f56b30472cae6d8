package dev.restante.samples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Shutdown of a Spring Boot application")
class ShutdownTest {

    @TempDir
    private Path directory;

    @Test
    @DisplayName(
            "an application that is asked to end first commits the message of its running listener, even a slow one")
    void shouldFinishWhatItHas() throws Exception {
        String url = "jdbc:hsqldb:file:" + directory.resolve("store");
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        SlowApplication.class.getName(),
                        url)
                .redirectErrorStream(true)
                .start();
        List<String> output;
        try (BufferedReader lines = child.inputReader(StandardCharsets.UTF_8)) {
            awaitLine(lines, SlowApplication.AT_WORK);
            // The method destroy of the process itself would close its streams.
            child.toHandle().destroy();
            output = lines.lines().collect(Collectors.toList());
            assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            child.destroyForcibly();
        }
        assertThat(output)
                .contains(SlowApplication.DONE)
                .noneMatch(line -> line.contains("WARN") || line.contains("ERROR") || line.contains("Exception"));
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
                RestanteAdmin admin = factory.admin()) {
            QueueStatistics statistics = admin.statistics(SlowApplication.QUEUE);
            assertThat(statistics.available() + statistics.inFlight()).isZero();
        }
    }

    private static void awaitLine(BufferedReader lines, String wanted) throws IOException {
        StringBuilder seen = new StringBuilder();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.contains(wanted)) {
                return;
            }
            seen.append(line).append('\n');
        }
        throw new AssertionError("the application ended early:\n" + seen);
    }
}
