package dev.restante.store;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.OutcomeToken;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Synchronization point before COMMIT at which a caller that timed out withdraws its operation. A connection may hang
 * for longer than the timeouts of the callers (RCV-19).
 * <ol>
 * <li>A caller that times out before COMMIT withdraws its operation. This attempt to write the batch is rolled back,
 *     so the caller can be told that nothing was written.
 * <li>A caller that times out later gets the outcome token for a query (SND-09). A batch whose token a caller has is
 *     never written again.
 * </ol>
 *
 * <p>Thread-safe.
 */
public final class CommitGate {

    private record CommittingBatch(List<Operation> operations, BatchResult ifCommitted, OutcomeToken token) {}

    @GuardedBy("this")
    private @Nullable CommittingBatch committing;

    /** True if a caller has the outcome token of the committing batch. */
    @GuardedBy("this")
    private boolean tokenHandedOut;

    /**
     * Records that the writer is about to commit.
     *
     * @param ifCommitted result of {@link BatchWriter#write} after a successful COMMIT
     * @throws StoreException if an operation of the batch was withdrawn; the writer must roll back
     */
    public synchronized void beforeCommit(List<Operation> operations, BatchResult ifCommitted, OutcomeToken token) {
        if (operations.stream().anyMatch(Operation::isWithdrawn)) {
            throw new StoreException(
                    StoreException.StoreFailureKind.UNAVAILABLE,
                    "The store did not answer within the time limit of the caller. Nothing was committed",
                    null);
        }
        committing = new CommittingBatch(operations, ifCommitted, token);
    }

    /**
     * Withdraws an operation whose caller no longer waits.
     *
     * @return outcome token of the batch; null if the operation has not taken effect and never will, unless it was
     *     completed before
     */
    public synchronized @Nullable OutcomeToken withdraw(Operation operation) {
        CommittingBatch current = committing;
        int place = current == null ? -1 : current.operations().indexOf(operation);
        if (current != null
                && place >= 0
                && current.ifCommitted().outcomes().get(place) instanceof OperationOutcome.Applied) {
            tokenHandedOut = true;
            return current.token();
        }
        operation.withdraw();
        return null;
    }

    /**
     * Records that the batch was certainly not committed.
     *
     * @throws BatchInDoubtException if a caller has the outcome token of the batch, which must not be written again
     */
    public synchronized void notCommitted(StoreException cause) {
        CommittingBatch current = committing;
        if (current != null && tokenHandedOut) {
            throw new BatchInDoubtException(
                    "The batch failed after a caller had received its outcome token " + current.token(),
                    current.token(),
                    current.ifCommitted(),
                    cause);
        }
        committing = null;
    }

    /** Ends the batch after its completions have run. */
    public synchronized void endBatch() {
        committing = null;
        tokenHandedOut = false;
    }
}
