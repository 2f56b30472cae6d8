package dev.restante.durability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.restante.model.DestinationName;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Ledger of the expected place of each message according to the reports of a child before it was killed. A unique
 * serial identifies a message, and stays with it when a transaction moves it between queues.
 *
 * <p>A step moves several messages atomically. The child reports a step before it begins and after it is durable. A
 * step without a reported end may have happened completely or not at all. A receiver may report a message before its
 * sender does. A further step with a message therefore ends the previous step.
 */
final class CrashLedger {

    /** Place of a message that was not sent yet. */
    static final String NOT_SENT = "nowhere";

    /** Place of a message that was completed. */
    static final String COMPLETED = "gone";

    private static final int MAX_REPORTS = 1_000;

    /** Message that was received or browsed. */
    record FoundMessage(String serial, String queue, int deliveryCount) {}

    private static final class ExpectedMessage {
        private String place = NOT_SENT;
        private @Nullable AtomicMove step;
        private int deliveries;
        private int countedDeliveries;
        private int crashes;

        private void moveTo(String where, int crashesSince) {
            place = where;
            step = null;
            deliveries = 0;
            countedDeliveries = 0;
            crashes = crashesSince;
        }
    }

    private static final class AtomicMove {
        private int crashes;
        private final Map<String, String> from = new LinkedHashMap<>();
        private final Map<String, String> to = new LinkedHashMap<>();
    }

    private final Map<String, ExpectedMessage> entries = new HashMap<>();
    private final Map<String, AtomicMove> steps = new HashMap<>();
    private final ArrayDeque<String> reports = new ArrayDeque<>();

    /** Takes a line of the child. */
    void recordReport(String line) {
        try {
            parse(line);
        } catch (AssertionError e) {
            reports.add(line);
            throw new AssertionError(e.getMessage() + "\nLast lines of the child: " + reports, e);
        }
        reports.add(line);
        if (reports.size() > MAX_REPORTS) {
            reports.remove();
        }
    }

    private void parse(String line) {
        String[] words = line.split(" ", 3);
        switch (words[0]) {
            case "begin" -> begin(words[1], words[2].split(" "));
            case "end" -> end(steps.remove(words[1]));
            case "got" -> got(words[1], words[2].split(" "));
            case "counted" -> counted(words[1], words[2]);
            default -> fail("unknown line of the child: " + line);
        }
    }

    private void begin(String name, String[] moves) {
        AtomicMove step = new AtomicMove();
        for (String move : moves) {
            String[] parts = move.split(">");
            ExpectedMessage entry = entries.computeIfAbsent(parts[0], unknown -> new ExpectedMessage());
            end(entry.step);
            assertThat(entry.place).as("where " + parts[0] + " is").isEqualTo(parts[1]);
            entry.step = step;
            step.from.put(parts[0], parts[1]);
            step.to.put(parts[0], parts[2]);
        }
        steps.put(name, step);
    }

    private void end(@Nullable AtomicMove step) {
        if (step != null) {
            step.to.forEach((serial, place) -> {
                ExpectedMessage entry = entries.get(serial);
                if (entry.step == step) {
                    entry.moveTo(place, step.crashes);
                }
            });
        }
    }

    private void got(String serial, String[] words) {
        String queue = words[0];
        ExpectedMessage entry = entries.get(serial);
        AtomicMove step = entry.step;
        if (step != null && step.to.get(serial).equals(queue)) {
            end(step);
        } else if (step != null && step.crashes > 0) {
            undo(step);
        }
        assertThat(entry.step)
                .as("step with message " + serial + " that has begun and not ended")
                .isNull();
        assertThat(entry.place)
                .as("place of received message " + serial + " before its receive")
                .isEqualTo(queue);
        checkCount(serial, entry, Integer.parseInt(words[1]), true);
        entry.deliveries++;
    }

    private void undo(AtomicMove step) {
        for (String serial : step.to.keySet()) {
            ExpectedMessage entry = entries.get(serial);
            assertThat(entry.step).as("rolled-back step of message " + serial).isEqualTo(step);
            entry.step = null;
        }
    }

    /** Records a written delivery count. Another receiver may already have received the message and moved it on. */
    private void counted(String serial, String queue) {
        ExpectedMessage entry = entries.get(serial);
        if (entry.place.equals(queue)) {
            entry.countedDeliveries++;
        }
    }

