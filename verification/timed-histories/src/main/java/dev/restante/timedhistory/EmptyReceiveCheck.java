package dev.restante.timedhistory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Check of receives that found nothing. Such a receive is wrong if a message was surely available during the whole call
 * (RCV-16): its send had ended before, no operation had received or removed it before the end of the call, and no other
 * session had a consumer that could have acquired it.
 */
final class EmptyReceiveCheck {

    /** Time by which a message with a delivery delay may become available late, in milliseconds. */
    private static final long LATENESS_MILLIS = 1_000;

    private final Map<String, QueueTrace> queues = new TreeMap<>();
    private final List<String> wrong = new ArrayList<>();

    /** Consumers, empty receives and messages of one queue. */
    private static final class QueueTrace {
        final List<OpenConsumer> consumers = new ArrayList<>();
        final List<TimedOperation> emptyReceives = new ArrayList<>();
        final List<MessageTrace> messages = new ArrayList<>();
    }

    /** Consumer with the last time at which it can have acquired messages. */
    private static final class OpenConsumer {
        final TimedOperation open;
        long closedNanos = Long.MAX_VALUE;

        OpenConsumer(TimedOperation open) {
            this.open = open;
        }
    }

    EmptyReceiveCheck(List<TimedOperation> operations, Map<String, MessageTrace> messages) {
        Map<String, OpenConsumer> bySession = new HashMap<>();
        for (TimedOperation operation : operations) {
            HistoryEvent.Begin begin = operation.begin();
            if (begin.queue() == null) {
                continue;
            }
            QueueTrace queue = queues.computeIfAbsent(begin.queue(), name -> new QueueTrace());
            String session = begin.session() + " " + begin.queue();
            switch (begin.type()) {
                case OPEN -> {
                    OpenConsumer consumer = new OpenConsumer(operation);
                    queue.consumers.add(consumer);
                    bySession.put(session, consumer);
                }
                case CLOSE -> {
                    OpenConsumer consumer = bySession.get(session);
                    if (consumer != null && operation.isOk()) {
                        consumer.closedNanos = operation.endNanos();
                    }
                }
                case RECEIVE, CONSUME -> {
                    if (operation.isOk() && operation.received() == null) {
                        queue.emptyReceives.add(operation);
                    }
                }
                default -> {}
            }
        }
        for (MessageTrace trace : messages.values()) {
            QueueTrace queue = queues.get(MessageTrace.queue(trace.message));
            if (queue != null && isSimple(trace)) {
                queue.messages.add(trace);
            }
        }
    }

    /** Returns whether nothing but a holder can make the message unavailable. */
    private static boolean isSimple(MessageTrace trace) {
        return trace.adds.size() == 1
                && trace.surelyAdded()
                && trace.wasThere()
                && trace.adds.get(0).begin().options().group() == null
                && trace.adds.get(0).begin().options().timeToLiveMillis() == 0;
    }

    List<String> violations() {
        queues.values().forEach(this::check);
        return wrong;
    }

    private void check(QueueTrace queue) {
        queue.messages.sort(Comparator.comparingLong(EmptyReceiveCheck::availableNanos));
        queue.emptyReceives.sort(Comparator.comparingLong(each -> each.begin().atNanos()));
        List<MessageTrace> present = new ArrayList<>();
        int next = 0;
        for (TimedOperation empty : queue.emptyReceives) {
            while (next < queue.messages.size()
                    && availableNanos(queue.messages.get(next)) < empty.begin().atNanos()) {
                present.add(queue.messages.get(next));
                next++;
            }
            present.removeIf(each -> firstTouchNanos(each) < empty.begin().atNanos());
            long othersUntilNanos = othersUntilNanos(queue, empty);
            present.stream()
                    .filter(each -> firstTouchNanos(each) > empty.endNanos()
                            && each.adds.get(0).begin().atNanos() > othersUntilNanos)
                    .findFirst()
                    .ifPresent(missed -> wrong.add("nothing received, though " + missed.message
                            + " was available all the time: " + empty + "; sent by " + missed.adds
                            + ", received by " + missed.receives));
        }
    }

    /** Returns the time after which the message was surely available. */
    private static long availableNanos(MessageTrace trace) {
        TimedOperation added = trace.adds.get(0);
        long delayMillis = added.begin().options().delayMillis();
        return added.endNanos() + (delayMillis == 0 ? 0 : TimeUnit.MILLISECONDS.toNanos(delayMillis + LATENESS_MILLIS));
    }

    /** Returns the first time at which an operation can have received or removed the message. */
    private static long firstTouchNanos(MessageTrace trace) {
        long received = trace.receives.stream()
                .mapToLong(each -> each.begin().atNanos())
                .min()
                .orElse(Long.MAX_VALUE);
        return trace.removes.stream().mapToLong(each -> each.begin().atNanos()).reduce(received, Math::min);
    }

    /** Returns the last time at which a consumer of another session can have acquired a message before the end. */
    private static long othersUntilNanos(QueueTrace queue, TimedOperation empty) {
        return queue.consumers.stream()
                .filter(each ->
                        !each.open.begin().session().equals(empty.begin().session()))
                .filter(each -> each.open.begin().atNanos() < empty.endNanos())
                .mapToLong(each -> each.closedNanos)
                .max()
                .orElse(Long.MIN_VALUE);
    }
}
