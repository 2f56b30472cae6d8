package dev.restante.samples.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test with the agent of OpenTelemetry, which instruments only calls of the classic API. */
class TracingAgentTest {

    @TempDir
    Path directory;

    @Test
    @DisplayName("the agent traces sends and receives of the simplified API, and messages carry the trace context")
    void shouldBeTraced() throws Exception {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Path agent = Path.of(Class.forName(
                        "io.opentelemetry.javaagent.OpenTelemetryAgent", false, TracingAgentTest.class.getClassLoader())
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path output = directory.resolve("output");
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-javaagent:" + agent,
                        "-Dotel.traces.exporter=console",
                        "-Dotel.metrics.exporter=none",
                        "-Dotel.logs.exporter=none",
                        "-Dotel.instrumentation.common.default-enabled=false",
                        "-Dotel.instrumentation.jms.enabled=true",
                        "-cp",
                        classPath,
                        TracedChild.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(child.waitFor(3, TimeUnit.MINUTES)).isTrue();
        } finally {
            child.destroyForcibly();
        }
        String text = Files.readString(output, StandardCharsets.UTF_8);
        List<String> published = traceIds(text, "'traced publish' : ");

        assertThat(child.exitValue()).as(text).isZero();
        assertThat(text).contains("body async").contains("sync 00-" + published.get(0) + "-");
        assertThat(published).hasSize(2);
        assertThat(traceIds(text, "'traced receive' : ")).isEqualTo(published);
    }

    private static List<String> traceIds(String text, String before) {
        return text.lines()
                .filter(line -> line.contains(before))
                .map(line ->
                        line.substring(line.indexOf(before) + before.length()).split(" ", 2)[0])
                .toList();
    }
}
