package dev.restante.store.commit;

import dev.restante.store.AcquireRequest;
import dev.restante.store.AcquireResult;
import dev.restante.store.BatchResult;
import dev.restante.store.Operation;
import dev.restante.store.OperationOutcome;
import dev.restante.store.StoreException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notifier of the callers of a batch, which isolates failures of their callbacks. */
final class CompletionNotifier {

    private static final Logger LOG = LoggerFactory.getLogger(CompletionNotifier.class);

    private CompletionNotifier() {}

    static void complete(Operation operation, OperationOutcome outcome) {
        try {
            operation.completed(outcome);
        } catch (RuntimeException | Error e) {
            LOG.error("The callback of a completed operation failed. The outcome of the operation was {}", outcome, e);
        }
    }

    /** Completes the acquire requests of a batch; either the result or the failure is null. */
    static void completeEach(
            List<AcquireRequest> requests, @Nullable BatchResult result, @Nullable StoreException failure) {
        for (int i = 0; i < requests.size(); i++) {
            if (result == null) {
                complete(requests.get(i), AcquireResult.EMPTY, failure);
            } else {
                complete(
                        requests.get(i),
                        result.acquireResults().get(i),
                        result.failedAcquires().get(i));
            }
        }
    }

    private static void complete(
            AcquireRequest request, AcquireResult acquireResult, @Nullable StoreException failure) {
        try {
            request.onCompletion().accept(acquireResult, failure);
        } catch (RuntimeException | Error e) {
            LOG.error("The callback of a completed fetch from entity {} failed", request.entityId(), e);
        }
    }

    /** Calls the listener of a pipeline; an exception of the listener fails no operation. */
    static void notifyListener(String event, Runnable callback) {
        try {
            callback.run();
        } catch (RuntimeException | Error e) {
            LOG.error("The pipeline listener failed on the event '{}'", event, e);
        }
    }
}
