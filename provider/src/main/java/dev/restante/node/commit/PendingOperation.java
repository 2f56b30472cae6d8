package dev.restante.node.commit;

import dev.restante.model.OutcomeToken;
import dev.restante.store.CommitInDoubtException;
import dev.restante.store.StoreException;
import dev.restante.store.commit.CommitPipeline;
import java.util.concurrent.TimeUnit;

/** Operation for a pipeline, which its caller submits once, and can withdraw after a timeout (RCV-19). Thread-safe. */
public final class PendingOperation {

    private final CommitPipelines pipelines;
    private final CommitPipeline pipeline;
    private final TrackedOperation operation;

    /**
     * Creates an operation that is not submitted yet.
     *
     * @param pipelines the pipelines of the current incarnation
     * @param pipeline the pipeline that executes the operation
     */
    PendingOperation(CommitPipelines pipelines, CommitPipeline pipeline, TrackedOperation operation) {
        this.pipelines = pipelines;
        this.pipeline = pipeline;
        this.operation = operation;
    }

    /** Submits the operation without waiting. */
    public void submit() {
        pipelines.submit(pipeline, operation);
    }

    void submitAndLead() {
        pipelines.submitAndLead(pipeline, operation);
    }

    /**
     * Withdraws the operation because its caller no longer waits. The caller may not have submitted it yet.
     *
     * @param timeoutNanos the time for which the caller has waited
     * @return the failure for the caller: with UNAVAILABLE if nothing was changed and nothing will be, else with an
     *     outcome token. It is true only if the operation had not completed before
     */
    public StoreException withdraw(long timeoutNanos) {
        OutcomeToken token = pipeline.withdraw(operation);
        String silent =
                "The store has not answered within " + TimeUnit.NANOSECONDS.toMillis(Math.max(timeoutNanos, 0)) + " ms";
        return token == null
                ? new StoreException(
                        StoreException.StoreFailureKind.UNAVAILABLE, silent + ". Nothing was changed.", null)
                : new CommitInDoubtException(
                        silent + ". Query the outcome of the call with the outcome token " + token, token, null);
    }
}
