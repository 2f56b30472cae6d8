package dev.restante.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.api.ErrorCodes;
import dev.restante.api.OutcomeUnknownException;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("reasons of failures")
final class FailureReporterTest {

    @Test
    void shouldTellProblemsOfFiles() {
        assertThat(FailureReporter.reason(new NoSuchFileException("f"))).isEqualTo("the file f does not exist");
        assertThat(FailureReporter.reason(new AccessDeniedException("f"))).isEqualTo("f: access is denied");
        assertThat(FailureReporter.reason(new FileAlreadyExistsException("f"))).isEqualTo("f: it already exists");
        assertThat(FailureReporter.reason(new NotDirectoryException("f"))).isEqualTo("f: it is not a directory");
        assertThat(FailureReporter.reason(new DirectoryNotEmptyException("f")))
                .isEqualTo("f: the directory is not empty");
        assertThat(FailureReporter.reason(new FileSystemLoopException("f"))).isEqualTo("f: the file system rejects it");
        assertThat(FailureReporter.reason(new FileSystemException("f", null, "No space left on device")))
                .isEqualTo("f: No space left on device");
    }

    @Test
    void shouldTellFailuresWithoutText() {
        assertThat(FailureReporter.reason(new EOFException())).isEqualTo("the reason is unknown");
        assertThat(FailureReporter.reason(new IllegalStateException("it\nfailed")))
                .isEqualTo("it failed");
    }

    private static Run report(Exception failure) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        CommandContext context = new CommandContext(
                InputStream.nullInputStream(), OutputStream.nullOutputStream(), err, name -> null, Terminal.NONE);
        context.interrupt();
        int exitCode = FailureReporter.report(context, failure);
        return new Run(exitCode, err.toString(StandardCharsets.UTF_8));
    }

    private record Run(int exitCode, String err) {}

    @Test
    @DisplayName("an interrupt hides neither an unknown outcome nor the line with which to continue")
    void shouldOutlastInterrupt() {
        assertThat(report(new OutcomeUnknownException("lost", ErrorCodes.OUTCOME_UNKNOWN, "step-4-17")))
                .isEqualTo(new Run(
                        8,
                        "restante: lost. A retry may execute the call twice. Run restante store outcome step-4-17 later"
                                + " to see the outcome.\n"));
        assertThat(report(new CommandException(ExitCode.OUTCOME_UNKNOWN, "lines 1 to 2")))
                .isEqualTo(new Run(8, "restante: lines 1 to 2\n"));
        assertThat(report(CommandException.partiallyDone(ExitCode.FAILED, "go on with line 3", null)))
                .isEqualTo(new Run(1, "restante: go on with line 3\n"));
        assertThat(report(new CommandException(ExitCode.FAILED, "the call failed")))
                .isEqualTo(new Run(130, "restante: interrupted\n"));
    }
}
