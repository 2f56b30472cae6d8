package dev.restante.histories;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Log of a history's steps in words, for the report of a failure. */
final class HistoryLog {

    /** Number of shown stack frames. */
    private static final int FRAMES = 12;

    private final History history;
    private final QueueModel model;
    private final long startMillis;
    private final List<String> lines = new ArrayList<>();

    HistoryLog(History history, QueueModel model) {
        this.history = history;
        this.model = model;
        this.startMillis = model.nowMillis();
    }

    /** Begins a step. */
    void beginStep(String what) {
        lines.add(String.format(
                Locale.ROOT, "%3d. %8.3f s  %s", lines.size() + 1, (model.nowMillis() - startMillis) / 1000.0, what));
    }

    /** Continues the last step. */
    void append(String what) {
        lines.set(lines.size() - 1, lines.get(lines.size() - 1) + what);
    }

    int steps() {
        return lines.size();
    }

    /** Returns the failure and the steps before it. */
    String report(Throwable failure) {
        Stream<String> frames = failure instanceof AssertionError
                ? Stream.of(failure.getMessage())
                : Stream.concat(
                        Stream.of(failure.toString()),
                        Arrays.stream(failure.getStackTrace()).limit(FRAMES).map(StackTraceElement::toString));
        Stream<String> steps = Stream.concat(
                Stream.of(
                        "",
                        "The history:",
                        "queue: " + history.options(),
                        "sessions of the second node: " + history.onSecondNode()),
                lines.stream());
        return Stream.concat(frames, steps).collect(Collectors.joining(System.lineSeparator()));
    }
}
