package dev.restante.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Command without enough memory")
@Timeout(120)
class SmallHeapTest {

    @TempDir
    Path directory;

    @Test
    @DisplayName("send rejects a text that does not fit into the heap, and names the file and the remedy")
    void shouldRefuseLargeTexts() throws Exception {
        CommandProcess command = new CommandProcess(directory, "-Xmx64m");
        assertThat(command.run("queue", "create", "orders", "--create-store").exitCode())
                .isZero();
        Path file = directory.resolve("large");
        try (RandomAccessFile large = new RandomAccessFile(file.toFile(), "rw")) {
            large.setLength(200L << 20);
        }
        Run run = command.run("send", "orders", "--file", file.toString());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .hasLineCount(1)
                .contains(file + " cannot be sent", "RESTANTE_JAVA_OPTIONS", "Use --bytes");
    }

    private static Run failingWith(Error failure) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        InputStream broken = new InputStream() {
            @Override
            public int read() {
                throw failure;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) {
                return read();
            }
        };
        CommandContext context =
                new CommandContext(broken, OutputStream.nullOutputStream(), err, name -> null, Terminal.NONE);
        return new Run(Main.run(context, "hash-password"), "", err.toString(StandardCharsets.UTF_8));
    }

    @Test
    @DisplayName("a Java error ends a command with one line")
    void shouldReportErrors() {
        Run small = failingWith(new OutOfMemoryError("Java heap space"));
        assertThat(small.exitCode()).isEqualTo(1);
        assertThat(small.err())
                .hasLineCount(1)
                .startsWith("restante: the heap of this process, ")
                .contains("too small for the command", "-Xmx in RESTANTE_JAVA_OPTIONS");
        Run other = failingWith(new StackOverflowError());
        assertThat(other.exitCode()).isEqualTo(1);
        assertThat(other.err())
                .isEqualTo("restante: unexpected failure: the reason is unknown. Use --stack-trace to"
                        + " print the stack trace.\n");
    }
}
