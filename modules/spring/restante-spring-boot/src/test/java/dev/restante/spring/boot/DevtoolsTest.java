package dev.restante.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
@DisplayName("Application with devtools")
class DevtoolsTest {

    @TempDir
    private Path directory;

    @Test
    @DisplayName("after a restart the application receives an object from before the restart as its reloaded class")
    void shouldReadObjects() throws Exception {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DevtoolsApplication.class.getName(),
                        "--restante.object-message-allow-list=dev.restante.spring.boot.*",
                        "--spring.main.web-application-type=none",
                        "--spring.devtools.livereload.enabled=false")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        List<String> output = new ArrayList<>();
        try (BufferedReader lines = child.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.add(line);
                if (line.startsWith("again: ")) {
                    child.toHandle().destroy();
                }
            }
            assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            child.destroyForcibly();
        }
        assertThat(output)
                .contains("again: stew")
                .filteredOn(line -> line.startsWith("loader: "))
                .containsExactly("loader: RestartClassLoader", "loader: RestartClassLoader");
        assertThat(output).noneMatch(line -> line.contains("Exception"));
    }
}
