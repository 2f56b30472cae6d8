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

@DisplayName("removing the log that a checkpoint has deleted")
final class FormerLogTest {

    private static final int SIZE = 10 << 20;

    @TempDir
    Path folder;

    private Path log;

    @BeforeEach
    void write() throws IOException {
        log = Files.write(folder.resolve("store.log"), new byte[SIZE]);
        assumeThat(Files.readAttributes(log, BasicFileAttributes.class).fileKey())
                .as("the file system can tell files apart")
                .isNotNull();
    }

    @Test
    @DisplayName("cuts the deleted file, seen here through a second name of it")
    void shouldCutADeletedLog() throws IOException, InterruptedException {
        FormerLog former = requireNonNull(FormerLog.hold(log));
        Path secondName = Files.createLink(folder.resolve("second"), log);
        Files.delete(log);
        Files.write(log, new byte[] {1, 2, 3});
        former.release().join();

        assertThat(Files.size(secondName)).isPositive().isLessThanOrEqualTo(4 << 20);
        assertThat(log).hasBinaryContent(new byte[] {1, 2, 3});
    }

    @Test
    @DisplayName("leaves a log alone that was not deleted")
    void shouldNotTouchALogInUse() throws IOException, InterruptedException {
        FormerLog former = requireNonNull(FormerLog.hold(log));
        former.release().join();

        assertThat(Files.size(log)).isEqualTo(SIZE);
    }

    @Test
    @DisplayName("leaves a log alone that has a second name, such as in a backup made of links")
    void shouldNotCutALinkedLog() throws IOException {
        Files.createLink(folder.resolve("backup"), log);

        assertThat(FormerLog.hold(log)).isNull();
    }

    @Test
    @DisplayName("does nothing where there is no log")
    void shouldDoWithoutALog() {
        assertThat(FormerLog.hold(folder.resolve("missing"))).isNull();
    }
}
