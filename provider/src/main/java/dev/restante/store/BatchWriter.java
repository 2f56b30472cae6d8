package dev.restante.store;

import java.util.List;

/**
 * Interface that writes each batch of a commit pipeline (queue of operations) in one transaction, and queries the
 * outcome of a commit without an answer. One thread at a time uses it.
 */
public interface BatchWriter extends AutoCloseable {

    /**
     * Executes a batch and commits it; acquire requests see the effects of the changes.
     * <ol>
     * <li>The pipeline fence writes {@code batch} to the pipeline's row, and fails if the node was declared dead.
     * <li>Operations are executed. An operation that misses a fencing token, or whose rows cannot be bound or stored,
     *     is undone and fails alone.
     * <li>Acquire requests are executed. A request that fails does not affect the rest of the batch.
     * <li>The gate is passed, and the transaction commits.
     * </ol>
     *
     * @param batch number of the batch, higher than those of earlier batches; a retry after a failure has the same
     *     number
     * @param highestId highest id that the node has generated; the store records it, so that ids increase across
     *     restarts
     * @throws BatchInDoubtException if the connection was lost during COMMIT
     * @throws StoreException if nothing was written
     */
    BatchResult write(
            long batch, long highestId, List<Operation> operations, List<AcquireRequest> acquires, CommitGate gate);

    /**
     * Returns whether a batch with unknown outcome has committed. Waits for a COMMIT that is still in progress in the
     * database.
     *
     * @throws StoreException if the outcome cannot be determined now; with OUTCOME_UNKNOWN if the store has no record
     *     of the incarnation, and therefore never can
     */
    boolean isCommitted(long batch);

    /**
     * Returns whether a batch has committed, and otherwise makes sure that it never will. Used after the callers were
     * told that the outcome is unknown. The store records a batch that did not commit, for later queries with an
     * outcome token, before a batch with a higher number is written.
     *
     * @throws StoreException as for {@link #isCommitted}
     */
    boolean voidUnlessCommitted(long batch);

    /**
     * Returns whether each call ends within the store timeouts, even if the database does not respond. Then a caller
     * with a timeout may run batches on its own thread (RCV-19). Otherwise, only the thread of the pipeline runs them.
     */
    boolean hasBoundedCalls();

    @Override
    void close();
}
