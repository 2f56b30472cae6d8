package dev.restante.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Command that waits for input")
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class InterruptedInputTest {

    @TempDir
    Path directory;

    private CommandProcess command;
    private File pipe;

    @BeforeEach
    void createQueue() throws Exception {
        command = new CommandProcess(directory);
        assertThat(command.run("queue", "create", "orders", "--create-store").exitCode())
                .isZero();
        pipe = directory.resolve("pipe").toFile();
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
    }

    @ParameterizedTest(name = "ends in order when it is terminated: restante {0}")
    @CsvSource({
        "send orders, restante: interrupted",
        "send orders --bytes, restante: interrupted",
        "send orders --lines, ''",
        "send orders --file PIPE, restante: interrupted",
        "import orders, --from-line 1",
        "import orders --input PIPE, --from-line 1",
        "hash-password, restante: interrupted"
    })
    void shouldEnd(String arguments, String told) throws Exception {
        try (RandomAccessFile writer = new RandomAccessFile(pipe, "rw");
                FileInputStream unread = new FileInputStream(pipe)) {
            writer.write("x".getBytes(StandardCharsets.UTF_8));
            Process process = command.reading(pipe)
                    .start(
                            Redirect.DISCARD,
                            arguments.replace("PIPE", pipe.toString()).split(" "));
            awaitRead(unread, process);
            process.destroy();
            assertThat(process.waitFor(12, TimeUnit.SECONDS)).isTrue();
            Run run = command.ended(process, "");
            assertThat(run.exitCode()).isEqualTo(143);
            assertThat(run.err()).contains(told).doesNotContain("did not end", "lease");
        }
    }

    private static void awaitRead(FileInputStream unread, Process process) throws IOException {
        while (unread.available() > 0) {
            assertThat(process.isAlive()).isTrue();
            Thread.onSpinWait();
        }
    }
}
