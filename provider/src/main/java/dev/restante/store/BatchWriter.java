package dev.restante.store;

import java.util.List;

/**
 * Executes batches of one pipeline of one incarnation, each in one transaction. Used by one thread at a time; not necessarily the same one.
 */
public interface BatchWriter extends AutoCloseable {

    /**
     * Executes a batch and commits it: first the changes, then the acquires, which see the changes.
     *
     * <p>It begins by writing {@code batch} to the pipeline's row where that is still alive. If the fence of one operation misses, or a
     * constraint refuses it, that operation is undone and alone fails; the others still commit.
     *
     * @param batch counts up with each batch; a batch that is run again after a failure keeps its number
     * @param highestId the highest id that the node has made so far; kept so that ids increase across restarts
     * @throws UnknownOutcomeException if the connection was lost during COMMIT
     * @throws StoreException if nothing was done
     */
    BatchResult write(long batch, long highestId, List<Operation> operations, List<AcquireRequest> acquires);

    /**
     * Whether a batch whose outcome was unknown took effect. Waits for a commit that is still under way in the store.
     *
     * @throws StoreException if the store can't say now
     */
    boolean committed(long batch);

    @Override
    void close();
}
