package dev.restante.cli.shell;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Ends a command with a message and an exit code. */
public final class CommandFailure extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    /** A failure of one line that names what it is about, its value and the remedy. */
    public CommandFailure(int exitCode, String message) {
        this(exitCode, message, null);
    }

    /** The same with what caused it. */
    public CommandFailure(int exitCode, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    /** The command line can't be understood. */
    public static CommandFailure usage(String message) {
        return new CommandFailure(ExitCode.USAGE, message);
    }

    /** One of {@link ExitCode}. */
    public int exitCode() {
        return exitCode;
    }
}
