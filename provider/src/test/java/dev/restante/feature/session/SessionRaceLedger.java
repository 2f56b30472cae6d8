package dev.restante.feature.session;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What the actors of {@link SessionRaceContract} know for certain about each message: that it was sent, that it never
 * was, that it was consumed at a place. What a call that failed has done is not known. Thread-safe.
 */
final class SessionRaceLedger {

    private static final int MOST_COMPLAINTS = 20;

    /** What became of one message at one place. */
    private enum Fate {
        /** It was handed over. */
        SEEN,
        /** A call that would have consumed it failed. */
        PERHAPS_CONSUMED,
        CONSUMED
    }

    /**
     * What happened to one message at one place, a queue or a subscription. Whoever received it may tell so only after
     * somebody else has closed his session and another has received it: the count of the delivery says which was first.
     */
    private static final class Stay {
        private final Set<Integer> deliveries = new TreeSet<>();
        private Fate fate = Fate.SEEN;
        private int lastBeforeConsumed;

        synchronized Fate fate() {
            return fate;
        }

        /** What is wrong with this delivery, null for nothing. */
        synchronized @Nullable String handedOver(int deliveryCount) {
            if (!deliveries.add(deliveryCount)) {
                return "again and counts as delivery " + deliveryCount + " once more";
            }
            return fate == Fate.CONSUMED && deliveryCount > lastBeforeConsumed ? "after it was consumed" : null;
        }

        /** Whether it had not been consumed before. */
        synchronized boolean consumed() {
            boolean first = fate != Fate.CONSUMED;
            fate = Fate.CONSUMED;
            lastBeforeConsumed =
                    deliveries.stream().mapToInt(Integer::intValue).max().orElse(0);
            return first;
        }

        synchronized void perhapsConsumed() {
            if (fate != Fate.CONSUMED) {
                fate = Fate.PERHAPS_CONSUMED;
            }
        }
    }

    private record Key(String place, String text) {}

    private final Map<String, Set<String>> sent = new ConcurrentHashMap<>();
    private final Set<String> refused = ConcurrentHashMap.newKeySet();
    private final Map<Key, Stay> stays = new ConcurrentHashMap<>();
    private final AtomicInteger completionsAwaited = new AtomicInteger();
    private final Queue<String> complaints = new ConcurrentLinkedQueue<>();

    /** A message is in a place for certain. */
    void sent(String place, String text) {
        sent.computeIfAbsent(place, key -> ConcurrentHashMap.newKeySet()).add(text);
    }

    /** A message was rolled back. */
    void refused(String text) {
        refused.add(text);
    }

    /**
     * A message was handed over; what was consumed before must not come again, nor come again as if for the first time.
     */
    void handedOver(String place, String text, Message message) throws JMSException {
        int deliveryCount = message.getIntProperty("JMSXDeliveryCount");
        String wrong = stay(place, text).handedOver(deliveryCount);
        if (wrong != null) {
            complain(text + " came from " + place + " " + wrong);
        }
        if (message.getJMSRedelivered() != (deliveryCount > 1)) {
            complain(text + " came from " + place + " as delivery " + deliveryCount
                    + ", and whether it is marked as redelivered does not fit");
        }
        if (refused.contains(text)) {
            complain(text + " came from " + place + " though it was rolled back");
        }
    }

    /** Messages were consumed for certain. */
    void consumed(String place, List<String> texts) {
        for (String text : texts) {
            if (!stay(place, text).consumed()) {
                complain(text + " of " + place + " was consumed twice");
            }
        }
    }

    /** A call that would have consumed messages failed. */
    void perhapsConsumed(String place, List<String> texts) {
        texts.forEach(text -> stay(place, text).perhapsConsumed());
    }

    private Stay stay(String place, String text) {
        return stays.computeIfAbsent(new Key(place, text), key -> new Stay());
    }

    /** An asynchronous send has returned: its listener will be called. */
    void awaitsCompletion() {
        completionsAwaited.incrementAndGet();
    }

    /** A completion listener was called. */
    void completed() {
        completionsAwaited.decrementAndGet();
    }

    /** How many completion listeners have not been called yet. */
    int completionsAwaited() {
        return completionsAwaited.get();
    }

    /** Something happened that must not. */
    void complain(String complaint) {
        if (complaints.size() < MOST_COMPLAINTS) {
            complaints.add(complaint);
        }
    }

    /** An exception that nothing explains. */
    void complain(String where, Throwable stray) {
        StringBuilder text = new StringBuilder(where + ": " + stray);
        for (StackTraceElement frame : stray.getStackTrace()) {
            if (frame.getClassName().startsWith("dev.restante")) {
                text.append("\n    at ").append(frame);
            }
        }
        complain(text.toString());
    }

    /** What was wrong, once what is left of each place was consumed too. */
    List<String> complaints() {
        List<String> all = new ArrayList<>(complaints);
        sent.forEach((place, texts) -> {
            List<String> lost = texts.stream()
                    .filter(text -> {
                        Stay stay = stays.get(new Key(place, text));
                        return stay == null || stay.fate() == Fate.SEEN;
                    })
                    .sorted()
                    .toList();
            if (!lost.isEmpty()) {
                all.add(lost.size() + " messages lost from " + place + ": "
                        + lost.subList(0, Math.min(5, lost.size())));
            }
        });
        return all;
    }

    /** How many messages were consumed for certain. */
    long consumedCount() {
        return stays.values().stream()
                .filter(stay -> stay.fate() == Fate.CONSUMED)
                .count();
    }
}
