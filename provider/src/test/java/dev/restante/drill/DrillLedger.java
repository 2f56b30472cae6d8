package dev.restante.drill;

import dev.restante.admin.CommitOutcome;
import dev.restante.admin.RestanteAdmin;
import dev.restante.timedhistory.HistoryChecker;
import dev.restante.timedhistory.HistoryChecker.CheckedHistory;
import dev.restante.timedhistory.HistoryEvent;
import dev.restante.timedhistory.HistoryLine;
import dev.restante.timedhistory.OperationResult;
import dev.restante.timedhistory.TimedHistory;
import dev.restante.timedhistory.TimedOperation;
import jakarta.jms.JMSException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * History of all workers of a drill, which is also written to a file. It tells during the drill how far the nodes have
 * come, and checks the history in the end. The file remains if the check finds something. Thread-safe.
 */
final class DrillLedger implements AutoCloseable {

    private static final Path DIRECTORY = Path.of("target", "histories");
    private static final int MAX_REPORTED = 20;

    private TimedHistory history;
    private Path file;
    private BufferedWriter lines;
    private final Map<String, Integer> notes = new TreeMap<>();

    /** Number of reported receives by node. */
    private final Map<String, Long> receivesByNode = new HashMap<>();

    private final StallTracker stalls = new StallTracker();

    /** Nodes that reported that the database has lost committed data. */
    private final Set<String> nodesReportingLoss = new HashSet<>();

    private String losses = "not checked";
    private boolean closed;

    DrillLedger() throws IOException {
        Files.createDirectories(DIRECTORY);
        beginHistory();
    }

    /** Begins a history, the first one or another after a check, while no operation is under way. */
    synchronized void beginHistory() throws IOException {
        history = new TimedHistory();
        file = Files.createTempFile(DIRECTORY, "drill-", ".jsonl");
        lines = Files.newBufferedWriter(file);
        closed = false;
    }

    /** Records an event, unless the ledger was closed. */
    synchronized void record(HistoryEvent event) {
        if (closed) {
            return;
        }
        try {
            lines.write(HistoryLine.of(event));
            lines.newLine();
        } catch (IOException e) {
            throw new IllegalStateException("The history cannot be written to " + file, e);
        }
        history.add(event);
        if (event instanceof HistoryEvent.End end && end.result() == OperationResult.OK) {
            recordProgress(node(end.operation()), end);
        } else if (event instanceof HistoryEvent.Note note) {
            notes.merge(note.text(), 1, Integer::sum);
            if (note.text().equals(DrillWorker.AHEAD)) {
                nodesReportingLoss.add(node(note.worker()));
                notifyAll();
            }
        }
    }

    private void recordProgress(String node, HistoryEvent.End end) {
        stalls.recordProgress(node, end.atNanos());
        if (end.message() != null) {
            receivesByNode.merge(node, 1L, Long::sum);
            notifyAll();
        }
    }

    /** Returns the node of a worker or operation, whose names begin with it. The worker may have been replaced. */
    private static String node(String name) {
        return name.substring(0, name.indexOf('.'));
    }

    /** Queries the outcomes that workers were told to be unknown, and records them like other results. */
    void queryOutcomes(RestanteAdmin admin) throws JMSException {
        List<TimedOperation> unknown;
        synchronized (this) {
            unknown = history.operations().stream()
                    .filter(each -> each.token() != null)
                    .toList();
        }
        for (TimedOperation operation : unknown) {
            CommitOutcome outcome = admin.outcome(operation.token());
            record(new HistoryEvent.Note("drill", "asked-" + outcome));
            if (outcome != CommitOutcome.UNKNOWN) {
                record(new HistoryEvent.End(
                        System.nanoTime(),
                        operation.begin().operation(),
                        outcome == CommitOutcome.COMMITTED ? OperationResult.OK : OperationResult.REFUSED,
                        null,
                        false,
                        null,
                        null));
            }
        }
    }

    /** Returns the longest stall of each node since the last call of this method. */
    synchronized Map<String, Duration> longestStalls() {
        return stalls.takeLongest(System.nanoTime());
    }

    /**
     * Exempts messages after the database has lost committed data, which each of the nodes must report. The messages
     * that are known when the last node has reported it are exempt from the checks.
     *
     * @return the nodes that did not report the loss within the timeout
     */
    synchronized Set<String> exemptKnownMessages(Set<String> nodes, Duration timeout) throws InterruptedException {
        long endNanos = System.nanoTime() + timeout.toNanos();
        long leftMillis = timeout.toMillis();
        while (!nodesReportingLoss.containsAll(nodes) && leftMillis > 0) {
            wait(leftMillis);
            leftMillis = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
        }
        Set<String> missing = new HashSet<>(nodes);
        missing.removeAll(nodesReportingLoss);
        nodesReportingLoss.clear();
        record(new HistoryEvent.Loss());
        return missing;
    }

    /** Returns the number of reported receives. */
    synchronized long received() {
        return receivesByNode.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * Waits until each of the nodes has received a number of further messages.
     *
     * @return the nodes that did not within the timeout
     */
    synchronized List<String> awaitMore(List<String> nodes, long more, Duration timeout) throws InterruptedException {
        Map<String, Long> wanted = new HashMap<>();
        nodes.forEach(node -> wanted.put(node, received(node) + more));
        long endNanos = System.nanoTime() + timeout.toNanos();
        while (true) {
            List<String> missing = nodes.stream()
                    .filter(node -> received(node) < wanted.get(node))
                    .toList();
            long leftMillis = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
            if (missing.isEmpty() || leftMillis <= 0) {
                return missing;
            }
            wait(leftMillis);
        }
    }

    private synchronized long received(String node) {
        return receivesByNode.getOrDefault(node, 0L);
    }

    /** Returns the remarks of the workers, most of which are error codes, with their frequencies. */
    synchronized String notes() {
        return notes.toString();
    }

    /** Returns a summary of the exempt messages. It is complete after {@link #check}. */
    synchronized String losses() {
        return losses;
    }

    /**
     * Returns descriptions of the first violations.
     *
     * @param left the messages that were found in the queues in the end
     */
    synchronized List<String> check(Collection<String> left) throws IOException {
        left.forEach(message -> record(new HistoryEvent.Left(message)));
        CheckedHistory checked = HistoryChecker.check(history);
        losses = checked.exempt() + " known then, of which " + checked.lost() + " were lost and "
                + checked.resurrected() + " came back";
        close();
        List<String> violations = checked.violations();
        if (violations.isEmpty()) {
            Files.delete(file);
        }
        return violations.subList(0, Math.min(violations.size(), MAX_REPORTED));
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        lines.close();
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
