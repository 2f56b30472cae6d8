package dev.restante.cli.shell;

import java.io.Console;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Password prompt on the terminal. */
public final class PasswordPrompt {

    private PasswordPrompt() {}

    /**
     * Asks for a password.
     *
     * @return the password, or null if the input ends
     * @throws CommandException if an interrupt ends the wait
     */
    public static @Nullable String ask(CommandContext context, Console console) throws CommandException {
        char[] typed = readInterruptibly(context, () -> console.readPassword("Password: "));
        return typed == null ? null : new String(typed);
    }

    /** Reads on a daemon thread, because an interrupt cannot end a read of a {@link Console}. */
    static char @Nullable [] readInterruptibly(CommandContext context, Supplier<char @Nullable []> reader)
            throws CommandException {
        FutureTask<char @Nullable []> task = new FutureTask<>(reader::get);
        Thread thread = new Thread(task, "restante-password");
        thread.setDaemon(true);
        thread.start();
        try {
            return task.get();
        } catch (InterruptedException e) {
            context.interrupt();
            throw new CommandException(ExitCode.INTERRUPTED, "interrupted", e);
        } catch (ExecutionException e) {
            throw new CommandException(ExitCode.FAILED, "the password cannot be read from the terminal", e);
        }
    }
}
