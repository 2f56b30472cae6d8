package dev.restante.timedhistory;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Check of a history. It needs time in proportion to the number of operations, except for messages received often. */
public final class HistoryChecker {

    /**
     * Greatest difference between the clock that times the operations and the clocks that decide about expiry, in
     * milliseconds. It includes the rounding of times to milliseconds.
     */
    static final long CLOCK_TOLERANCE_MILLIS = 50;

    private static final long CLOCK_TOLERANCE_NANOS = TimeUnit.MILLISECONDS.toNanos(CLOCK_TOLERANCE_MILLIS);

    private final TimedHistory history;
    private final List<TimedOperation> operations = new ArrayList<>();
    private final Map<String, MessageTrace> messages = new TreeMap<>();
    private final List<String> wrong = new ArrayList<>();

    private HistoryChecker(TimedHistory history) {
        this.history = history;
    }

    /**
     * Findings of a check.
     *
     * @param violations the descriptions of all violations
     * @param exempt the number of messages that were exempt because the database had lost data
     * @param lost the number of exempt messages that were lost
     * @param resurrected the number of exempt messages that existed again after they were removed
     */
    public record CheckedHistory(List<String> violations, int exempt, int lost, int resurrected) {}

    /** Checks a complete history: all workers have ended, and the remaining messages were added as {@code Left}. */
    public static CheckedHistory check(TimedHistory history) {
        return new HistoryChecker(history).check();
    }

    private CheckedHistory check() {
        wrong.addAll(history.failures());
        Map<String, MessageTrace> all = traces();
        int lost = 0;
        int resurrected = 0;
        for (String exempt : history.exempt()) {
            MessageTrace trace = all.remove(exempt);
            lost += trace.isLost(history.lastNanos()) ? 1 : 0;
            resurrected += trace.isResurrected() ? 1 : 0;
        }
        messages.putAll(all);
        history.operations().stream().filter(this::isChecked).forEach(operations::add);

        messages.values().forEach(this::checkMessage);
        messages.values().forEach(this::checkHolders);
        operations.forEach(this::checkAtomicity);
        wrong.addAll(new GroupOrderCheck(operations, messages).violations());
        wrong.addAll(new EmptyReceiveCheck(operations, messages).violations());
        return new CheckedHistory(List.copyOf(wrong), history.exempt().size(), lost, resurrected);
    }

    private Map<String, MessageTrace> traces() {
        Map<String, MessageTrace> traces = new HashMap<>();
        for (TimedOperation operation : history.operations()) {
            HistoryEvent.Begin begin = operation.begin();
            begin.adds().forEach(message -> trace(traces, message).adds.add(operation));
            begin.removes().forEach(message -> {
                trace(traces, message).removes.add(operation);
                trace(traces, message).underLock.add(operation);
            });
            begin.locked().forEach(message -> trace(traces, message).underLock.add(operation));
            String received = operation.received();
            if (received != null) {
                trace(traces, received).receives.add(operation);
            }
        }
        history.left().forEach((message, times) -> trace(traces, message).left = times);
        return traces;
    }

    private static MessageTrace trace(Map<String, MessageTrace> traces, String message) {
        return traces.computeIfAbsent(message, MessageTrace::new);
    }

    private boolean isChecked(TimedOperation operation) {
        HistoryEvent.Begin begin = operation.begin();
        String received = operation.received();
        return noneIsExempt(begin.adds())
                && noneIsExempt(begin.removes())
                && (received == null || noneIsExempt(List.of(received)));
    }

    private boolean noneIsExempt(Collection<String> some) {
        return some.stream().noneMatch(history.exempt()::contains);
    }

    private void checkMessage(MessageTrace trace) {
        String message = trace.message;
        if (trace.left > 1) {
            wrong.add("doubled: " + message + " was found " + trace.left + " times in the end");
        }
        if (trace.wasThere() && !trace.mayHaveBeenAdded()) {
            wrong.add("there, though all sends were refused: " + message + " by " + trace.adds);
        }
        if (trace.isLost(history.lastNanos())) {
            wrong.add("lost: " + message + " by " + trace.adds + ", removed by " + trace.removes);
        }
        if (trace.surelyRemovedBy().size() > 1) {
            wrong.add("removed twice: " + message + " by " + trace.surelyRemovedBy());
        }
        if (trace.isResurrected()) {
            wrong.add("resurrected: " + message + " was removed by " + trace.surelyRemovedBy() + ", and then "
                    + (trace.left > 0 ? "found in the end" : "received by " + trace.receivesAfterRemoval()));
        }
        List<TimedOperation> first =
                trace.receives.stream().filter(each -> !each.receivedAgain()).toList();
        if (first.size() > 1) {
            wrong.add("received several times as if for the first time: " + message + " by " + first);
        }
        long expiredNanos = trace.surelyExpiredNanos();
        trace.receives.stream()
                .filter(each ->
                        expiredNanos != Long.MAX_VALUE && each.begin().atNanos() - expiredNanos > CLOCK_TOLERANCE_NANOS)
                .forEach(late ->
                        wrong.add("received after its expiry: " + message + " of " + trace.adds + " by " + late));
    }

    private void checkHolders(MessageTrace trace) {
        MessageTrace.Holding former = null;
        for (MessageTrace.Holding holding : trace.holdings()) {
            if (former != null && holding.fromNanos() < former.toNanos()) {
                wrong.add("locked by two at once: " + trace.message + " by " + former + " and " + holding);
            }
            former = former == null || holding.toNanos() > former.toNanos() ? holding : former;
        }
    }

    /** Checks that the messages of an operation that may have failed were all added, or none of them. */
    private void checkAtomicity(TimedOperation operation) {
        HistoryEvent.Begin begin = operation.begin();
        if (operation.isOk() || begin.adds().isEmpty() || begin.options().timeToLiveMillis() > 0) {
            return;
        }
        long there = begin.adds().stream()
                .filter(each -> MessageTrace.of(messages, each).wasThere())
                .count();
        if (there != 0 && there != begin.adds().size()) {
            wrong.add("torn: only a part was added by " + operation);
        }
        for (String removed : begin.removes()) {
            MessageTrace trace = MessageTrace.of(messages, removed);
            if (trace.left > 0 && there > 0) {
                wrong.add("torn: " + removed + " was left, though something was added by " + operation);
            }
            boolean otherwiseRemoved =
                    trace.removes.stream().anyMatch(other -> other != operation && other.mayHaveHappened());
            if (trace.left == 0 && there == 0 && !otherwiseRemoved) {
                wrong.add("lost: " + removed + " was removed and nothing added by " + operation);
            }
        }
    }
}
