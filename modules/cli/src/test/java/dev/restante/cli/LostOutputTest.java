package dev.restante.cli;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.JMSException;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Command whose output cannot be written")
class LostOutputTest extends CommandLineContract {

    @Override
    SharedTestStore newStore() throws JMSException {
        return SharedTestStore.inMemory();
    }

    @BeforeEach
    void createQueue() {
        prompt.ok("queue", "create", "orders");
        prompt.ok("send", "orders", "text");
    }

    @ParameterizedTest(name = "fails: restante {0}")
    @ValueSource(
            strings = {
                "list",
                "list --json",
                "stats",
                "peek orders --body",
                "browse orders",
                "export orders",
                "top",
                "queue create parcels",
                "send orders",
                "hash-password",
                "store show",
                "--help",
                "queue --help",
                "--version",
                "generate-completion"
            })
    void shouldFail(String command) {
        Run run = onFullDisk("secret", command.split(" "));
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).hasLineCount(1).contains("standard output cannot be written: No space left on device");
    }

    @Test
    @DisplayName("send --lines sends all lines although the output of message ids fails")
    void shouldSendAllLines() {
        assertThat(onFullDisk("text\n".repeat(250), "send", "orders", "--lines").exitCode())
                .isEqualTo(1);
        assertThat(prompt.ok("browse", "orders").out()).hasLineCount(251);
    }

    private Run onFullDisk(String input, String... arguments) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        OutputStream full = new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                throw new IOException("No space left on device");
            }
        };
        return new Run(
                Main.run(prompt.withInput(input).newContext(full, err), arguments),
                "",
                err.toString(StandardCharsets.UTF_8));
    }

    @Test
    @DisplayName("a command fails on a full disk, and ends silently if the reader of its output has gone")
    @EnabledOnOs(OS.LINUX)
    void shouldTellReaderThatHasGone() throws Exception {
        CommandProcess command = new CommandProcess(directory);
        assertThat(command.run("queue", "create", "orders", "--create-store").exitCode())
                .isZero();
        Run full = command.ended(command.start(Redirect.to(new File("/dev/full")), "list"), "");
        assertThat(full.exitCode()).isEqualTo(1);
        assertThat(full.err()).hasLineCount(1).contains("standard output cannot be written");
        Process unread = command.start(Redirect.PIPE, "list");
        unread.getInputStream().close();
        assertThat(command.ended(unread, "")).isEqualTo(new Run(0, "", ""));
    }
}
