package dev.restante.store;

import java.util.List;
import java.util.Map;

/**
 * Result of a batch: one outcome for each operation and one result for each acquire request, in the order of the batch.
 *
 * @param acquireResults results; {@link AcquireResult#EMPTY} for a failed request
 * @param failedAcquires failures of acquire requests by their index; usually empty
 */
public record BatchResult(
        List<OperationOutcome> outcomes,
        List<AcquireResult> acquireResults,
        Map<Integer, StoreException> failedAcquires) {

    /** Creates a result without failed acquire requests. */
    public BatchResult(List<OperationOutcome> outcomes, List<AcquireResult> acquired) {
        this(outcomes, acquired, Map.of());
    }

    /** Returns true if the batch consists of acquire requests only, and none of them acquired a delivery. */
    public boolean acquiredNothing() {
        if (!outcomes.isEmpty() || acquireResults.isEmpty()) {
            return false;
        }
        for (AcquireResult each : acquireResults) {
            if (!each.deliveries().isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** Returns false if row locks blocked all operations and all acquire requests failed. */
    public boolean wroteAnything() {
        for (OperationOutcome outcome : outcomes) {
            if (!outcome.isBlockedByRowLock()) {
                return true;
            }
        }
        return failedAcquires.size() < acquireResults.size() || (outcomes.isEmpty() && acquireResults.isEmpty());
    }
}
