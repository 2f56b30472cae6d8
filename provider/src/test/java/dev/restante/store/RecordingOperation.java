package dev.restante.store;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Operation that records the results that a pipeline reports. */
public final class RecordingOperation extends Operation {
    public final CompletableFuture<OperationOutcome> outcome = new CompletableFuture<>();
    public final CompletableFuture<CommitInDoubtException> doubt = new CompletableFuture<>();

    public RecordingOperation(
            List<? extends Change> changes, OperationUrgency urgency, MissedFencePolicy missedFencePolicy) {
        super(changes, urgency, missedFencePolicy);
    }

    @Override
    public void completed(OperationOutcome result) {
        outcome.complete(result);
    }

    @Override
    public void outcomeUnknown(CommitInDoubtException cause) {
        doubt.complete(cause);
    }
}
