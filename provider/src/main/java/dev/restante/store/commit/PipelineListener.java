package dev.restante.store.commit;

import dev.restante.store.AcquireRequest;
import dev.restante.store.Operation;
import dev.restante.store.StoreException;
import java.util.List;

/**
 * Listener that a commit pipeline tells of batches, of the death of its node, and of the loss and return of the store.
 * The pipeline calls it between batches on the leader's thread.
 */
public interface PipelineListener {
    /**
     * Decides which deliveries become direct deliveries, and counts the expected arrivals; called once for each batch,
     * before its first attempt.
     */
    void beforeBatch(List<Operation> operations, List<AcquireRequest> acquires);

    void afterBatch();

    /**
     * Handles that the node was declared dead; every later operation fails with
     * {@link StoreException.StoreFailureKind#FENCED}.
     */
    void fenced(StoreException cause);

    /**
     * Handles that the store cannot be reached, even over a new connection; the pipeline retries until the store
     * timeout. Called once for each affected batch, so several times in an outage that is longer than the store
     * timeout.
     *
     * @param pipeline the pipeline that cannot reach the store; other pipelines may reach it
     */
    void storeUnreachable(Object pipeline, StoreException cause);

    /** Handles that a pipeline has written a batch, and therefore reaches the store. */
    void storeReachable(Object pipeline);
}
