package dev.restante.store;

import java.util.List;
import java.util.Map;

/**
 * The result of a batch, in the order in which it was asked.
 *
 * @param outcomes one for each operation
 * @param acquired one for each acquire request; {@link Acquired#NOTHING} for one that failed
 * @param failedAcquires why an acquire request failed, by its place among them; empty almost always
 */
public record BatchResult(
        List<Outcome> outcomes, List<Acquired> acquired, Map<Integer, StoreException> failedAcquires) {

    /** No acquire failed. */
    public BatchResult(List<Outcome> outcomes, List<Acquired> acquired) {
        this(outcomes, acquired, Map.of());
    }

    /** True if the batch had acquires only, and none of them brought anything. */
    public boolean nothingAcquired() {
        if (!outcomes.isEmpty() || acquired.isEmpty()) {
            return false;
        }
        for (Acquired each : acquired) {
            if (!each.deliveries().isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** Whether not all of it waits for locks of others. */
    public boolean anythingWritten() {
        for (Outcome outcome : outcomes) {
            if (!outcome.lockedOut()) {
                return true;
            }
        }
        return failedAcquires.size() < acquired.size() || (outcomes.isEmpty() && acquired.isEmpty());
    }
}
