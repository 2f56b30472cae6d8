package dev.restante.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("password prompt")
@Timeout(60)
class PasswordPromptTest {

    private final CommandContext context = new CommandContext(
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            OutputStream.nullOutputStream(),
            name -> null,
            Terminal.NONE);

    @Test
    @DisplayName("the prompt returns the typed password, or null at the end of the input")
    void shouldReturnPassword() throws CommandException {
        assertThat(PasswordPrompt.readInterruptibly(context, "secret"::toCharArray))
                .isEqualTo("secret".toCharArray());
        assertThat(PasswordPrompt.readInterruptibly(context, () -> null)).isNull();
    }

    @Test
    @DisplayName("an interrupt ends the prompt, although the terminal continues to wait")
    void shouldEndWhenInterrupted() {
        Semaphore never = new Semaphore(0);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> PasswordPrompt.readInterruptibly(context, () -> {
                    never.acquireUninterruptibly();
                    return null;
                }))
                .isInstanceOfSatisfying(CommandException.class, failure -> assertThat(failure.exitCode())
                        .isEqualTo(ExitCode.INTERRUPTED));
        assertThat(context.isInterrupted()).isTrue();
    }

    @Test
    @DisplayName("commands read passwords from a terminal only through this class")
    void shouldBeTheOnlyReader() throws java.io.IOException {
        assertThat(Utf8LineReaderTest.sourcesWith("\\.readPassword\\("))
                .singleElement()
                .satisfies(source -> assertThat(source).endsWithRaw(java.nio.file.Path.of("PasswordPrompt.java")));
    }
}
