package dev.restante.store.jdbc.signal;

import dev.restante.store.Signals.AvailabilitySignal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tracker of the last announcement number received from each other node, which finds new and missed announcements. Used
 * by one thread.
 */
final class AnnouncementTracker {

    private static final Logger LOG = LoggerFactory.getLogger(AnnouncementTracker.class);

    /**
     * New announcements, and the information whether some were missed.
     *
     * @param missedSome true if earlier announcements were removed before this node read them
     */
    record NewAnnouncements(List<AvailabilitySignal> signals, boolean missedSome) {
        boolean isEmpty() {
            return !missedSome && signals.isEmpty();
        }
    }

    private Map<Long, Long> lastNumbers = new HashMap<>();

    /**
     * Returns the announcements that are new since the last call.
     *
     * @param announcements text of {@link RecentAnnouncements} by the incarnation of the other node
     */
    NewAnnouncements findNew(Map<Long, String> announcements) {
        List<AvailabilitySignal> signals = new ArrayList<>();
        boolean missedSome = false;
        Map<Long, Long> numbers = new HashMap<>();
        for (Map.Entry<Long, String> each : announcements.entrySet()) {
            long heard = lastNumbers.getOrDefault(each.getKey(), 0L);
            long last = heard;
            for (String text : each.getValue().split(" ")) {
                try {
                    long number = Long.parseLong(text, 0, Math.max(0, text.indexOf(':')), 10);
                    if (number > last) {
                        missedSome |= number > last + 1;
                        last = number;
                        signals.addAll(AnnouncementCodec.parse(text));
                    }
                } catch (IllegalArgumentException foreign) {
                    // The text is from a newer version or a foreign client; this node finds the deliveries with its
                    // next poll.
                    LOG.debug(
                            "An announcement of incarnation {} cannot be read."
                                    + " Restante finds its messages with the next poll.",
                            each.getKey(),
                            foreign);
                }
            }
            numbers.put(each.getKey(), last);
        }
        lastNumbers = numbers;
        return new NewAnnouncements(signals, missedSome);
    }
}
