package dev.restante.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Spans of messages in a JVM with OpenTelemetry's agent")
class AgentTest {

    /** Line of the logging exporter, with the name, trace and kind of a span. */
    private static final Pattern SPAN = Pattern.compile("'([^']+)' : ([0-9a-f]{32}) [0-9a-f]{16} ([A-Z]+)");

    @TempDir
    private Path directory;

    private List<String> run(boolean micrometer, String... options) throws Exception {
        Path agent = Path.of(
                Class.forName("io.opentelemetry.javaagent.OpenTelemetryAgent", false, AgentTest.class.getClassLoader())
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI());
        Path output = directory.resolve("output");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-javaagent:" + agent,
                "-Dotel.traces.exporter=console",
                "-Dotel.metrics.exporter=none",
                "-Dotel.logs.exporter=none",
                "-Dotel.instrumentation.common.default-enabled=false",
                "-Dotel.instrumentation.opentelemetry-api.enabled=true"));
        command.addAll(List.of(options));
        command.addAll(List.of(
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                TracedChild.class.getName()));
        if (micrometer) {
            command.add("micrometer");
        }
        Process child = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(child.waitFor(3, TimeUnit.MINUTES)).isTrue();
        } finally {
            child.destroyForcibly();
        }
        String text = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(child.exitValue()).as(text).isZero();
        List<String> spans = new ArrayList<>();
        for (Matcher found = SPAN.matcher(text); found.find(); ) {
            spans.add(found.group(1) + " " + found.group(3));
        }
        return spans;
    }

    @Test
    @DisplayName("the agent records sends, receives and listener calls, and Restante records settlements")
    void shouldNotDouble() throws Exception {
        assertThat(run(false, "-Dotel.instrumentation.jms.enabled=true"))
                .containsExactlyInAnyOrder(
                        "orders publish PRODUCER",
                        "orders receive CONSUMER",
                        "complete orders CLIENT",
                        "bills publish PRODUCER",
                        "bills process CONSUMER",
                        "complete bills CLIENT");
    }

    @Test
    @DisplayName("Restante records all operations if the JMS instrumentation of the agent is off")
    void shouldReplace() throws Exception {
        assertThat(run(false, "-Dotel.instrumentation.jms.enabled=false"))
                .containsExactlyInAnyOrder(
                        "send orders PRODUCER",
                        "receive orders CLIENT",
                        "complete orders CLIENT",
                        "send bills PRODUCER",
                        "process bills CONSUMER",
                        "complete bills CLIENT");
    }

    @Test
    @DisplayName("Micrometer records sends and listener calls, and Restante records receives and settlements")
    void shouldLiveWithMicrometer() throws Exception {
        assertThat(run(true, "-Dotel.instrumentation.jms.enabled=false"))
                .containsExactlyInAnyOrder(
                        "orders publish PRODUCER",
                        "receive orders CLIENT",
                        "complete orders CLIENT",
                        "bills publish PRODUCER",
                        "bills process CONSUMER",
                        "complete bills CLIENT");
    }
}
