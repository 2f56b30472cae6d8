package dev.restante.cli.shell;

import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Streams, environment variables, terminal, global options and interrupt flag of one command run. Other threads may
 * call only {@link #interrupt} and {@link #stop}.
 */
public final class CommandContext {

    private final InputStream in;
    private final CheckedOutput checked;
    private final PrintStream out;
    private final PrintStream err;

    private final UnaryOperator<@Nullable String> environment;

    private final Terminal terminal;
    private final GlobalOptions options = new GlobalOptions();
    private final CountDownLatch stop = new CountDownLatch(1);
    private volatile boolean interrupted;
    private volatile boolean usesSharedStore;

    /** Creates a context with the given streams and environment, for tests. */
    public CommandContext(
            InputStream in,
            OutputStream out,
            OutputStream err,
            UnaryOperator<@Nullable String> environment,
            Terminal terminal) {
        this.in = in;
        this.checked = new CheckedOutput(out);
        this.out = new PrintStream(checked, false, StandardCharsets.UTF_8);
        this.err = new PrintStream(err, true, StandardCharsets.UTF_8);
        this.environment = environment;
        this.terminal = terminal;
    }

    public static CommandContext forProcess() {
        return new CommandContext(
                new BufferedInputStream(new InterruptibleInputStream(new FileInputStream(FileDescriptor.in))),
                CheckedOutput.of(new FileOutputStream(FileDescriptor.out)),
                new FileOutputStream(FileDescriptor.err),
                name -> name == null ? null : System.getenv(name),
                Terminal.of(System.getProperty("restante.terminal"), System.getenv("COLUMNS")));
    }

    public InputStream in() {
        return in;
    }

    /** Returns the standard output in UTF-8, which is flushed at the end and whenever a reader may wait for it. */
    public PrintStream out() {
        return out;
    }

    /**
     * Flushes all output, and reports lost output. A reader that closed its end, such as {@code head}, causes no
     * failure.
     *
     * @param exitCode the {@link ExitCode} of the command
     * @return the exit code of the process, which is not {@link ExitCode#OK} if output was lost
     */
    public int flushOutput(int exitCode) {
        out.flush();
        IOException failure = checked.failure();
        if (failure == null || exitCode != ExitCode.OK) {
            return exitCode;
        }
        printError("restante: the standard output cannot be written: " + FailureReporter.sentence(failure)
                + " The output is incomplete. The changes that the command made are kept.");
        return ExitCode.FAILED;
    }

    public PrintStream err() {
        return err;
    }

    /** Returns an environment variable, or null if it is missing or empty. */
    public @Nullable String environment(String name) {
        String value = environment.apply(name);
        return value == null || value.isEmpty() ? null : value;
    }

    public Terminal terminal() {
        return terminal;
    }

    /** Returns whether the output may have colours (no-color.org). */
    public boolean colours() {
        return terminal.out() && environment("NO_COLOR") == null;
    }

    public GlobalOptions options() {
        return options;
    }

    public Output output() {
        return new Output(out, options.json(), colours());
    }

    public void printError(String line) {
        err.println(line);
    }

    /** Records that the command opens a shared store, and is therefore one of its nodes. */
    void useSharedStore() {
        usesSharedStore = true;
    }

    /**
     * Returns the message about a command that does not end in time after an interrupt. Only a node of a shared store
     * has a lease.
     */
    public String interruptTimeoutText(int seconds) {
        return "restante: the command did not end within " + seconds + " s"
                + (usesSharedStore
                        ? ". Messages that it locked in the shared store are released when its lease expires."
                        : "");
    }

    /** Requests the end of the command because of an interrupt such as Ctrl-C. */
    public void interrupt() {
        interrupted = true;
        stop.countDown();
    }

    /** Requests the end of the command if its thread was interrupted, and clears the interrupt flag of the thread. */
    void consumeThreadInterrupt() {
        if (Thread.interrupted()) {
            interrupt();
        }
    }

    @FunctionalInterface
    public interface InterruptibleRead<T> {
        @Nullable
        T readInterruptibly() throws IOException;
    }

    /**
     * Returns a value, or null at the end of the input or after an interrupt, which also requests the end of the
     * command.
     */
    public <T> @Nullable T readInterruptibly(InterruptibleRead<T> read) throws IOException {
        try {
            return read.readInterruptibly();
        } catch (ClosedByInterruptException e) {
            consumeThreadInterrupt();
            return null;
        }
    }

    /** Requests the regular end of the command. */
    public void stop() {
        stop.countDown();
    }

    /** Returns whether the command should end, because of a request or because the reader of its output has gone. */
    public boolean shouldStop() {
        return stop.getCount() == 0 || isInterrupted() || out.checkError();
    }

    public boolean isInterrupted() {
        return interrupted || Thread.currentThread().isInterrupted();
    }

    /**
     * Waits for a duration, or until the command should end.
     *
     * @return true if the command should end
     */
    public boolean sleep(Duration duration) {
        try {
            return stop.await(TimeUnit.NANOSECONDS.convert(duration), TimeUnit.NANOSECONDS) || shouldStop();
        } catch (InterruptedException e) {
            interrupt();
            return true;
        }
    }
}
