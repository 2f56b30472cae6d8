package dev.restante.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Password files of the console")
class ConsoleFilesTest {

    @TempDir
    Path directory;

    @Test
    @DisplayName("the command reads each file once, before it opens the store")
    @DisabledOnOs(OS.WINDOWS)
    void shouldReadFilesOnce() throws Exception {
        Path password = secret("password", "s3cret\n");
        Path users = secret("users", "grace:view:s3cret\n");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try (SharedTestStore store = SharedTestStore.inMemory()) {
            CommandContext context = new CommandContext(
                    InputStream.nullInputStream(),
                    out,
                    err,
                    name -> "RESTANTE_URL".equals(name) ? withoutFiles(store.url(), password, users) : null,
                    Terminal.NONE);
            context.stop();
            int exitCode = Main.run(
                    context,
                    "console",
                    "--console-user",
                    "ada",
                    "--console-password-file",
                    password.toString(),
                    "--console-users-file",
                    users.toString(),
                    "--port",
                    "0");
            assertThat(exitCode).as(err.toString(StandardCharsets.UTF_8)).isZero();
        }
        assertThat(password).doesNotExist();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("console at http://");
    }

    private Path secret(String name, String content) throws IOException {
        Path file = Files.writeString(directory.resolve(name), content);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    /** Deletes the files when the command asks for the URL, which is after it has checked its options. */
    private static String withoutFiles(String url, Path... files) {
        try {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return url;
    }
}
