package dev.restante.cli.shell;

import java.io.PrintStream;
import java.util.Locale;

/** Progress bar on the error stream, shown only on a terminal. */
public final class ProgressBar implements AutoCloseable {

    private static final long INTERVAL_NANOS = 100_000_000L;
    private static final int WIDTH = 30;

    private final CommandContext context;
    private final String verb;
    private final long total;
    private final long startedNanos = System.nanoTime();
    private long shownNanos = startedNanos - INTERVAL_NANOS;
    private boolean shown;

    /**
     * Creates an empty progress bar.
     *
     * @param total the number at which the bar is full, or 0 if it is unknown
     */
    public ProgressBar(CommandContext context, String verb, long total) {
        this.context = context;
        this.verb = verb;
        this.total = total;
    }

    /** Returns whether the bar is shown, because only then the total is needed. */
    public static boolean isVisible(CommandContext context) {
        return context.terminal().err();
    }

    /**
     * Draws the progress at most every 100 ms.
     *
     * @return false if the command should end
     */
    public boolean update(long done) {
        long now = System.nanoTime();
        if (isVisible(context) && now - shownNanos >= INTERVAL_NANOS) {
            shownNanos = now;
            draw(context.err(), done, now);
        }
        return !context.shouldStop();
    }

    private void draw(PrintStream err, long done, long now) {
        shown = true;
        double seconds = Math.max(0.001, (now - startedNanos) / 1e9);
        String rate = String.format(Locale.ROOT, "%,.0f/s", done / seconds);
        if (total <= 0) {
            err.print("\r" + verb + " " + done + "  " + rate + "\u001b[K");
        } else {
            double share = Math.min(1, done / (double) total);
            int full = (int) (share * WIDTH);
            err.print("\r" + verb + " [" + "#".repeat(full) + " ".repeat(WIDTH - full) + "] "
                    + String.format(Locale.ROOT, "%3.0f%%", share * 100) + "  " + done + "/" + total + "  " + rate
                    + "\u001b[K");
        }
        err.flush();
    }

    @Override
    public void close() {
        if (shown) {
            context.err().print("\r\u001b[K");
            context.err().flush();
        }
    }
}
