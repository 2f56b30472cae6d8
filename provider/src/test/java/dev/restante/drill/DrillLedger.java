package dev.restante.drill;

import dev.restante.admin.CommitOutcome;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ledger of the reports of all workers for each message, which is identified by queue and id. It checks whether the
 * reports agree with the messages that remain in the end. Thread-safe.
 *
 * <p>A step removes messages, adds messages, or both, and happens completely or not at all. If a killed worker never
 * reported the end of a step, either is possible.
 */
final class DrillLedger {

    private enum ReportedResult {
        NOT_REPORTED,
        DONE,
        REFUSED,
        UNKNOWN
    }

    /** Step that a worker announced, with its reported result. */
    private static final class DrillStep {
        final String number;
        final List<String> removed = new ArrayList<>();
        final List<String> added = new ArrayList<>();
        ReportedResult result = ReportedResult.NOT_REPORTED;
        long resultNanos;

        /** Token with which the worker can query the outcome; null unless the outcome was unknown. */
        @Nullable
        String token;

        DrillStep(String number) {
            this.number = number;
        }

        String worker() {
            return number.substring(0, number.lastIndexOf('.'));
        }

        int ordinal() {
            return Integer.parseInt(number.substring(number.lastIndexOf('.') + 1));
        }

        @Override
        public String toString() {
            return "step " + number + " takes " + removed + " brings " + added + ": " + result
                    + (result == ReportedResult.DONE ? " at " + resultNanos : "");
        }
    }

    private static final class DrillMessage {
        final List<DrillStep> addingSteps = new ArrayList<>();
        final List<DrillStep> removingSteps = new ArrayList<>();

        /** Workers that received the message, and the times at which their calls began. */
        final List<String> receives = new ArrayList<>();

        int firstDeliveries;
        long lastReceiveNanos = Long.MIN_VALUE;

        boolean received() {
            return lastReceiveNanos != Long.MIN_VALUE;
        }
    }

    private static final int MAX_REPORTED = 20;

    private final Map<String, DrillStep> steps = new HashMap<>();
    private final Map<String, DrillMessage> messages = new TreeMap<>();
    private final Map<String, Integer> notes = new TreeMap<>();
    private final List<String> failures = new ArrayList<>();
    /** Number of reported receives by node. */
    private final Map<String, Long> receivesByNode = new HashMap<>();

    private final StallTracker stalls = new StallTracker();

    /** Nodes that reported that the database has lost committed data. */
    private final Set<String> nodesReportingLoss = new HashSet<>();

    /** Messages that are exempt from the checks. */
    private final Set<String> exempt = new HashSet<>();

    /** Number of exempt messages that were lost, and of exempt messages that existed again after they were settled. */
    private int lost;

    private int resurrected;

    synchronized void recordReport(String line) {
        String[] words = line.split(" ");
        switch (words[0]) {
            case "send", "settle", "move" -> begin(words);
            case "done" -> recordResult(words[1], ReportedResult.DONE, Long.parseLong(words[2]));
            case "refused" -> recordResult(words[1], ReportedResult.REFUSED, 0);
            case "unknown" -> unknown(words[1], words[2]);
            case "ahead" -> {
                nodesReportingLoss.add(node(words[1]));
                notifyAll();
            }
            case "got" -> recordReceive(words[1], Boolean.parseBoolean(words[2]), Long.parseLong(words[3]), words[4]);
            case "note" -> notes.merge(words[2], 1, Integer::sum);
            case "failure" -> failures.add(line);
            default -> {}
        }
    }

    private void begin(String[] words) {
        DrillStep step = new DrillStep(words[words.length - 1]);
        for (int i = 1; i < words.length - 2; i++) {
            boolean takes = words[0].equals("settle") || (words[0].equals("move") && i == 1);
            (takes ? step.removed : step.added).add(words[i]);
            DrillMessage message = messages.computeIfAbsent(words[i], unknown -> new DrillMessage());
            if (takes) {
                message.removingSteps.add(step);
            } else {
                // A relay repeats a step that had no effect.
                message.addingSteps.add(step);
            }
        }
        steps.put(step.number, step);
    }

    private void recordResult(String number, ReportedResult result, long nanos) {
        DrillStep step = steps.get(number);
        step.result = result;
        step.resultNanos = nanos;
        if (result == ReportedResult.DONE) {
            stalls.recordProgress(node(step.worker()), nanos);
        }
    }

