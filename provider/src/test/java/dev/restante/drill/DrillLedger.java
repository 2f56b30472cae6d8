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

    private enum Said {
        NOTHING,
        DONE,
        REFUSED,
        UNKNOWN
    }

    /** Step that a worker announced, with its reported result. */
    private static final class Step {
        final String number;
        final List<String> taken = new ArrayList<>();
        final List<String> brought = new ArrayList<>();
        Said said = Said.NOTHING;
        long saidNanos;

        /** Token with which the worker can query the outcome; null unless the outcome was unknown. */
        @Nullable
        String token;

        Step(String number) {
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
            return "step " + number + " takes " + taken + " brings " + brought + ": " + said
                    + (said == Said.DONE ? " at " + saidNanos : "");
        }
    }

    private static final class Message {
        final List<Step> bringing = new ArrayList<>();
        final List<Step> taking = new ArrayList<>();

        /** Workers that received the message, and the times at which their calls began. */
        final List<String> receives = new ArrayList<>();

        int firstDeliveries;
        long lastReceiveNanos = Long.MIN_VALUE;

        boolean received() {
            return lastReceiveNanos != Long.MIN_VALUE;
        }
    }

    private static final int MOST_TOLD = 20;

    private final Map<String, Step> steps = new HashMap<>();
    private final Map<String, Message> messages = new TreeMap<>();
    private final Map<String, Integer> notes = new TreeMap<>();
    private final List<String> failures = new ArrayList<>();
    /** Number of reported receives by node. */
    private final Map<String, Long> got = new HashMap<>();

    private final Stalls stalls = new Stalls();

    /** Nodes that reported that the database has lost committed data. */
    private final Set<String> ahead = new HashSet<>();

    /** Messages that are exempt from the checks. */
    private final Set<String> forgiven = new HashSet<>();

    /** Number of exempt messages that were lost, and of exempt messages that existed again after they were settled. */
    private int lost;

    private int back;

    synchronized void take(String line) {
        String[] words = line.split(" ");
        switch (words[0]) {
            case "send", "settle", "move" -> begin(words);
            case "done" -> said(words[1], Said.DONE, Long.parseLong(words[2]));
            case "refused" -> said(words[1], Said.REFUSED, 0);
            case "unknown" -> unknown(words[1], words[2]);
            case "ahead" -> {
                ahead.add(node(words[1]));
                notifyAll();
            }
            case "got" -> got(words[1], Boolean.parseBoolean(words[2]), Long.parseLong(words[3]), words[4]);
            case "note" -> notes.merge(words[2], 1, Integer::sum);
            case "failure" -> failures.add(line);
            default -> {}
        }
    }

    private void begin(String[] words) {
        Step step = new Step(words[words.length - 1]);
        for (int i = 1; i < words.length - 2; i++) {
            boolean takes = words[0].equals("settle") || (words[0].equals("move") && i == 1);
            (takes ? step.taken : step.brought).add(words[i]);
            Message message = messages.computeIfAbsent(words[i], unknown -> new Message());
            if (takes) {
                message.taking.add(step);
            } else {
                // A relay repeats a step that had no effect.
                message.bringing.add(step);
            }
        }
        steps.put(step.number, step);
    }

    private void said(String number, Said said, long nanos) {
        Step step = steps.get(number);
        step.said = said;
        step.saidNanos = nanos;
        if (said == Said.DONE) {
            stalls.done(node(step.worker()), nanos);
        }
    }

    private void unknown(String number, String token) {
        said(number, Said.UNKNOWN, 0);
        steps.get(number).token = token;
    }

    /** Queries the outcomes that workers reported as unknown, and records them like other results. */
    void askOutcomes(RestanteAdmin admin) throws JMSException {
        List<Step> unknown;
        synchronized (this) {
            unknown = steps.values().stream().filter(step -> step.token != null).toList();
        }
        for (Step step : unknown) {
            CommitOutcome outcome = admin.outcome(step.token);
            take("note all asked-" + outcome);
            if (outcome == CommitOutcome.COMMITTED) {
                take("done " + step.number + " " + System.nanoTime());
            } else if (outcome == CommitOutcome.NOT_COMMITTED) {
                take("refused " + step.number);
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
    synchronized Set<String> forgive(Set<String> nodes, Duration patience) throws InterruptedException {
        long endNanos = System.nanoTime() + patience.toNanos();
        long leftMillis = patience.toMillis();
        while (!ahead.containsAll(nodes) && leftMillis > 0) {
            wait(leftMillis);
            leftMillis = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
        }
        Set<String> missing = new HashSet<>(nodes);
        missing.removeAll(ahead);
        ahead.clear();
        forgiven.addAll(messages.keySet());
        return missing;
    }

    private boolean isForgiven(Step step) {
        return step.taken.stream().anyMatch(forgiven::contains)
                || step.brought.stream().anyMatch(forgiven::contains);
    }

    private void got(String id, boolean redelivered, long beforeNanos, String by) {
        got.merge(node(by), 1L, Long::sum);
        notifyAll();
        Message message = messages.computeIfAbsent(id, unknown -> new Message());
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
        return got.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * Waits until each of the nodes has received a number of further messages.
     *
     * @return the nodes that did not within the timeout
     */
    synchronized List<String> awaitMore(List<String> nodes, long more, Duration patience) throws InterruptedException {
        Map<String, Long> wanted = new HashMap<>();
        nodes.forEach(node -> wanted.put(node, received(node) + more));
        long endNanos = System.nanoTime() + patience.toNanos();
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
        return got.getOrDefault(node, 0L);
    }

    /** Returns the reported error codes with their frequencies. */
    synchronized String notes() {
        return notes.toString();
    }

    /** Returns a summary of the exempt messages. It is complete after {@link #check}. */
    synchronized String losses() {
        return forgiven.size() + " known then, of which " + lost + " were lost and " + back + " came back";
    }

    private static boolean mayHaveHappened(Step step) {
        return step.said != Said.REFUSED;
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
            if (!found.add(each) && !forgiven.contains(each)) {
                wrong.add("doubled: " + each + " was found twice in the end");
            }
        }
        for (String id : forgiven) {
            boolean isFound = found.remove(id);
            lost += isLost(id, messages.get(id), isFound) ? 1 : 0;
            back += isBack(messages.get(id), isFound) ? 1 : 0;
        }
        messages.keySet().removeAll(forgiven);
        steps.values().removeIf(this::isForgiven);
        messages.forEach((id, message) -> check(id, message, found.contains(id), wrong));
        for (String id : found) {
            if (!messages.containsKey(id)) {
                wrong.add("nobody has sent " + id);
            }
        }
        steps.values().forEach(step -> checkWhole(step, found, wrong));
        checkOrder(wrong);
        return wrong.subList(0, Math.min(wrong.size(), MOST_TOLD));
    }

    private static void check(String id, Message message, boolean found, List<String> wrong) {
        boolean there = found || message.received();
        if (there && message.bringing.stream().noneMatch(DrillLedger::mayHaveHappened)) {
            wrong.add("there, though nobody sent it or all were refused: " + id + " by " + message.bringing);
        }
        if (isLost(id, message, found)) {
            wrong.add("lost: " + id + " by " + with(Said.DONE, message.bringing) + ", taken by " + message.taking);
        }
        List<Step> done = with(Said.DONE, message.taking);
        if (done.size() > 1) {
            wrong.add("settled twice: " + id + " by " + done);
        }
        if (isBack(message, found)) {
            wrong.add("resurrected: " + id + (found ? " was left in the end" : " was received") + ", after " + done);
        }
        if (message.firstDeliveries > 1) {
            wrong.add("delivered " + message.firstDeliveries + " times as if for the first time: " + id);
        }
    }

    /** Returns whether the message was certainly sent, cannot have been removed, and does not exist. */
    private static boolean isLost(String id, Message message, boolean found) {
        boolean perhapsGone = message.taking.stream().anyMatch(DrillLedger::mayHaveHappened)
                || (id.startsWith(DrillWorker.AUTO + "/") && message.received());
        return !with(Said.DONE, message.bringing).isEmpty() && !found && !perhapsGone;
    }

    /** Returns whether the message was certainly removed and existed afterwards. */
    private static boolean isBack(Message message, boolean found) {
        List<Step> done = with(Said.DONE, message.taking);
        return !done.isEmpty() && (found || message.lastReceiveNanos > done.get(0).saidNanos);
    }

    private static List<Step> with(Said said, List<Step> steps) {
        return steps.stream().filter(step -> step.said == said).toList();
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
                    && !with(Said.DONE, message.bringing).isEmpty()) {
                int dash = id.lastIndexOf('-');
                int serial = Integer.parseInt(id.substring(dash + 1, id.length() - DrillWorker.GROUPED.length()));
                groups.computeIfAbsent(id.substring(0, dash), name -> new TreeMap<>())
                        .put(serial, id);
            }
        });
        groups.values().forEach(ids -> {
            List<Step> settledBehind = new ArrayList<>();
            for (String id : ids.descendingMap().values()) {
                Message message = messages.get(id);
                for (Step behind : settledBehind) {
                    if (message.lastReceiveNanos > behind.saidNanos && !wentOn(message, behind)) {
                        wrong.add("out of order: " + id + " was received by " + message.receives + ", taken by "
                                + message.taking + ", after " + behind + ", which was received by "
                                + messages.get(behind.taken.get(0)).receives);
                        break;
                    }
                }
                settledBehind.addAll(with(Said.DONE, message.taking));
            }
        });
    }

    /**
     * Returns whether the worker of a step had been told before that the outcome of a step with an earlier message is
     * unknown.
     */
    private static boolean wentOn(Message former, Step step) {
        return former.taking.stream()
                .filter(each -> each.token != null)
                .anyMatch(unknown -> unknown.worker().equals(step.worker()) && unknown.ordinal() < step.ordinal());
    }

    /** Checks that the added messages of a step exist if, and only if, the removed messages do not. */
    private void checkWhole(Step step, Set<String> found, List<String> wrong) {
        if (step.said == Said.DONE || step.brought.isEmpty()) {
            return;
        }
        if (step.taken.isEmpty()) {
            long there = step.brought.stream().filter(id -> isThere(id, found)).count();
            if (there != 0 && there != step.brought.size()) {
                wrong.add("torn: of " + step + " only a part happened");
            }
            return;
        }
        String taken = step.taken.get(0);
        String brought = step.brought.get(0);
        boolean leftBehind = found.contains(taken);
        if (leftBehind && isThere(brought, found)) {
            wrong.add("torn: " + brought + " is there and " + taken + " is left, by " + step);
        }
        boolean otherwiseGone =
                messages.get(taken).taking.stream().anyMatch(other -> other != step && mayHaveHappened(other));
        if (!leftBehind && !isThere(brought, found) && !otherwiseGone) {
            wrong.add("lost: neither " + taken + " nor " + brought + " is there, by " + step);
        }
    }

    private boolean isThere(String id, Set<String> found) {
        return found.contains(id) || messages.get(id).received();
    }
}
