package dev.restante.cli;

import static dev.restante.cli.Run.at;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Texts that tools of other systems write, and queues that take nothing. */
abstract class ImportCommandsContract extends CommandLineContract {

    private static final String LINE = "{\"kind\":\"TEXT\",\"body\":\"text\"}\n";

    @BeforeEach
    final void createQueue() {
        prompt.ok("queue", "create", "orders");
    }

    @Test
    @DisplayName("a byte order mark before the first line is passed over")
    void shouldPassOverByteOrderMark() throws IOException {
        Path file = Files.writeString(directory.resolve("marked.jsonl"), "\uFEFF" + LINE + LINE);
        assertThat(at(prompt.json("import", "orders", "-i", file.toString()), "imported"))
                .isEqualTo(BigDecimal.valueOf(2));
        prompt.typing("\uFEFF" + LINE).ok("import", "orders");
        assertThat(prompt.typing(LINE + "\uFEFF" + LINE)
                        .fails(1, "import", "orders", "--batch", "1")
                        .err())
                .contains("line 2 ");
    }

    @Test
    @DisplayName("half a surrogate pair is exported and imported as it is")
    void shouldKeepHalfSurrogatePairs() {
        String text = "a\uD83Db\uDE00 \uD83D\uDE00";
        prompt.typing("{\"kind\":\"TEXT\",\"body\":\"a\\ud83db\\ude00 \uD83D\uDE00\",\"properties\":{}}\n")
                .ok("import", "orders");
        Run exported = prompt.ok("export", "orders");
        assertThat(exported.out()).contains("a\\uD83Db\\uDE00 \uD83D\uDE00");
        prompt.ok("purge", "orders", "--all");
        prompt.typing(exported.out()).ok("import", "orders");
        assertThat(((Map<?, ?>) prompt.ok("export", "orders").jsonLines().get(0)).get("body"))
                .isEqualTo(text);
    }

    @Test
    @DisplayName("STA-02 an import into a queue that takes nothing exits by 4, as a send does")
    void shouldExitAsASendDoes() {
        prompt.ok("queue", "disable", "orders");
        prompt.fails(4, "send", "orders", "text");
        assertThat(prompt.typing(LINE).fails(4, "import", "orders").err()).contains("line 1 can't be imported");
    }

    private void refuses(String line, String why) {
        Run run = prompt.typing(LINE + LINE + line + "\n" + LINE).run("import", "orders", "--batch", "2");
        assertThat(run.exitCode()).as(line).isEqualTo(1);
        assertThat(run.err())
                .as(line)
                .contains("line 3 can't be imported", "2 messages were imported", "--from-line 3", why)
                .doesNotContain("Exception", "Input length");
        prompt.ok("purge", "orders", "--all");
    }

    @Test
    @DisplayName("a field of another type, or out of its range, is refused with its line, and nothing is guessed")
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
            "\"repetition\":\"daily\"",
            "\"repetition\":{\"repeat\":\"often\"}",
            "\"deadLetter\":\"x\"",
            "\"deadLetter\":{\"reason\":5}",
            "\"messageId\":[]"
        }) {
            refuses(String.format(Locale.ROOT, text, field), "");
        }
        refuses("{\"kind\":\"TEXT\",\"body\":5}", "\"body\" is 5, which is not a text");
        refuses("{\"kind\":\"BYTES\",\"body\":5}", "\"body\" is ");
        refuses("{\"kind\":\"OBJECT\",\"body\":[]}", "\"body\" is ");
        refuses("{\"kind\":\"MAP\",\"body\":\"x\"}", "\"body\" is ");
        refuses("{\"kind\":\"STREAM\",\"body\":{}}", "\"body\" is ");
    }

    @Test
    @DisplayName("a line that is not UTF-8 is refused with its number, and the import can go on behind it")
    void shouldRefuseOtherEncodings() throws IOException {
        Path file = Files.write(
                directory.resolve("latin1.jsonl"),
                (LINE + LINE.replace("text", "t\u00e9xt") + LINE).getBytes(StandardCharsets.ISO_8859_1));
        assertThat(prompt.fails(1, "import", "orders", "--batch", "1", "-i", file.toString())
                        .err())
                .contains(
                        "line 2 can't be imported", "not UTF-8, at byte 25", "1 message was imported", "--from-line 2")
                .doesNotContain("Input length");
        assertThat(at(prompt.json("import", "orders", "--from-line", "3", "-i", file.toString()), "imported"))
                .isEqualTo(BigDecimal.ONE);
        assertThat(prompt.fails(1, "send", "orders", "--lines", "-f", file.toString())
                        .err())
                .contains("line 2 can't be sent", "not UTF-8");
        assertThat(prompt.fails(1, "send", "orders", "-f", file.toString()).err())
                .contains("latin1.jsonl can't be sent", "not UTF-8", "--bytes");
    }
}
