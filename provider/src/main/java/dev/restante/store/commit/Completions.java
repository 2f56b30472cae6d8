package dev.restante.store.commit;

import dev.restante.store.AcquireRequest;
import dev.restante.store.Acquired;
import dev.restante.store.BatchResult;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.StoreException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls back whoever waits for a batch. What a callback throws harms nobody but itself. */
final class Completions {

    private static final Logger LOG = LoggerFactory.getLogger(Completions.class);

    private Completions() {}

    static void complete(Operation operation, Outcome outcome) {
        try {
            operation.complete(outcome);
        } catch (RuntimeException | Error e) {
            LOG.error("The completion of an operation failed; its outcome was {}", outcome, e);
        }
    }

    /** Those of a batch; either its result or its failure is null. */
    static void completeEach(
            List<AcquireRequest> requests, @Nullable BatchResult result, @Nullable StoreException failure) {
        for (int i = 0; i < requests.size(); i++) {
            if (result == null) {
                complete(requests.get(i), Acquired.NOTHING, failure);
            } else {
                complete(
                        requests.get(i),
                        result.acquired().get(i),
                        result.failedAcquires().get(i));
            }
        }
    }

    private static void complete(AcquireRequest request, Acquired acquired, @Nullable StoreException failure) {
        try {
            request.completion().accept(acquired, failure);
        } catch (RuntimeException | Error e) {
            LOG.error("The completion of an acquire for entity {} failed", request.entityId(), e);
        }
    }

    /** What the owner of a pipeline does with the news is its own affair: no operation fails because of it. */
    static void tell(String what, Runnable news) {
        try {
            news.run();
        } catch (RuntimeException | Error e) {
            LOG.error("The owner of the pipeline failed over the news '{}'", what, e);
        }
    }
}
