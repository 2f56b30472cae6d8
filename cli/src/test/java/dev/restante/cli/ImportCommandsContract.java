package dev.restante.cli;

import static dev.restante.cli.Run.at;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
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
}
