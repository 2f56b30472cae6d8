package dev.restante.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.cli.shell.Terminal;
import jakarta.jms.JMSException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("What people see on a terminal")
class TerminalOutputTest {

    private static final String BOLD = "\u001b[1m";

    private final Run.Prompt prompt = new Run.Prompt();

    @TempDir
    Path directory;

    private HeldStore store;

    @BeforeEach
    void openStore() throws JMSException {
        store = HeldStore.inMemory();
        prompt.with("RESTANTE_URL", store.url());
        prompt.ok("queue", "create", "orders");
    }

    @AfterEach
    void closeStore() throws JMSException {
        store.close();
    }

    @Test
    @DisplayName("there are colours on a terminal only, and not with NO_COLOR")
    void shouldColour() {
        assertThat(prompt.ok("list").out()).doesNotContain("\u001b");
        prompt.on(new Terminal(false, true, false, 100));
        assertThat(prompt.ok("list").out()).contains(BOLD + "NAME");
        assertThat(prompt.ok("list", "--json").out()).doesNotContain("\u001b");
        assertThat(prompt.with("NO_COLOR", "1").ok("list").out()).doesNotContain("\u001b");
        assertThat(prompt.ok("--help").out()).doesNotContain("\u001b");
    }

    @Test
    @DisplayName("long work shows a progress bar, on the error stream, and takes it away")
    void shouldShowProgress() {
        prompt.typing("a\nb\nc\n").ok("send", "orders", "--lines");
        Path file = directory.resolve("export");
        prompt.on(new Terminal(false, false, true, 100));
        Run run = prompt.run("export", "orders", "-o", file.toString());
        assertThat(run.err()).contains("exported [##########").contains("1/3").endsWith("\r\u001b[K");
        assertThat(run.out()).doesNotContain("\r");
        assertThat(prompt.run("purge", "orders", "--all").err())
                .contains("\rpurged [")
                .contains("/3  ")
                .endsWith("\r\u001b[K");
        assertThat(prompt.run("import", "orders", "-i", file.toString()).err()).contains("imported 3 ");
    }

    @Test
    @DisplayName("VIS-10 top draws on the whole screen, and ends with q")
    void shouldShowTop() {
        prompt.on(new Terminal(true, true, true, 100)).with("LINES", "5").typing("xq");
        Run run = prompt.run("top", "--interval", "20s");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("\u001b[H\u001b[J").contains("; q ends", BOLD + "NAME", "orders");
    }

    @Test
    @DisplayName("control characters of names and bodies do not reach the terminal through tables")
    void shouldNotPrintControlCharacters() {
        prompt.ok("send", "orders", "a");
        prompt.run("receive", "orders", "--settle", "dead_letter", "--reason", "\u001b[2Jx");
        assertThat(prompt.ok("dead-letters", "orders").out()).contains("?[2Jx").doesNotContain("\u001b");
    }
}
