package dev.restante.store.jdbc.signal;

import dev.restante.store.Signals.Arrival;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Up to which number a node has heard what each of the others told. Used by one thread. */
final class HeardFromOthers {

    private static final Logger LOG = LoggerFactory.getLogger(HeardFromOthers.class);

    /**
     * What is new.
     *
     * @param gap whether more was told, which is not there any more
     */
    record News(List<Arrival> arrivals, boolean gap) {
        boolean any() {
            return gap || !arrivals.isEmpty();
        }
    }

    private Map<Long, Long> lastNumbers = new HashMap<>();

    /**
     * Takes note of what stands there now, and says what of it is new.
     *
     * @param told by the incarnations of the others, each as {@link ToldLately} has it
     */
    News hear(Map<Long, String> told) {
        List<Arrival> arrivals = new ArrayList<>();
        boolean gap = false;
        Map<Long, Long> numbers = new HashMap<>();
        for (Map.Entry<Long, String> each : told.entrySet()) {
            long heard = lastNumbers.getOrDefault(each.getKey(), 0L);
            long last = heard;
            for (String text : each.getValue().split(" ")) {
                try {
                    long number = Long.parseLong(text, 0, Math.max(0, text.indexOf(':')), 10);
                    if (number > last) {
                        gap |= number > last + 1;
                        last = number;
                        arrivals.addAll(AnnouncementText.parse(text));
                    }
                } catch (IllegalArgumentException foreign) {
                    // That of a newer version, or of somebody who is no node: it costs this node a poll interval.
                    LOG.debug("What incarnation {} tells can't be read", each.getKey(), foreign);
                }
            }
            numbers.put(each.getKey(), last);
        }
        lastNumbers = numbers;
        return new News(arrivals, gap);
    }
}