    private void unknown(String number, String token) {
        recordResult(number, ReportedResult.UNKNOWN, 0);
        steps.get(number).token = token;
    }

    /** Queries the outcomes that workers reported as unknown, and records them like other results. */
    void queryOutcomes(RestanteAdmin admin) throws JMSException {
        List<DrillStep> unknown;
        synchronized (this) {
            unknown = steps.values().stream().filter(step -> step.token != null).toList();
        }
        for (DrillStep step : unknown) {
            CommitOutcome outcome = admin.outcome(step.token);
            recordReport("note all asked-" + outcome);
            if (outcome == CommitOutcome.COMMITTED) {
                recordReport("done " + step.number + " " + System.nanoTime());
            } else if (outcome == CommitOutcome.NOT_COMMITTED) {
                recordReport("refused " + step.number);
            }
        }
    }

    /** Returns the longest stall of each node since the last call of this method. */
    synchronized Map<String, Duration> longestStalls() {
        return stalls.takeLongest(System.nanoTime());
    }

    /**
     * Exempts messages after the database has lost committed data, which each of the nodes must report. The messages
     * that are known when the last node has reported it, and all their steps, are exempt from the checks.
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
        exempt.addAll(messages.keySet());
        return missing;
    }

    private boolean isExempt(DrillStep step) {
        return step.removed.stream().anyMatch(exempt::contains)
                || step.added.stream().anyMatch(exempt::contains);
    }

    private void recordReceive(String id, boolean redelivered, long beforeNanos, String by) {
        receivesByNode.merge(node(by), 1L, Long::sum);
        notifyAll();
        DrillMessage message = messages.computeIfAbsent(id, unknown -> new DrillMessage());
        message.receives.add(by + (redelivered ? " again" : "") + " at " + beforeNanos);
        message.lastReceiveNanos = Math.max(message.lastReceiveNanos, beforeNanos);
        if (!redelivered) {
            message.firstDeliveries++;
        }
    }

    /** Returns the node of a worker, which may have been replaced. */
    private static String node(String worker) {
        return worker.substring(0, worker.indexOf('.'));
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

    /** Returns the reported error codes with their frequencies. */
    synchronized String notes() {
        return notes.toString();
    }

    /** Returns a summary of the exempt messages. It is complete after {@link #check}. */
    synchronized String losses() {
        return exempt.size() + " known then, of which " + lost + " were lost and " + resurrected + " came back";
    }

    private static boolean mayHaveHappened(DrillStep step) {
        return step.result != ReportedResult.REFUSED;
    }

    /**
     * Returns descriptions of all disagreements.
     *
     * @param left the messages that were found in the queues in the end
     */
    synchronized List<String> check(Collection<String> left) {
        List<String> wrong = new ArrayList<>(failures);
        Set<String> found = new HashSet<>();
        for (String each : left) {
            if (!found.add(each) && !exempt.contains(each)) {
                wrong.add("doubled: " + each + " was found twice in the end");
            }
        }
        for (String id : exempt) {
            boolean isFound = found.remove(id);
            lost += isLost(id, messages.get(id), isFound) ? 1 : 0;
            resurrected += isResurrected(messages.get(id), isFound) ? 1 : 0;
        }
        messages.keySet().removeAll(exempt);
        steps.values().removeIf(this::isExempt);
        messages.forEach((id, message) -> check(id, message, found.contains(id), wrong));
        for (String id : found) {
            if (!messages.containsKey(id)) {
                wrong.add("nobody has sent " + id);
            }
        }
        steps.values().forEach(step -> checkAtomicity(step, found, wrong));
        checkOrder(wrong);
        return wrong.subList(0, Math.min(wrong.size(), MAX_REPORTED));
    }

    private static void check(String id, DrillMessage message, boolean found, List<String> wrong) {
        boolean there = found || message.received();
        if (there && message.addingSteps.stream().noneMatch(DrillLedger::mayHaveHappened)) {
            wrong.add("there, though nobody sent it or all were refused: " + id + " by " + message.addingSteps);
        }
        if (isLost(id, message, found)) {
            wrong.add("lost: " + id + " by " + with(ReportedResult.DONE, message.addingSteps) + ", taken by "
                    + message.removingSteps);
        }
        List<DrillStep> done = with(ReportedResult.DONE, message.removingSteps);
        if (done.size() > 1) {
            wrong.add("settled twice: " + id + " by " + done);
        }
        if (isResurrected(message, found)) {
            wrong.add("resurrected: " + id + (found ? " was left in the end" : " was received") + ", after " + done);
        }
        if (message.firstDeliveries > 1) {
            wrong.add("delivered " + message.firstDeliveries + " times as if for the first time: " + id);
        }
    }

    /** Returns whether the message was certainly sent, cannot have been removed, and does not exist. */
    private static boolean isLost(String id, DrillMessage message, boolean found) {
        boolean mayBeRemoved = message.removingSteps.stream().anyMatch(DrillLedger::mayHaveHappened)
                || (id.startsWith(DrillWorker.AUTO + "/") && message.received());
        return !with(ReportedResult.DONE, message.addingSteps).isEmpty() && !found && !mayBeRemoved;
    }

    /** Returns whether the message was certainly removed and existed afterwards. */
    private static boolean isResurrected(DrillMessage message, boolean found) {
        List<DrillStep> done = with(ReportedResult.DONE, message.removingSteps);
        return !done.isEmpty() && (found || message.lastReceiveNanos > done.get(0).resultNanos);
    }

    private static List<DrillStep> with(ReportedResult result, List<DrillStep> steps) {
        return steps.stream().filter(step -> step.result == result).toList();
    }

    /**
     * Checks that no earlier message of a group was received after a later message of the group was settled. A worker
     * that was told of an unknown outcome for the earlier message is excluded. A session may continue with a group
     * while it holds a message of the group (VIS-07).
     */
    private void checkOrder(List<String> wrong) {
        Map<String, TreeMap<Integer, String>> groups = new TreeMap<>();
        messages.forEach((id, message) -> {
            if (id.startsWith(DrillWorker.IN + "/")
                    && id.endsWith(DrillWorker.GROUPED)
                    && !with(ReportedResult.DONE, message.addingSteps).isEmpty()) {
                int dash = id.lastIndexOf('-');
                int serial = Integer.parseInt(id.substring(dash + 1, id.length() - DrillWorker.GROUPED.length()));
                groups.computeIfAbsent(id.substring(0, dash), name -> new TreeMap<>())
                        .put(serial, id);
            }
        });
        groups.values().forEach(ids -> {
            List<DrillStep> settledLater = new ArrayList<>();
            for (String id : ids.descendingMap().values()) {
                DrillMessage message = messages.get(id);
                for (DrillStep later : settledLater) {
                    if (message.lastReceiveNanos > later.resultNanos && !continuedAfterUnknownOutcome(message, later)) {
                        wrong.add("out of order: " + id + " was received by " + message.receives + ", taken by "
                                + message.removingSteps + ", after " + later + ", which was received by "
                                + messages.get(later.removed.get(0)).receives);
                        break;
                    }
                }
                settledLater.addAll(with(ReportedResult.DONE, message.removingSteps));
            }
        });
    }

    /**
     * Returns whether the worker of a step had been told before that the outcome of a step with an earlier message is
     * unknown.
     */
    private static boolean continuedAfterUnknownOutcome(DrillMessage former, DrillStep step) {
        return former.removingSteps.stream()
                .filter(each -> each.token != null)
                .anyMatch(unknown -> unknown.worker().equals(step.worker()) && unknown.ordinal() < step.ordinal());
    }

    /** Checks that the added messages of a step exist if, and only if, the removed messages do not. */
    private void checkAtomicity(DrillStep step, Set<String> found, List<String> wrong) {
        if (step.result == ReportedResult.DONE || step.added.isEmpty()) {
            return;
        }
        if (step.removed.isEmpty()) {
            long there = step.added.stream().filter(id -> isThere(id, found)).count();
            if (there != 0 && there != step.added.size()) {
                wrong.add("torn: of " + step + " only a part happened");
            }
            return;
        }
        String removed = step.removed.get(0);
        String added = step.added.get(0);
        boolean leftBehind = found.contains(removed);
        if (leftBehind && isThere(added, found)) {
            wrong.add("torn: " + added + " is there and " + removed + " is left, by " + step);
        }
        boolean otherwiseGone =
                messages.get(removed).removingSteps.stream().anyMatch(other -> other != step && mayHaveHappened(other));
        if (!leftBehind && !isThere(added, found) && !otherwiseGone) {
            wrong.add("lost: neither " + removed + " nor " + added + " is there, by " + step);
        }
    }

    private boolean isThere(String id, Set<String> found) {
        return found.contains(id) || messages.get(id).received();
    }
}
