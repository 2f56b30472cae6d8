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
 * Ledger of certain facts about each message of {@link SessionRaceContract}: that it was sent, rolled back or consumed.
 * The effect of a failed call is unknown. Thread-safe.
 */
final class SessionRaceLedger {

    private static final int MOST_COMPLAINTS = 20;

    /** State of one message in one queue or subscription. */
    private enum Fate {
        /** Delivered. */
        SEEN,
        /** Delivered, and the call that would have consumed the message failed. */
        PERHAPS_CONSUMED,
        CONSUMED
    }

    /**
     * Deliveries of one message in one queue or subscription. A consumer may report a delivery after its session was
     * closed and another consumer received the message. The delivery counts tell the order.
     */
    private static final class Stay {
        private final Set<Integer> deliveries = new TreeSet<>();
        private Fate fate = Fate.SEEN;
        private int lastBeforeConsumed;

        synchronized Fate fate() {
            return fate;
        }

        /** Records a delivery. Returns its error; null for none. */
        synchronized @Nullable String handedOver(int deliveryCount) {
            if (!deliveries.add(deliveryCount)) {
                return "again and counts as delivery " + deliveryCount + " once more";
            }
            return fate == Fate.CONSUMED && deliveryCount > lastBeforeConsumed ? "after it was consumed" : null;
        }

        /** Records a consumption. Returns whether the message was not consumed before. */
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

    /** Records a message that is certainly in a queue or subscription. */
    void sent(String place, String text) {
        sent.computeIfAbsent(place, key -> ConcurrentHashMap.newKeySet()).add(text);
    }

    /** Records a message that was rolled back. */
    void refused(String text) {
        refused.add(text);
    }

    /** Records a delivery. It must not follow a consumption, and its delivery count must be new. */
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

    /** Records messages that were certainly consumed. */
    void consumed(String place, List<String> texts) {
        for (String text : texts) {
            if (!stay(place, text).consumed()) {
                complain(text + " of " + place + " was consumed twice");
            }
        }
    }

    /** Records messages whose consuming call failed. */
    void perhapsConsumed(String place, List<String> texts) {
        texts.forEach(text -> stay(place, text).perhapsConsumed());
    }

    private Stay stay(String place, String text) {
        return stays.computeIfAbsent(new Key(place, text), key -> new Stay());
    }

    /** Records an asynchronous send, whose listener must be called. */
    void awaitsCompletion() {
        completionsAwaited.incrementAndGet();
    }

    /** Records the call of a completion listener. */
    void completed() {
        completionsAwaited.decrementAndGet();
    }

    /** {@return the number of completion listeners that have not been called yet} */
    int completionsAwaited() {
        return completionsAwaited.get();
    }

    /** Records an event that must not happen. */
    void complain(String complaint) {
        if (complaints.size() < MOST_COMPLAINTS) {
            complaints.add(complaint);
        }
    }

    /** Records an unexplained exception. */
    void complain(String where, Throwable stray) {
        StringBuilder text = new StringBuilder(where + ": " + stray);
        for (StackTraceElement frame : stray.getStackTrace()) {
            if (frame.getClassName().startsWith("dev.restante")) {
                text.append("\n    at ").append(frame);
            }
        }
        complain(text.toString());
    }

    /** Returns all errors, after the remaining messages were consumed, too. */
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

    /** {@return the number of messages that were certainly consumed} */
    long consumedCount() {
        return stays.values().stream()
                .filter(stay -> stay.fate() == Fate.CONSUMED)
                .count();
    }
}