    private static void checkCount(
            String serial, ExpectedMessage entry, int deliveryCount, boolean mayHaveBeenAcquired) {
        int least = Math.max(entry.countedDeliveries + 1, entry.deliveries > 0 ? 2 : 1);
        int most = entry.deliveries + 1;
        if (entry.crashes > 0 && mayHaveBeenAcquired) {
            most = Math.max(2, most + entry.crashes);
        }
        assertThat(deliveryCount)
                .as(
                        "delivery count of %s, which was delivered %d times and written %d times before, with %d crashes",
                        serial, entry.deliveries, entry.countedDeliveries, entry.crashes)
                .isBetween(least, most);
    }

    /** Records that the child was killed. */
    void crashed() {
        Set<AtomicMove> pending = new HashSet<>();
        for (ExpectedMessage entry : entries.values()) {
            entry.crashes++;
            if (entry.step != null) {
                pending.add(entry.step);
            }
        }
        pending.forEach(step -> step.crashes++);
        steps.clear();
    }

    /** Returns the number of messages that must be in a queue or in its dead-letter queue. */
    long certainlyIn(String queue) {
        return entries.values().stream()
                .filter(entry -> entry.step == null && entry.place.equals(queue))
                .count();
    }

    /** Checks all messages that were found in the store after a kill, and records their places. */
    void checkPlaces(Collection<FoundMessage> found) {
        Map<String, FoundMessage> bySerial = new HashMap<>();
        for (FoundMessage each : found) {
            FoundMessage other = bySerial.put(each.serial(), each);
            assertThat(other).as("another copy of " + each).isNull();
            assertThat(entries).as("all sent messages").containsKey(each.serial());
        }
        Set<AtomicMove> pending = new HashSet<>();
        entries.forEach((serial, entry) -> {
            if (entry.step == null) {
                assertPlace(serial, bySerial.get(serial), entry.place);
            } else {
                pending.add(entry.step);
            }
        });
        pending.forEach(step -> checkStep(step, bySerial));
        bySerial.forEach((serial, each) -> {
            ExpectedMessage entry = entries.get(serial);
            if (!entry.place.equals(each.queue())) {
                entry.moveTo(each.queue(), entry.crashes);
            }
        });
    }

    /** Checks the delivery counts of messages whose places have been checked. */
    void checkCounts(Collection<FoundMessage> found, Set<String> queuesWithReceivers) {
        for (FoundMessage each : found) {
            checkCount(
                    each.serial(),
                    entries.get(each.serial()),
                    each.deliveryCount(),
                    queuesWithReceivers.contains(each.queue()));
        }
    }

    private void checkStep(AtomicMove step, Map<String, FoundMessage> bySerial) {
        List<String> serials = step.to.keySet().stream()
                .filter(serial -> entries.get(serial).step == step)
                .toList();
        boolean done = serials.stream().allMatch(serial -> isAt(bySerial.get(serial), step.to.get(serial)));
        boolean undone = serials.size() == step.to.size()
                && serials.stream().allMatch(serial -> isAt(bySerial.get(serial), step.from.get(serial)));
        if (!done && !undone) {
            Map<String, FoundMessage> seen = new LinkedHashMap<>();
            serials.forEach(serial -> seen.put(serial, bySerial.get(serial)));
            fail("the step from %s to %s was done in part; found: %s", step.from, step.to, seen);
        }
        Map<String, String> places = done ? step.to : step.from;
        for (String serial : serials) {
            ExpectedMessage entry = entries.get(serial);
            if (done) {
                entry.moveTo(places.get(serial), step.crashes);
            } else {
                entry.step = null;
            }
        }
    }

    private static void assertPlace(String serial, @Nullable FoundMessage found, String place) {
        if (!isAt(found, place)) {
            fail("message %s must be at '%s', but was found at %s", serial, place, found);
        }
    }

    /**
     * Returns whether a message is at a place. A message with a time to live may expire to its dead-letter queue at any
     * time.
     */
    private static boolean isAt(@Nullable FoundMessage found, String place) {
        if (place.equals(COMPLETED) || place.equals(NOT_SENT)) {
            return found == null;
        }
        return found != null
                && (found.queue().equals(place)
                        || (place.equals(CrashWorkload.EXPIRING)
                                && found.queue().equals(place + DestinationName.DEAD_LETTER_SUFFIX)));
    }

    /** Records that all found messages were consumed. */
    void drained() {
        entries.values().forEach(entry -> entry.moveTo(COMPLETED, 0));
    }
}
