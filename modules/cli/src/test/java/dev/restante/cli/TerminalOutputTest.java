package dev.restante.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.cli.shell.Terminal;
import jakarta.jms.JMSException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Output on a terminal")
class TerminalOutputTest extends CommandLineContract {

    private static final String BOLD = "\u001b[1m";

    @Override
    SharedTestStore newStore() throws JMSException {
        return SharedTestStore.inMemory();
    }

    @BeforeEach
    void createQueue() {
        prompt.ok("queue", "create", "orders");
    }

    @Test
    @DisplayName("output has colours only on a terminal without NO_COLOR, and not as JSON")
    void shouldColour() {
        assertThat(prompt.ok("list").out()).doesNotContain("\u001b");
        prompt.on(new Terminal(false, true, false, 100));
        assertThat(prompt.ok("list").out()).contains(BOLD + "NAME");
        assertThat(prompt.ok("list", "--json").out()).doesNotContain("\u001b");
        assertThat(prompt.with("NO_COLOR", "1").ok("list").out()).doesNotContain("\u001b");
        assertThat(prompt.ok("--help").out()).doesNotContain("\u001b");
    }

    @Test
    @DisplayName("long operations show a progress bar on the error stream, and remove it at the end")
    void shouldShowProgress() {
        prompt.withInput("a\nb\nc\n").ok("send", "orders", "--lines");
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
    @DisplayName("VIS-10 top clears the screen for each view, and ends with the key q")
    void shouldShowTop() {
        prompt.on(new Terminal(true, true, true, 100)).with("LINES", "5").withInput("xq");
        Run run = prompt.run("top", "--interval", "20s");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("\u001b[H\u001b[J").contains("; press q to end", BOLD + "NAME", "orders");
    }

    @Test
    @DisplayName("tables replace control characters in values")
    void shouldNotPrintControlCharacters() {
        prompt.ok("send", "orders", "a");
        prompt.run("receive", "orders", "--settle", "dead-letter", "--reason", "\u001b[2Jx");
        assertThat(prompt.ok("dead-letters", "orders").out()).contains("?[2Jx").doesNotContain("\u001b");
    }
}
