package dev.restante.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.JsonReader;
import dev.restante.cli.shell.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Result of a command that ran through the entry point of the command line.
 *
 * @param exitCode the exit code of the process
 * @param out the standard output
 * @param err the error stream
 */
record Run(int exitCode, String out, String err) {

    /** Command line with environment variables, a terminal and an input. */
    static final class CommandLineRunner {
        private final Map<String, String> environment = new TreeMap<>();
        private Terminal terminal = Terminal.NONE;
        private String input = "";

        CommandLineRunner with(String variable, String value) {
            environment.put(variable, value);
            return this;
        }

        CommandLineRunner on(Terminal value) {
            terminal = value;
            return this;
        }

        /** Sets the input of the next command. */
        CommandLineRunner withInput(String value) {
            input = value;
            return this;
        }

        CommandContext newContext(OutputStream out, ByteArrayOutputStream err) {
            byte[] typed = input.getBytes(StandardCharsets.UTF_8);
            input = "";
            return new CommandContext(new ByteArrayInputStream(typed), out, err, environment::get, terminal);
        }

        Run run(String... arguments) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            int exitCode = Main.run(newContext(out, err), arguments);
            return new Run(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        }

        /** Runs a command that must succeed without writing to the error stream. */
        Run ok(String... arguments) {
            Run run = run(arguments);
            assertThat(run.err()).as("restante %s", String.join(" ", arguments)).isEmpty();
            assertThat(run.exitCode()).isZero();
            return run;
        }

        /** Runs a command that must fail with one line on the error stream. */
        Run fails(int exitCode, String... arguments) {
            Run run = run(arguments);
            assertThat(run.exitCode())
                    .as("restante %s: %s", String.join(" ", arguments), run.err())
                    .isEqualTo(exitCode);
            assertThat(run.err().lines()).as(run.err()).hasSize(1);
            assertThat(run.err()).startsWith("restante: ").doesNotContain("Exception", "tracking id");
            return run;
        }

        /** Runs a command with {@code --json} that must succeed, and returns the parsed output. */
        Object json(String... arguments) {
            String[] all = java.util.Arrays.copyOf(arguments, arguments.length + 1);
            all[arguments.length] = "--json";
            return ok(all).json();
        }
    }

    /** Returns the output, which must be one JSON value. */
    Object json() {
        assertThat(out.lines()).hasSize(1);
        return JsonReader.parse(out);
    }

    List<Object> jsonLines() {
        return out.lines().map(JsonReader::parse).toList();
    }

    /** Returns a value inside a JSON value, by a path of names and positions. */
    static Object at(Object json, Object... path) {
        Object value = json;
        for (Object step : path) {
            value = step instanceof Integer index ? ((List<?>) value).get(index) : ((Map<?, ?>) value).get(step);
        }
        return value;
    }
}
