package dev.restante.samples.quickstart;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/** Display of plain lines for files and pipes: events, and the counts once a second. */
final class PlainDisplay implements Display {

    private static final long PERIOD_NANOS = Duration.ofSeconds(1).toNanos();

    private final PrintStream out;
    private final long startNanos = System.nanoTime();
    private long nextNanos;

    PlainDisplay(PrintStream out) {
        this.out = out;
    }

    private long elapsedNanos() {
        return System.nanoTime() - startNanos;
    }

    @Override
    public void note(String text) {
        out.printf(Locale.ROOT, "%5.1f s  %s%n", elapsedNanos() / 1e9, text);
    }

    @Override
    public void progress(int accepted, DemoEvent.ProgressEvent now) {
        if (elapsedNanos() < nextNanos) {
            return;
        }
        nextNanos = elapsedNanos() + PERIOD_NANOS;
        note(String.format(
                Locale.ROOT,
                "accepted %d | waiting %d, with workers %d, dead letters %d | in time %d, late %d, poison %d, malformed %d",
                accepted,
                now.waiting(),
                now.held(),
                now.dead(),
                now.done(),
                now.late(),
                now.poison(),
                now.malformed()));
    }
}
