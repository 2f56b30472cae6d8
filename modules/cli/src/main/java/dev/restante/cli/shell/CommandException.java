package dev.restante.cli.shell;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Failure that ends a command with a message and an exit code. */
public final class CommandException extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    private final int exitCode;
    private final boolean reportedAfterInterrupt;

    /** Creates a failure with a message of one line that names the object, its value and the remedy. */
    public CommandException(int exitCode, String message) {
        this(exitCode, message, null);
    }

    public CommandException(int exitCode, String message, @Nullable Throwable cause) {
        this(exitCode, message, cause, exitCode == ExitCode.OUTCOME_UNKNOWN);
    }

    private CommandException(int exitCode, String message, @Nullable Throwable cause, boolean reportedAfterInterrupt) {
        super(message, cause);
        this.exitCode = exitCode;
        this.reportedAfterInterrupt = reportedAfterInterrupt;
    }

    /** Returns a failure that says how much was done. It is reported even after an interrupt. */
    public static CommandException partiallyDone(int exitCode, String message, @Nullable Throwable cause) {
        return new CommandException(exitCode, message, cause, true);
    }

    public static CommandException usage(String message) {
        return new CommandException(ExitCode.USAGE, message);
    }

    /** {@return the {@link ExitCode}} */
    public int exitCode() {
        return exitCode;
    }

    /** Returns whether the message is printed even if an interrupt ended the command. */
    boolean reportedAfterInterrupt() {
        return reportedAfterInterrupt;
    }
}
