package dev.restante.store.jdbc.hsqldb.file;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("truncation of a log that a checkpoint has deleted")
final class DeletedLogTruncatorTest {

    private static final int SIZE = 10 << 20;

    @TempDir
    Path folder;

    private Path log;

    @BeforeEach
    void write() throws IOException {
        log = Files.write(folder.resolve("store.log"), new byte[SIZE]);
        assumeThat(Files.readAttributes(log, BasicFileAttributes.class).fileKey())
                .as("the file system has file keys")
                .isNotNull();
    }

    @Test
    @DisplayName("the deleted file is truncated, which the test sees through a second hard link")
    void shouldCutADeletedLog() throws IOException, InterruptedException {
        DeletedLogTruncator truncator = requireNonNull(DeletedLogTruncator.open(log));
        Path secondName = Files.createLink(folder.resolve("second"), log);
        Files.delete(log);
        Files.write(log, new byte[] {1, 2, 3});
        truncator.truncateInBackground().join();

        assertThat(Files.size(secondName)).isPositive().isLessThanOrEqualTo(4 << 20);
        assertThat(log).hasBinaryContent(new byte[] {1, 2, 3});
    }

    @Test
    @DisplayName("a log that was not deleted stays unchanged")
    void shouldNotTouchALogInUse() throws IOException, InterruptedException {
        DeletedLogTruncator truncator = requireNonNull(DeletedLogTruncator.open(log));
        truncator.truncateInBackground().join();

        assertThat(Files.size(log)).isEqualTo(SIZE);
    }

    @Test
    @DisplayName("a log with a second hard link, such as a backup, is never truncated")
    void shouldNotCutALinkedLog() throws IOException {
        Files.createLink(folder.resolve("backup"), log);

        assertThat(DeletedLogTruncator.open(log)).isNull();
    }

    @Test
    @DisplayName("a missing log is ignored")
    void shouldDoWithoutALog() {
        assertThat(DeletedLogTruncator.open(folder.resolve("missing"))).isNull();
    }
}
