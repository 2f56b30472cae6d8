package dev.restante.store.commit;

import dev.restante.store.AcquireRequest;
import dev.restante.store.Operation;
import dev.restante.store.StoreException;
import java.util.List;

/** The owner of a pipeline: its calls between batches, on the leader's thread. */
public interface PipelineOwner {
    /**
     * Decides how deliveries are born and notes what is about to happen; called once for each batch, before its
     * first attempt.
     */
    void beforeBatch(List<Operation> operations, List<AcquireRequest> acquires);

    /** Called after each batch and its completions. */
    void afterBatch();

    /** The node was declared dead; every operation from now on fails with {@link StoreException.Kind#FENCED}. */
    void fenced(StoreException cause);

    /**
     * The store can't be reached, not over a new connection either; batches are tried again until their time-out.
     * Called once for each batch that this happens to, so several times in an outage that outlasts the time-out.
     *
     * @param pipeline that can't; others may reach the store
     */
    void storeLost(Object pipeline, StoreException cause);

    /** A pipeline has written a batch, so it reaches the store. */
    void storeReached(Object pipeline);
}
