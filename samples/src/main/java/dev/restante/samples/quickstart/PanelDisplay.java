package dev.restante.samples.quickstart;

import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/**
 * Display that shows counts, a bar and recent notes in a panel, and redraws it in place with ANSI control sequences.
 */
final class PanelDisplay implements Display {

    private static final int BAR_WIDTH = 50;
    private static final int NOTES = 6;
    private static final String CLEAR_LINE = "\u001b[2K";
    private static final String RESET = "\u001b[0m";
    private static final String BOLD = "\u001b[1m";
    private static final String DIM = "\u001b[2m";
    private static final String GREEN = "\u001b[32m";
    private static final String YELLOW = "\u001b[33m";
    private static final String RED = "\u001b[31m";
    private static final String BLUE = "\u001b[34m";

    private final PrintStream out;
    private final int jobs;
    private final long startNanos = System.nanoTime();
    private final Deque<String> notes = new ArrayDeque<>();
    private DemoEvent.ProgressEvent latest = new DemoEvent.ProgressEvent(0, 0, 0, 0, 0, 0, 0);
    private int accepted;
    private int drawn;

    PanelDisplay(PrintStream out, int jobs) {
        this.out = out;
        this.jobs = jobs;
    }

    private double elapsedSeconds() {
        return (System.nanoTime() - startNanos) / 1e9;
    }

    @Override
    public void note(String text) {
        notes.addLast(String.format(Locale.ROOT, "%5.1f s  %s", elapsedSeconds(), text));
        if (notes.size() > NOTES) {
            notes.removeFirst();
        }
        draw();
    }

    @Override
    public void progress(int acceptedNow, DemoEvent.ProgressEvent progress) {
        accepted = acceptedNow;
        latest = progress;
        draw();
    }

    private void draw() {
        List<String> lines = new ArrayList<>();
        lines.add(BOLD + "Restante: jobs with a deadline" + RESET
                + String.format(Locale.ROOT, "%35.1f s", elapsedSeconds()));
        lines.add(bar("accepted by the front", accepted, BLUE));
        lines.add(bar("waiting for a worker", latest.waiting(), YELLOW));
        lines.add(bar("locked by a worker", latest.held(), YELLOW));
        lines.add(bar("in the dead-letter queue", latest.dead(), YELLOW));
        lines.add(bar("done in time", latest.done(), GREEN));
        lines.add(bar("answered late", latest.late(), RED));
        lines.add(bar("poison", latest.poison(), RED));
        lines.add(bar("malformed", latest.malformed(), RED));
        for (String note : notes) {
            lines.add(DIM + note + RESET);
        }
        StringBuilder text = new StringBuilder();
        if (drawn > 0) {
            text.append("\u001b[").append(drawn).append('A');
        }
        lines.forEach(line -> text.append(CLEAR_LINE).append(line).append('\n'));
        drawn = lines.size();
        out.print(text);
        out.flush();
    }

    private String bar(String name, long count, String colour) {
        int width = (int) Math.min(BAR_WIDTH, (count * BAR_WIDTH + jobs - 1) / jobs);
        return String.format(Locale.ROOT, "  %-24s %5d  ", name, count) + colour + "█".repeat(width) + RESET;
    }
}
