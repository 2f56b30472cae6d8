package dev.restante.node;

import dev.restante.model.OutcomeToken;
import dev.restante.store.AcquireRequest;
import dev.restante.store.BatchInDoubtException;
import dev.restante.store.BatchResult;
import dev.restante.store.BatchWriter;
import dev.restante.store.Change;
import dev.restante.store.CommitGate;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.StoreException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** Operations that fail, or whose outcome is not known, because a test wants it; what acquires works. Thread-safe. */
final class OperationFaults {

    private final AtomicInteger failed = new AtomicInteger();
    private volatile Predicate<Change> failing = OperationFaults::none;
    private volatile StoreException.Kind kind = StoreException.Kind.UNAVAILABLE;
    private volatile Predicate<Change> doubtful = OperationFaults::none;
    private volatile boolean silent;

    /** Operations with such a change fail until {@link #restore}. */
    void fail(Predicate<Change> change) {
        fail(change, StoreException.Kind.UNAVAILABLE);
    }

    /** The same, for this reason. */
    void fail(Predicate<Change> change, StoreException.Kind why) {
        kind = why;
        failing = change;
    }

    /** How many have failed. */
    int failed() {
        return failed.get();
    }

    /** The next batch with such a change is written, but nobody can know before {@link #restore}. */
    void doubt(Predicate<Change> change) {
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
        Iterator<Outcome> outcomes = written.outcomes().iterator();
        List<Outcome> all = new ArrayList<>();
        for (Operation operation : operations) {
            all.add(any(operation, fails) ? new Outcome.Failed(failure(kind)) : outcomes.next());
        }
        BatchResult result = new BatchResult(all, written.acquired(), written.failedAcquires());
        Predicate<Change> doubted = doubtful;
        if (operations.stream().anyMatch(each -> any(each, doubted))) {
            doubtful = OperationFaults::none;
            silent = true;
            throw new BatchInDoubtException(
                    "cut off by the test", new OutcomeToken.Batch(1, 1, batch), result, unavailable());
        }
        return result;
    }

    /** Before the store says what became of a batch. */
    void answer() {
        if (silent) {
            throw unavailable();
        }
    }

    static StoreException unavailable() {
        return failure(StoreException.Kind.UNAVAILABLE);
    }

    private static StoreException failure(StoreException.Kind why) {
        return new StoreException(why, "cut off by the test", null);
    }
}
