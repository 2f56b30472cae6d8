package dev.restante.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.cli.shell.JsonReader;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A run of the command line, through its real entry point.
 *
 * @param exitCode how it ended
 * @param out what it printed
 * @param err what it said beside
 */
record Run(int exitCode, String out, String err) {

    /** A command line in an environment. */
    static final class Prompt {
        private final Map<String, String> environment = new TreeMap<>();
        private Terminal terminal = Terminal.NONE;
        private String input = "";

        Prompt with(String variable, String value) {
            environment.put(variable, value);
            return this;
        }

        Prompt on(Terminal value) {
            terminal = value;
            return this;
        }

        /** What the next command reads. */
        Prompt typing(String value) {
            input = value;
            return this;
        }

        Shell shell(ByteArrayOutputStream out, ByteArrayOutputStream err) {
            byte[] typed = input.getBytes(StandardCharsets.UTF_8);
            input = "";
            return new Shell(new ByteArrayInputStream(typed), out, err, environment::get, terminal);
        }

        Run run(String... arguments) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            int exitCode = Main.run(shell(out, err), arguments);
            return new Run(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        }

        /** Runs what must succeed without a word beside. */
        Run ok(String... arguments) {
            Run run = run(arguments);
            assertThat(run.err()).as("restante %s", String.join(" ", arguments)).isEmpty();
            assertThat(run.exitCode()).isZero();
            return run;
        }

        /** Runs what must fail with one line. */
        Run fails(int exitCode, String... arguments) {
            Run run = run(arguments);
            assertThat(run.exitCode())
                    .as("restante %s: %s", String.join(" ", arguments), run.err())
                    .isEqualTo(exitCode);
            assertThat(run.err().lines()).as(run.err()).hasSize(1);
            assertThat(run.err()).startsWith("restante: ").doesNotContain("Exception", "tracking id");
            return run;
        }

        /** Runs with --json what must succeed. */
        Object json(String... arguments) {
            String[] all = java.util.Arrays.copyOf(arguments, arguments.length + 1);
            all[arguments.length] = "--json";
            return ok(all).json();
        }
    }

    /** The output as one JSON document. */
    Object json() {
        assertThat(out.lines()).hasSize(1);
        return JsonReader.parse(out);
    }

    /** The output as JSON lines. */
    List<Object> jsonLines() {
        return out.lines().map(JsonReader::parse).toList();
    }

    /** A value in a JSON document by its names and positions. */
    static Object at(Object json, Object... path) {
        Object value = json;
        for (Object step : path) {
            value = step instanceof Integer index ? ((List<?>) value).get(index) : ((Map<?, ?>) value).get(step);
        }
        return value;
    }
}
