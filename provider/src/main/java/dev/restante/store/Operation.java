package dev.restante.store;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * List of changes that take effect together or not at all, submitted to a
 * {@link dev.restante.store.commit.CommitPipeline}.
 *
 * <p>Not thread-safe. After it was submitted, only the leader of the pipeline uses the operation.
 */
public final class Operation {

    /** Urgency of an operation. */
    public enum OperationUrgency {
        /** A caller waits for the operation. */
        NOW,
        /**
         * No caller waits. The operation may wait for a fuller batch within the lazy linger, but it is written with the
         * next batch and keeps its order.
         */
        LAZY,
        /** No caller waits, and later operations may overtake this one within the lazy linger. */
        YIELDING
    }

    /** Policy for a change whose fencing token does not match. */
    public enum MissedFencePolicy {
        /** The whole operation is undone and ends as {@link OperationOutcome.LockLost}. */
        FAIL_OPERATION,
        /** The change is skipped, and the other changes take effect; used by sweepers. */
        SKIP_CHANGE
    }

    /**
     * Listener of the outcome of an operation, which must neither block nor throw. The pipeline's leader calls it once,
     * in the order of the batch.
     */
    @FunctionalInterface
    public interface OperationListener {
        void completed(Operation operation, OperationOutcome outcome);

        /** Reports that the outcome is unknown, so that the caller need not wait for {@link #completed}. */
        default void outcomeUnknown(Operation operation, CommitInDoubtException cause) {}
    }

    private List<Change> changes;
    private final OperationUrgency urgency;
    private final MissedFencePolicy missedFencePolicy;
    private final OperationListener listener;

    /** Instant of submission, set under the pipeline's lock. */
    private long submittedNanos;

    /** True if a row lock blocked the operation in an earlier batch; used by the leader only. */
    private boolean blocked;

    /** Number of failed attempts because of row locks; used by the leader only. */
    private int lockWaitCount;

    /** True if the caller has withdrawn the operation; used by the commit gate only. */
    private boolean withdrawn;

    private final long bytes;

    public Operation(
            List<? extends Change> changes,
            OperationUrgency urgency,
            MissedFencePolicy missedFencePolicy,
            OperationListener listener) {
        this.changes = List.copyOf(changes);
        this.urgency = requireNonNull(urgency, "urgency");
        this.missedFencePolicy = requireNonNull(missedFencePolicy, "missedFencePolicy");
        this.listener = requireNonNull(listener, "listener");
        this.bytes = this.changes.stream().mapToLong(Change::storedBytes).sum();
    }

    public List<Change> changes() {
        return changes;
    }

    /**
     * Replaces each change by the result of a function. Used shortly before the write, for example to turn deliveries
     * into direct deliveries.
     */
    public void replaceChanges(UnaryOperator<Change> function) {
        List<Change> replaced = new ArrayList<>(changes.size());
        for (Change change : changes) {
            replaced.add(function.apply(change));
        }
        changes = Collections.unmodifiableList(replaced);
    }

    /** Removes the changes that do not match, for example duplicates. */
    public void retainChanges(Predicate<Change> wanted) {
        changes = changes.stream().filter(wanted).toList();
    }

    /** Returns the approximate number of stored bytes of the original changes. */
    public long bytes() {
        return bytes;
    }

    public OperationUrgency urgency() {
        return urgency;
    }

    public MissedFencePolicy missedFencePolicy() {
        return missedFencePolicy;
    }

    public OperationListener listener() {
        return listener;
    }

    /**
     * Returns whether a row lock blocked the operation in an earlier batch. The pipeline then writes it apart from
     * operations that need not wait.
     */
    public boolean isBlocked() {
        return blocked;
    }

    public void markBlocked() {
        blocked = true;
    }

    /** Returns the number of attempts that failed because of a row lock of another transaction. */
    public int lockWaitCount() {
        return lockWaitCount;
    }

    public void countLockWait() {
        lockWaitCount++;
    }

    /** Returns whether the caller was told that the operation has no effect. */
    boolean isWithdrawn() {
        return withdrawn;
    }

    void withdraw() {
        withdrawn = true;
    }

    public void markSubmitted() {
        submittedNanos = System.nanoTime();
    }

    public long waitedNanos() {
        return System.nanoTime() - submittedNanos;
    }

    public void complete(OperationOutcome outcome) {
        listener.completed(this, outcome);
    }

    public void reportUnknownOutcome(CommitInDoubtException cause) {
        listener.outcomeUnknown(this, cause);
    }
}
