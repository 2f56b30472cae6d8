package dev.restante.cli.console;

import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandException;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.PasswordPrompt;
import dev.restante.cli.shell.SecretFile;
import dev.restante.console.guard.PasswordHash;
import java.io.Console;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/**
 * Command {@code restante hash-password}: reads a password from the input, and prints its hash for the users file
 * of the console.
 */
@Command(
        name = "hash-password",
        sortOptions = false,
        description = "Reads a password from the input, and prints its hash for the users file of the console.")
public final class HashPasswordCommand implements Callable<Integer> {

    private final CommandContext context;

    HashPasswordCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws CommandException {
        String password = password();
        if (password == null || password.isBlank()) {
            throw CommandException.usage("the first line of the input contains no password");
        }
        context.out().println(PasswordHash.of(password));
        return ExitCode.OK;
    }

    @SuppressWarnings("SystemConsoleNull") // the start script has checked for a terminal
    private @Nullable String password() throws CommandException {
        Console console = context.terminal().in() ? System.console() : null;
        if (console != null) {
            return PasswordPrompt.ask(context, console);
        }
        return SecretFile.password(context.in());
    }
}
