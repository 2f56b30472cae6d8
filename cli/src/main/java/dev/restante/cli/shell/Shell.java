package dev.restante.cli.shell;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The surroundings of one run of the command: streams, environment, terminal, and whether somebody wants it to end.
 * Only {@link #interrupt} and {@link #end} may be called by other threads.
 */
public final class Shell {

    private final InputStream in;
    private final PrintStream out;
    private final PrintStream err;

    private final UnaryOperator<@Nullable String> environment;

    private final Terminal terminal;
    private final GlobalOptions options = new GlobalOptions();
    private final CountDownLatch end = new CountDownLatch(1);
    private volatile boolean interrupted;

    /** Streams and environment of one's own, for tests. */
    public Shell(
            InputStream in,
            OutputStream out,
            OutputStream err,
            UnaryOperator<@Nullable String> environment,
            Terminal terminal) {
        this.in = in;
        this.out = new PrintStream(out, false, StandardCharsets.UTF_8);
        this.err = new PrintStream(err, true, StandardCharsets.UTF_8);
        this.environment = environment;
        this.terminal = terminal;
    }

    /** Those of this process. */
    public static Shell ofProcess() {
        return new Shell(
                // FileInputStream.readAllBytes asks for a position, which a pipe does not have.
                new BufferedInputStream(new FileInputStream(FileDescriptor.in)),
                new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)),
                new FileOutputStream(FileDescriptor.err),
                name -> name == null ? null : System.getenv(name),
                Terminal.of(System.getProperty("restante.terminal"), System.getenv("COLUMNS")));
    }

    /** Standard input. */
    public InputStream in() {
        return in;
    }

    /** Standard output, in UTF-8; flushed at the end, and where somebody waits for it. */
    public PrintStream out() {
        return out;
    }

    /** Errors, notes and progress. */
    public PrintStream err() {
        return err;
    }

    /** A variable of the environment; null if it is not set or empty. */
    public @Nullable String environment(String name) {
        String value = environment.apply(name);
        return value == null || value.isEmpty() ? null : value;
    }

    /** Which streams are a terminal. */
    public Terminal terminal() {
        return terminal;
    }

    /** Whether the output may have colours (no-color.org). */
    public boolean colours() {
        return terminal.out() && environment("NO_COLOR") == null;
    }

    /** The options that all commands have. */
    public GlobalOptions options() {
        return options;
    }

    /** Output in the form that was asked for. */
    public Output output() {
        return new Output(out, options.json(), colours());
    }

    /** A line beside the output, for people. */
    public void note(String line) {
        err.println(line);
    }

    /** Asks the command to end soon, as after Ctrl-C. */
    public void interrupt() {
        interrupted = true;
        end.countDown();
    }

    /** Asks the command to end soon, as it was meant to. */
    public void end() {
        end.countDown();
    }

    /** Whether it should end: somebody has asked for it, or nobody reads its output any more. */
    public boolean mustEnd() {
        return end.getCount() == 0 || isInterrupted() || out.checkError();
    }

    /** Whether it was interrupted. */
    public boolean isInterrupted() {
        return interrupted || Thread.currentThread().isInterrupted();
    }

    /**
     * Waits.
     *
     * @return whether it should end
     */
    public boolean pause(Duration duration) {
        try {
            return end.await(TimeUnit.NANOSECONDS.convert(duration), TimeUnit.NANOSECONDS) || mustEnd();
        } catch (InterruptedException e) {
            interrupt();
            return true;
        }
    }
}
