package dev.restante.timedhistory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Events of all workers, by operation. Not thread-safe. */
public final class TimedHistory {

    private final Map<String, TimedOperation> operations = new LinkedHashMap<>();
    private final Map<String, Integer> left = new HashMap<>();
    private final List<String> failures = new ArrayList<>();

    /** Messages that were mentioned before the database lost committed data. */
    private final Set<String> exempt = new HashSet<>();

    private long lastNanos = Long.MIN_VALUE;

    /** Reads the lines of files, one after the other. */
    public static TimedHistory read(Collection<Path> files) throws IOException {
        TimedHistory history = new TimedHistory();
        for (Path file : files) {
            try (Stream<String> lines = Files.lines(file, StandardCharsets.UTF_8)) {
                lines.map(HistoryLine::parse).forEach(history::add);
            }
        }
        return history;
    }

    /**
     * Adds an event. The events of one worker must come in their order, and {@code Loss} after all that was known then.
     *
     * @throws IllegalArgumentException if an operation ends that has not begun, or begins twice
     */
    public void add(HistoryEvent event) {
        if (event instanceof HistoryEvent.Begin begin) {
            if (operations.put(begin.operation(), new TimedOperation(begin)) != null) {
                throw new IllegalArgumentException("begun twice: " + begin);
            }
            lastNanos = Math.max(lastNanos, begin.atNanos());
        } else if (event instanceof HistoryEvent.End end) {
            TimedOperation operation = operations.get(end.operation());
            if (operation == null) {
                throw new IllegalArgumentException("not begun: " + end);
            }
            operation.endedWith(end);
            lastNanos = Math.max(lastNanos, end.atNanos());
        } else if (event instanceof HistoryEvent.Left found) {
            left.merge(found.message(), 1, Integer::sum);
        } else if (event instanceof HistoryEvent.Loss) {
            operations.values().forEach(this::exemptMessagesOf);
        } else if (event instanceof HistoryEvent.Failure failure) {
            failures.add("failure of " + failure.worker() + ": " + failure.text());
        }
    }

    private void exemptMessagesOf(TimedOperation operation) {
        exempt.addAll(operation.begin().adds());
        exempt.addAll(operation.begin().removes());
        if (operation.received() != null) {
            exempt.add(operation.received());
        }
    }

    public Collection<TimedOperation> operations() {
        return Collections.unmodifiableCollection(operations.values());
    }

    /** Returns how often each message was found after the end of all workers. */
    Map<String, Integer> left() {
        return left;
    }

    List<String> failures() {
        return failures;
    }

    Set<String> exempt() {
        return exempt;
    }

    /** Returns the latest time of all events. */
    long lastNanos() {
        return lastNanos;
    }
}
