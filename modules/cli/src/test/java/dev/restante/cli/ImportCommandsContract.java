package dev.restante.cli;

import static dev.restante.cli.Run.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Contract of imports of foreign texts, of invalid lines, and into disabled queues. */
abstract class ImportCommandsContract extends CommandLineContract {

    private static final String LINE = "{\"kind\":\"TEXT\",\"body\":\"text\"}\n";

    @BeforeEach
    final void createQueue() {
        prompt.ok("queue", "create", "orders");
    }

    @Test
    @DisplayName("an import ignores a byte order mark before the first line, and rejects it before other lines")
    void shouldPassOverByteOrderMark() throws IOException {
        Path file = Files.writeString(directory.resolve("marked.jsonl"), "\uFEFF" + LINE + LINE);
        assertThat(at(prompt.json("import", "orders", "-i", file.toString()), "imported"))
                .isEqualTo(BigDecimal.valueOf(2));
        prompt.withInput("\uFEFF" + LINE).ok("import", "orders");
        assertThat(prompt.withInput(LINE + "\uFEFF" + LINE)
                        .fails(1, "import", "orders", "--batch", "1")
                        .err())
                .contains("line 2 ");
    }

    @Test
    @DisplayName("an unpaired surrogate survives an export and an import")
    void shouldKeepHalfSurrogatePairs() {
        String text = "a\uD83Db\uDE00 \uD83D\uDE00";
        prompt.withInput("{\"kind\":\"TEXT\",\"body\":\"a\\ud83db\\ude00 \uD83D\uDE00\",\"properties\":{}}\n")
                .ok("import", "orders");
        Run exported = prompt.ok("export", "orders");
        assertThat(exported.out()).contains("a\\uD83Db\\uDE00 \uD83D\uDE00");
        prompt.ok("purge", "orders", "--all");
        prompt.withInput(exported.out()).ok("import", "orders");
        assertThat(((Map<?, ?>) prompt.ok("export", "orders").jsonLines().get(0)).get("body"))
                .isEqualTo(text);
    }

    @Test
    @DisplayName("STA-02 an import into a disabled queue exits with 4, like a send")
    void shouldExitAsASendDoes() {
        prompt.ok("queue", "disable", "orders");
        prompt.fails(4, "send", "orders", "text");
        assertThat(prompt.withInput(LINE).fails(4, "import", "orders").err()).contains("line 1 cannot be imported");
    }

    private void refuses(String line, String why) {
        Run run = prompt.withInput(LINE + LINE + line + "\n" + LINE).run("import", "orders", "--batch", "2");
        assertThat(run.exitCode()).as(line).isEqualTo(1);
        assertThat(run.err())
                .as(line)
                .contains("line 3 cannot be imported", "2 messages were imported", "--from-line 3", why)
                .doesNotContain("Exception", "Input length");
        prompt.ok("purge", "orders", "--all");
    }

    @Test
    @DisplayName("an import rejects a field with a wrong type or value, and names the line")
    void shouldRefuseFieldsOfOtherTypes() {
        String text = "{\"kind\":\"TEXT\",\"body\":\"text\",%s}";
        for (String field : new String[] {
            "\"deliveryMode\":\"X\"",
            "\"deliveryMode\":2",
            "\"priority\":4e99999999",
            "\"priority\":10",
            "\"priority\":-1",
            "\"priority\":1.5",
            "\"priority\":true",
            "\"jmsType\":5",
            "\"correlationId\":{}",
            "\"correlationIdBytes\":5",
            "\"replyTo\":\"orders\"",
            "\"replyTo\":{\"type\":\"box\",\"name\":\"orders\"}",
            "\"replyTo\":{\"type\":\"queue\"}",
            "\"properties\":[]",
            "\"properties\":{\"p\":{\"type\":\"string\",\"value\":5}}",
            "\"properties\":{\"p\":{\"type\":\"double\",\"value\":1e999}}",
            "\"expiresAt\":5",
            "\"repeatSchedule\":\"daily\"",
            "\"repeatSchedule\":{\"repeatCount\":\"often\"}",
            "\"deadLetter\":\"x\"",
            "\"deadLetter\":{\"reason\":5}",
            "\"messageId\":[]"
        }) {
            refuses(String.format(Locale.ROOT, text, field), "");
        }
        refuses("{\"kind\":\"TEXT\",\"body\":5}", "\"body\" is 5, which is not a string");
        refuses("{\"kind\":\"BYTES\",\"body\":5}", "\"body\" is ");
        refuses("{\"kind\":\"OBJECT\",\"body\":[]}", "\"body\" is ");
        refuses("{\"kind\":\"MAP\",\"body\":\"x\"}", "\"body\" is ");
        refuses("{\"kind\":\"STREAM\",\"body\":{}}", "\"body\" is ");
    }

    @Test
    @DisplayName("an import rejects a line that is not UTF-8, names its number, and can continue after it")
    void shouldRefuseOtherEncodings() throws IOException {
        Path file = Files.write(
                directory.resolve("latin1.jsonl"),
                (LINE + LINE.replace("text", "t\u00e9xt") + LINE).getBytes(StandardCharsets.ISO_8859_1));
        assertThat(prompt.fails(1, "import", "orders", "--batch", "1", "-i", file.toString())
                        .err())
                .contains(
                        "line 2 cannot be imported", "not UTF-8, at byte 25", "1 message was imported", "--from-line 2")
                .doesNotContain("Input length");
        assertThat(at(prompt.json("import", "orders", "--from-line", "3", "-i", file.toString()), "imported"))
                .isEqualTo(BigDecimal.ONE);
        assertThat(prompt.fails(1, "send", "orders", "--lines", "-f", file.toString())
                        .err())
                .contains("line 2 cannot be sent", "not UTF-8");
        assertThat(prompt.fails(1, "send", "orders", "-f", file.toString()).err())
                .contains("latin1.jsonl cannot be sent", "not UTF-8", "--bytes");
    }

    /** Runs an import that is interrupted while it reads the line with a number. */
    private Run interruptedAt(int number, String... options) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        AtomicReference<CommandContext> running = new AtomicReference<>();
        InputStream lines = new InputStream() {
            private int line;

            @Override
            public int read() {
                throw new UnsupportedOperationException("lines are read as a whole");
            }

            @Override
            public int read(byte[] bytes, int offset, int length) {
                if (++line == number) {
                    running.get().interrupt();
                }
                byte[] text = LINE.getBytes(StandardCharsets.UTF_8);
                System.arraycopy(text, 0, bytes, offset, text.length);
                return text.length;
            }
        };
        CommandContext context =
                new CommandContext(lines, out, err, name -> name.equals("RESTANTE_URL") ? url() : null, Terminal.NONE);
        running.set(context);
        int exitCode = Main.run(
                context,
                Stream.concat(Stream.of("import", "orders"), Stream.of(options)).toArray(String[]::new));
        return new Run(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    @Test
    @DisplayName("an interrupted import prints the number of imported messages and the line with which to continue")
    void shouldTellWhereToGoOn() {
        assertThat(interruptedAt(3, "--batch", "2"))
                .isEqualTo(new Run(
                        130,
                        "imported 3 messages into orders\n",
                        "restante: interrupted. Continue with --from-line 4\n"));
        assertThat(interruptedAt(2, "--from-line", "5"))
                .isEqualTo(new Run(
                        130,
                        "imported 0 messages into orders\n",
                        "restante: interrupted. Continue with --from-line 5\n"));
        assertThat(prompt.ok("browse", "orders").out()).hasLineCount(3);
    }
}
