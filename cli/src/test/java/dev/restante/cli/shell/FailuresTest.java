package dev.restante.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("reasons of failures name no classes of Java")
final class FailuresTest {

    @Test
    void shouldTellProblemsOfFiles() {
        assertThat(Failures.reason(new NoSuchFileException("f"))).isEqualTo("there is no file f");
        assertThat(Failures.reason(new AccessDeniedException("f"))).isEqualTo("f: access is denied");
        assertThat(Failures.reason(new FileAlreadyExistsException("f"))).isEqualTo("f: it exists already");
        assertThat(Failures.reason(new NotDirectoryException("f"))).isEqualTo("f: it is no directory");
        assertThat(Failures.reason(new DirectoryNotEmptyException("f"))).isEqualTo("f: the directory is not empty");
        assertThat(Failures.reason(new FileSystemLoopException("f"))).isEqualTo("f: the file system refuses it");
        assertThat(Failures.reason(new FileSystemException("f", null, "No space left on device")))
                .isEqualTo("f: No space left on device");
    }

    @Test
    void shouldTellFailuresWithoutText() {
        assertThat(Failures.reason(new EOFException())).isEqualTo("no reason is known");
        assertThat(Failures.reason(new IllegalStateException("it\nfailed"))).isEqualTo("it failed");
    }
}
