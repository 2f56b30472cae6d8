package dev.restante.node;

import dev.restante.model.OutcomeToken;
import dev.restante.store.AcquireRequest;
import dev.restante.store.BatchInDoubtException;
import dev.restante.store.BatchResult;
import dev.restante.store.BatchWriter;
import dev.restante.store.Change;
import dev.restante.store.CommitGate;
import dev.restante.store.Operation;
import dev.restante.store.OperationOutcome;
import dev.restante.store.StoreException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** Operations that fail, or whose outcome stays unknown, when a test requests it. Fetches work. Thread-safe. */
final class OperationFaults {

    private final AtomicInteger failed = new AtomicInteger();
    private volatile Predicate<Change> failing = OperationFaults::none;
    private volatile StoreException.StoreFailureKind kind = StoreException.StoreFailureKind.UNAVAILABLE;
    private volatile Predicate<Change> doubtful = OperationFaults::none;
    private volatile boolean silent;

    /** Makes operations with such a change fail until {@link #restore}. */
    void fail(Predicate<Change> change) {
        fail(change, StoreException.StoreFailureKind.UNAVAILABLE);
    }

    /** Makes operations with such a change fail for a reason until {@link #restore}. */
    void fail(Predicate<Change> change, StoreException.StoreFailureKind why) {
        kind = why;
        failing = change;
    }

    int failed() {
        return failed.get();
    }

    /** Writes the next batch with such a change, and hides its outcome until {@link #restore}. */
    void hideOutcome(Predicate<Change> change) {
        doubtful = change;
    }

    void restore() {
        failing = OperationFaults::none;
        doubtful = OperationFaults::none;
        silent = false;
    }

    private static boolean none(Change change) {
        return false;
    }

    private static boolean any(Operation operation, Predicate<Change> wanted) {
        return operation.changes().stream().anyMatch(wanted);
    }

    BatchResult write(
            BatchWriter writer,
            long batch,
            long highestId,
            List<Operation> operations,
            List<AcquireRequest> acquires,
            CommitGate gate) {
        Predicate<Change> fails = failing;
        List<Operation> good =
                operations.stream().filter(each -> !any(each, fails)).toList();
        failed.addAndGet(operations.size() - good.size());
        BatchResult written = writer.write(batch, highestId, good, acquires, gate);
        Iterator<OperationOutcome> outcomes = written.outcomes().iterator();
        List<OperationOutcome> all = new ArrayList<>();
        for (Operation operation : operations) {
            all.add(any(operation, fails) ? new OperationOutcome.Failed(failure(kind)) : outcomes.next());
        }
        BatchResult result = new BatchResult(all, written.acquireResults(), written.failedAcquires());
        Predicate<Change> doubted = doubtful;
        if (operations.stream().anyMatch(each -> any(each, doubted))) {
            doubtful = OperationFaults::none;
            silent = true;
            throw new BatchInDoubtException(
                    "cut off by the test", new OutcomeToken.BatchToken(1, 1, batch), result, unavailable());
        }
        return result;
    }

    /** Throws while the outcome of a batch is hidden. Called before the store reports an outcome. */
    void checkOutcomeKnown() {
        if (silent) {
            throw unavailable();
        }
    }

    static StoreException unavailable() {
        return failure(StoreException.StoreFailureKind.UNAVAILABLE);
    }

    private static StoreException failure(StoreException.StoreFailureKind why) {
        return new StoreException(why, "cut off by the test", null);
    }
}
