package dev.restante.cli.console;

import dev.restante.cli.shell.CommandFailure;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.TextLines;
import dev.restante.console.guard.PasswordHash;
import java.io.Console;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** {@code restante hash-password}. */
@Command(
        name = "hash-password",
        sortOptions = false,
        description = "Reads a password, and prints it hashed, as the users file of the console takes it.")
public final class HashPasswordCommand implements Callable<Integer> {

    private final Shell shell;

    HashPasswordCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws CommandFailure, IOException {
        String password = password();
        if (password == null || password.isBlank()) {
            throw CommandFailure.usage("there is no password on the first line of the input");
        }
        shell.out().println(PasswordHash.of(password));
        return ExitCode.OK;
    }

    @SuppressWarnings("SystemConsoleNull") // which of the streams are a terminal was found out before
    private @Nullable String password() throws IOException {
        Console console = shell.terminal().in() ? System.console() : null;
        if (console != null) {
            char[] typed = console.readPassword("Password: ");
            return typed == null ? null : new String(typed);
        }
        return TextLines.of(shell.in()).next();
    }
}
