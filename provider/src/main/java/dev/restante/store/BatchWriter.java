package dev.restante.store;

import java.util.List;

/**
 * Executes batches of one pipeline of one incarnation, each in one transaction. Used by one thread at a time; not
 * necessarily the same one.
 */
public interface BatchWriter extends AutoCloseable {

    /**
     * Executes a batch and commits it: first the changes, then the acquires, which see the changes.
     *
     * <p>It begins by writing {@code batch} to the pipeline's row where that is still alive. If the fence of one
     * operation misses, or the database refuses its rows, or they can't be bound, that operation is undone and alone
     * fails; the others still commit. So does all but an acquire that fails.
     *
     * @param batch counts up with each batch; a batch that is run again after a failure keeps its number
     * @param highestId the highest id that the node has made so far; kept so that ids increase across restarts
     * @param gate is passed right before COMMIT
     * @throws BatchInDoubtException if the connection was lost during COMMIT
     * @throws StoreException if nothing was done
     */
    BatchResult write(
            long batch, long highestId, List<Operation> operations, List<AcquireRequest> acquires, CommitGate gate);

    /**
     * Whether a batch whose outcome was unknown took effect. Waits for a commit that is still under way in the store.
     *
     * @throws StoreException if the store can't say now; with OUTCOME_UNKNOWN if it has no trace of the incarnation any
     *     more, so that it never will
     */
    boolean committed(long batch);

    /**
     * The same of a batch that nobody will write again, because those who waited for it have been told that its outcome
     * is not known: if it has not taken effect, it never will, and the store keeps that for those who ask later, before
     * a batch with a higher number is written.
     *
     * @throws StoreException as {@link #committed}
     */
    boolean closed(long batch);

    /**
     * Whether each call ends within the time-outs of the store, whatever becomes of that, so that whoever must not hang
     * can make it himself (RCV-19). Where not, only threads of the pipeline do.
     */
    boolean boundsItself();

    @Override
    void close();
}
