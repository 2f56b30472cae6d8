package dev.restante.timedhistory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Check of the order of messages with one queue, group and sending session. */
final class GroupOrderCheck {

    private final Map<String, List<TimedOperation>> sendsByGroup = new TreeMap<>();
    private final Map<String, MessageTrace> messages;
    private final List<String> wrong = new ArrayList<>();

    GroupOrderCheck(List<TimedOperation> operations, Map<String, MessageTrace> messages) {
        this.messages = messages;
        for (TimedOperation operation : operations) {
            HistoryEvent.Begin begin = operation.begin();
            // The order inside a send with several messages is not checked, and expired messages leave gaps.
            if (begin.options().group() != null
                    && begin.adds().size() == 1
                    && begin.options().timeToLiveMillis() == 0
                    && operation.isOk()) {
                String queue = MessageTrace.queue(begin.adds().get(0));
                sendsByGroup
                        .computeIfAbsent(
                                queue + " " + begin.options().group() + " " + begin.session(),
                                name -> new ArrayList<>())
                        .add(operation);
            }
        }
    }

    List<String> violations() {
        sendsByGroup.values().forEach(this::check);
        return wrong;
    }

    private void check(List<TimedOperation> sends) {
        sends.sort(Comparator.comparingLong(each -> -each.begin().atNanos()));
        List<TimedOperation> removedLater = new ArrayList<>();
        TimedOperation firstReceivedLater = null;
        for (TimedOperation send : sends) {
            MessageTrace trace = MessageTrace.of(messages, send.begin().adds().get(0));
            checkRemovals(trace, removedLater);
            TimedOperation first = firstReceive(trace);
            if (first != null) {
                if (firstReceivedLater != null
                        && !first.receivedAgain()
                        && first.begin().atNanos() > firstReceivedLater.endNanos()) {
                    wrong.add("out of order: " + trace.message + " was first received by " + first
                            + ", after a later message of its group by " + firstReceivedLater + " of "
                            + firstReceivedLater.received());
                }
                if (firstReceivedLater == null || first.endNanos() < firstReceivedLater.endNanos()) {
                    firstReceivedLater = first;
                }
            }
            addEarliest(removedLater, trace.surelyRemovedBy());
        }
    }

    private static @Nullable TimedOperation firstReceive(MessageTrace trace) {
        return trace.receives.stream()
                .min(Comparator.comparingLong(TimedOperation::endNanos))
                .orElse(null);
    }

    /**
     * Checks that no earlier message of the group was received after the removal of a later message. A worker may
     * continue with the group after it was told that the outcome for the earlier message is unknown.
     */
    private void checkRemovals(MessageTrace trace, List<TimedOperation> removedLater) {
        for (TimedOperation receive : trace.receives) {
            for (TimedOperation later : removedLater) {
                if (receive.begin().atNanos() > later.endNanos() && !continuedAfterUnknownOutcome(trace, later)) {
                    wrong.add("out of order: " + trace.message + " was received by " + receive
                            + ", after the removal of a later message of its group by " + later);
                    return;
                }
            }
        }
    }

    private static boolean continuedAfterUnknownOutcome(MessageTrace trace, TimedOperation later) {
        return trace.removes.stream()
                .filter(each -> each.token() != null)
                .anyMatch(unknown -> unknown.worker().equals(later.worker())
                        && unknown.begin().atNanos() < later.begin().atNanos());
    }

    /** Keeps the earliest removal of each worker, because a later one can prove nothing more. */
    private static void addEarliest(List<TimedOperation> removedLater, List<TimedOperation> removals) {
        for (TimedOperation removal : removals) {
            boolean later = removedLater.stream()
                    .anyMatch(each -> each.worker().equals(removal.worker()) && each.endNanos() <= removal.endNanos());
            if (!later) {
                removedLater.removeIf(each -> each.worker().equals(removal.worker()));
                removedLater.add(removal);
            }
        }
    }
}
