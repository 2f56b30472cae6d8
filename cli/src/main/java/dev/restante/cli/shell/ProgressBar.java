package dev.restante.cli.shell;

import java.io.PrintStream;
import java.util.Locale;

/** Shows how far long work has come, on the error stream, if that is a terminal. */
public final class ProgressBar implements AutoCloseable {

    private static final long INTERVAL_NANOS = 100_000_000L;
    private static final int WIDTH = 30;

    private final Shell shell;
    private final String doing;
    private final long total;
    private final long startedNanos = System.nanoTime();
    private long shownNanos = startedNanos - INTERVAL_NANOS;
    private boolean shown;

    /**
     * A bar that begins empty.
     *
     * @param doing a word for it
     * @param total of what, or 0 where that is not known
     */
    public ProgressBar(Shell shell, String doing, long total) {
        this.shell = shell;
        this.doing = doing;
        this.total = total;
    }

    /** Whether anybody sees it; if not, there is no need to know the total. */
    public static boolean isSeen(Shell shell) {
        return shell.terminal().err();
    }

    /**
     * So much is done.
     *
     * @return whether to go on
     */
    public boolean show(long done) {
        long now = System.nanoTime();
        if (isSeen(shell) && now - shownNanos >= INTERVAL_NANOS) {
            shownNanos = now;
            draw(shell.err(), done, now);
        }
        return !shell.mustEnd();
    }

    private void draw(PrintStream err, long done, long now) {
        shown = true;
        double seconds = Math.max(0.001, (now - startedNanos) / 1e9);
        String rate = String.format(Locale.ROOT, "%,.0f/s", done / seconds);
        if (total <= 0) {
            err.print("\r" + doing + " " + done + "  " + rate + "\u001b[K");
        } else {
            double share = Math.min(1, done / (double) total);
            int full = (int) (share * WIDTH);
            err.print("\r" + doing + " [" + "#".repeat(full) + " ".repeat(WIDTH - full) + "] "
                    + String.format(Locale.ROOT, "%3.0f%%", share * 100) + "  " + done + "/" + total + "  " + rate
                    + "\u001b[K");
        }
        err.flush();
    }

    /** Takes it away. */
    @Override
    public void close() {
        if (shown) {
            shell.err().print("\r\u001b[K");
            shell.err().flush();
        }
    }
}
