package dev.restante.node.commit;

import dev.restante.model.Delivery;
import dev.restante.node.rule.LateArrivalMargin;
import dev.restante.store.AcquireRequest;
import dev.restante.store.AcquireResult;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Positions, by priority, before which the fetches of an entity find no available message, unless one is released
 * there. A fetch that starts there skips the index entries of removed rows, which the database keeps for open
 * transactions.
 *
 * <p>Thread-safe. At most one fetch is in progress.
 */
final class FetchStartPositions {

    private Map<Integer, Long> positions = Map.of();

    /** First position at which more messages may arrive after the fetch in progress. */
    private long lateArrivalsFrom;

    /** Lowest priority that the fetch in progress reads. */
    private int lowestPriority;

    /**
     * Begins a fetch.
     *
     * @param allPositions true if the fetch must read all positions
     * @param minPriority the lowest priority that the fetch reads
     * @return the range of the fetch; a priority without an entry starts at its first position
     */
    synchronized AcquireRequest.AcquireRange begin(boolean allPositions, int minPriority, long nowMillis) {
        lowestPriority = minPriority;
        lateArrivalsFrom = LateArrivalMargin.firstPositionSince(nowMillis);
        if (allPositions) {
            positions = Map.of();
        }
        return new AcquireRequest.AcquireRange(minPriority, positions);
    }

    /**
     * Ends a fetch.
     *
     * @param acquireResult result of the fetch; null if it failed
     */
    synchronized void ended(@Nullable AcquireResult acquireResult) {
        if (acquireResult == null) {
            return;
        }
        Map<Integer, Long> reached = new HashMap<>(positions);
        int lookedThrough = lowestPriority;
        if (!acquireResult.exhausted() && !acquireResult.deliveries().isEmpty()) {
            Delivery last =
                    acquireResult.deliveries().get(acquireResult.deliveries().size() - 1);
            reached.put(last.priority(), Math.min(last.position(), lateArrivalsFrom));
            lookedThrough = last.priority() + 1;
        } else if (!acquireResult.exhausted()) {
            return;
        }
        for (int priority = lookedThrough; priority <= Delivery.HIGHEST_PRIORITY; priority++) {
            reached.put(priority, lateArrivalsFrom);
        }
        positions = Map.copyOf(reached);
    }
}
