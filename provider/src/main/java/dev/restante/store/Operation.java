package dev.restante.store;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * List of changes that take effect together or not at all, submitted to a
 * {@link dev.restante.store.commit.CommitPipeline}, which reports the outcome to the operation itself.
 *
 * <p>Not thread-safe. After it was submitted, only the leader of the pipeline uses the operation.
 */
public abstract class Operation {

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

    private List<Change> changes;
    private final OperationUrgency urgency;
    private final MissedFencePolicy missedFencePolicy;

    /** Instant of submission, set under the pipeline's lock. */
    private long submittedNanos;

    /** True if a row lock blocked the operation in an earlier batch; used by the leader only. */
    private boolean blocked;

    /** Number of failed attempts because of row locks; used by the leader only. */
    private int lockWaitCount;

    /** True if the caller has withdrawn the operation; used by the commit gate only. */
    private boolean withdrawn;

    private final long bytes;

    protected Operation(List<? extends Change> changes, OperationUrgency urgency, MissedFencePolicy missedFencePolicy) {
        this.changes = List.copyOf(changes);
        this.urgency = requireNonNull(urgency, "urgency");
        this.missedFencePolicy = requireNonNull(missedFencePolicy, "missedFencePolicy");
        this.bytes = this.changes.stream().mapToLong(Change::storedBytes).sum();
    }

    /**
     * Handles the final outcome; must neither block nor throw. The pipeline calls it once, for the operations of a
     * batch in their order.
     */
    public abstract void completed(OperationOutcome outcome);

    /**
     * Handles that the outcome is unknown, so that the caller need not wait for {@link #completed}; must neither block
     * nor throw.
     */
    public void outcomeUnknown(CommitInDoubtException cause) {}

    public final List<Change> changes() {
        return changes;
    }

    /**
     * Replaces each change by the result of a function. Used shortly before the write, for example to turn deliveries
     * into direct deliveries.
     */
    public final void replaceChanges(UnaryOperator<Change> function) {
        List<Change> replaced = new ArrayList<>(changes.size());
        for (Change change : changes) {
            replaced.add(function.apply(change));
        }
        changes = Collections.unmodifiableList(replaced);
    }

    /** Removes the changes that do not match, for example duplicates. */
    public final void retainChanges(Predicate<Change> wanted) {
        changes = changes.stream().filter(wanted).toList();
    }

    /** Returns the approximate number of stored bytes of the original changes. */
    public final long bytes() {
        return bytes;
    }

    public final OperationUrgency urgency() {
        return urgency;
    }

    public final MissedFencePolicy missedFencePolicy() {
        return missedFencePolicy;
    }

    /**
     * Returns whether a row lock blocked the operation in an earlier batch. The pipeline then writes it apart from
     * operations that need not wait.
     */
    public final boolean isBlocked() {
        return blocked;
    }

    public final void markBlocked() {
        blocked = true;
    }

    /** Returns the number of attempts that failed because of a row lock of another transaction. */
    public final int lockWaitCount() {
        return lockWaitCount;
    }

    public final void countLockWait() {
        lockWaitCount++;
    }

    /** Returns whether the caller was told that the operation has no effect. */
    final boolean isWithdrawn() {
        return withdrawn;
    }

    final void withdraw() {
        withdrawn = true;
    }

    public final void markSubmitted() {
        submittedNanos = System.nanoTime();
    }

    public final long waitedNanos() {
        return System.nanoTime() - submittedNanos;
    }
}
