package dev.restante.node.commit;

import dev.restante.model.Delivery;
import dev.restante.node.rule.LateSends;
import dev.restante.store.AcquireRequest;
import dev.restante.store.Acquired;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How far the fetches of an entity have come: for each priority the position before which there is nothing to acquire,
 * unless something comes back to its place. Without that the rows that were removed there would be looked at each time,
 * for as long as the database has to keep them for somebody.
 *
 * <p>Thread-safe. At most one fetch is under way.
 */
final class FirstPositions {

    private Map<Integer, Long> positions = Map.of();

    /** The first position of which more may come after the fetch under way. */
    private long lateFrom;

    /** The lowest priority that the fetch under way looks at. */
    private int lowestPriority;

    /**
     * A fetch begins.
     *
     * @param wide whether it is to look at all places
     * @param lowest the lowest priority that it looks at
     * @return where it begins to look; at priorities that are missing, with the first position
     */
    synchronized AcquireRequest.Range begin(boolean wide, int lowest, long nowMillis) {
        lowestPriority = lowest;
        lateFrom = LateSends.firstPosition(nowMillis);
        if (wide) {
            positions = Map.of();
        }
        return new AcquireRequest.Range(lowest, positions);
    }

    /**
     * It has ended.
     *
     * @param acquired null if it has failed
     */
    synchronized void ended(@Nullable Acquired acquired) {
        if (acquired == null) {
            return;
        }
        Map<Integer, Long> reached = new HashMap<>(positions);
        int lookedThrough = lowestPriority;
        if (!acquired.exhausted() && !acquired.deliveries().isEmpty()) {
            Delivery last = acquired.deliveries().get(acquired.deliveries().size() - 1);
            reached.put(last.priority(), Math.min(last.position(), lateFrom));
            lookedThrough = last.priority() + 1;
        } else if (!acquired.exhausted()) {
            return;
        }
        for (int priority = lookedThrough; priority <= Delivery.HIGHEST_PRIORITY; priority++) {
            reached.put(priority, lateFrom);
        }
        positions = Map.copyOf(reached);
    }
}
