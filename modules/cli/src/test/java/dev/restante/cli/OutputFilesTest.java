package dev.restante.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.cli.shell.CommandContext;
import jakarta.jms.JMSException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisplayName("Output file of a command")
class OutputFilesTest extends CommandLineContract {

    private static final String OLD = "the only copy\n";

    private Path file;

    @Override
    SharedTestStore newStore() throws JMSException {
        return SharedTestStore.inMemory();
    }

    @BeforeEach
    void createQueue() throws IOException {
        prompt.ok("queue", "create", "orders");
        prompt.ok("send", "orders", "text");
        file = Files.writeString(directory.resolve("export.jsonl"), OLD);
    }

    private void assertOldFileOnly() throws IOException {
        assertThat(Files.readString(file)).isEqualTo(OLD);
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    @DisplayName("a failed export leaves an existing file unchanged")
    void shouldKeepOldFile() throws IOException {
        prompt.fails(4, "export", "orders", "-o", file.toString());
        prompt.fails(3, "export", "nothing", "-o", file.toString(), "--overwrite");
        prompt.fails(2, "export", "orders", "-o", file.toString(), "--overwrite", "--selector", "a = ");
        assertOldFileOnly();
        prompt.withInput("x".repeat(1_000_000)).ok("send", "orders", "--bytes");
        prompt.fails(4, "export", "orders", "-o", file.toString(), "--overwrite");
        assertOldFileOnly();
    }

    @Test
    @DisplayName("an interrupted export leaves an existing file unchanged")
    void shouldKeepOldFileIfInterrupted() throws IOException {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        CommandContext context = prompt.newContext(new ByteArrayOutputStream(), err);
        context.interrupt();
        assertThat(Main.run(context, "export", "orders", "-o", file.toString(), "--overwrite"))
                .isEqualTo(130);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("interrupted");
        assertOldFileOnly();
    }

    @Test
    @DisplayName("an export keeps the permissions of an existing file and the symbolic link to it")
    @DisabledOnOs(OS.WINDOWS)
    void shouldKeepPermissions() throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw----"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        prompt.ok("export", "orders", "-o", link.toString(), "--overwrite");
        assertThat(link).isSymbolicLink();
        assertThat(Files.readString(file)).contains("\"text\"").hasLineCount(1);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-rw----");
        Path usual = Files.createFile(directory.resolve("usual"));
        Path created = directory.resolve("created");
        prompt.ok("export", "orders", "-o", created.toString());
        assertThat(Files.getPosixFilePermissions(created)).isEqualTo(Files.getPosixFilePermissions(usual));
    }

    @Test
    @DisplayName("an export writes into a pipe, and does not replace it")
    @EnabledOnOs(OS.LINUX)
    void shouldWriteIntoPipes() throws Exception {
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        try (RandomAccessFile reader = new RandomAccessFile(pipe.toFile(), "rw")) {
            prompt.ok("export", "orders", "-o", pipe.toString(), "--overwrite");
            byte[] bytes = new byte[10_000];
            assertThat(new String(bytes, 0, reader.read(bytes), StandardCharsets.UTF_8))
                    .contains("\"text\"");
        }
        assertThat(Files.isRegularFile(pipe)).isFalse();
    }

    @Test
    @DisplayName("an export into a missing directory fails with the name of the directory")
    void shouldNameMissingDirectory() {
        Path missing = directory.resolve("missing");
        assertThat(prompt.fails(
                                1,
                                "export",
                                "orders",
                                "-o",
                                missing.resolve("file").toString())
                        .err())
                .contains(missing + ": it is not a directory");
    }
}
