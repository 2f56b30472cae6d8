package dev.restante.store;

import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of one operation (changes submitted to a commit pipeline): applied, rejected for a stated reason, failed, or
 * in doubt.
 */
public sealed interface OperationOutcome {

    /**
     * Returns the failure of the store, or the reason why the outcome is unknown. Null if the operation was applied, or
     * was rejected for another reason.
     */
    default @Nullable StoreException failure() {
        if (this instanceof Failed failed) {
            return failed.cause();
        }
        return this instanceof InDoubt doubt ? doubt.cause() : null;
    }

    /** Returns an exception for an outcome other than {@link Applied}. */
    default StoreException toException() {
        StoreException failure = failure();
        return failure != null
                ? failure
                : new StoreException(StoreException.StoreFailureKind.FATAL, "Unexpected outcome: " + this, null);
    }

    /** Returns whether the operation was skipped because another transaction has locked a row. A retry may succeed. */
    default boolean isBlockedByRowLock() {
        return this instanceof Failed failed && failed.cause().kind() == StoreException.StoreFailureKind.TRANSIENT;
    }

    /**
     * Outcome of an operation whose changes are durable.
     *
     * @param skippedIds deliveries whose changes were skipped because the fencing token did not match
     * @param duplicateMessageIds messages that were not stored because of a {@link Change.RecordDuplicateId}
     * @param replacedInFlight in-flight deliveries that a later value has replaced and that still exist (LVQ-02)
     */
    record Applied(Set<Long> skippedIds, Set<Long> duplicateMessageIds, Set<ReplacedInFlightDelivery> replacedInFlight)
            implements OperationOutcome {
        /** Outcome without skipped changes, duplicates or replaced deliveries. */
        public static final Applied ALL_APPLIED = new Applied(Set.of(), Set.of());

        public Applied {
            skippedIds = Set.copyOf(skippedIds);
            duplicateMessageIds = Set.copyOf(duplicateMessageIds);
            replacedInFlight = Set.copyOf(replacedInFlight);
        }

        /** Creates an outcome without replaced deliveries. */
        public Applied(Set<Long> missedIds, Set<Long> duplicateIds) {
            this(missedIds, duplicateIds, Set.of());
        }
    }

    /** In-flight delivery that a later value has replaced (LVQ-02). */
    record ReplacedInFlightDelivery(long entityId, long deliveryId) {}

    /**
     * Outcome of an operation that had no effect because a change missed its fencing token.
     *
     * @param deliveryId delivery that has another owner or acquisition count, or does not exist
     */
    record LockLost(long deliveryId) implements OperationOutcome {}

    /** Outcome of an operation that had no effect because another receive is recorded under its attempt id. */
    record AttemptConflict(String attemptId) implements OperationOutcome {}

    /** Outcome of an operation that had no effect because its lock on a message group was lost. */
    record GroupLost(String groupId) implements OperationOutcome {}

    /** Outcome of an operation that had no effect because a transaction branch is not in the required state. */
    record BranchStateChanged(long branchId) implements OperationOutcome {}

    /**
     * Outcome of an operation that had no effect because its redrive job is not running, has another owner or has made
     * other progress.
     */
    record JobLost(long jobId) implements OperationOutcome {}

    /** Outcome of an operation that had no effect because the subscriptions of a topic have changed. */
    record SubscriptionsChanged(long topicId) implements OperationOutcome {}

    /**
     * Outcome of an operation that had no effect because an entity of {@link Change.Enqueue} or {@link Change.Move}
     * does not exist.
     */
    record EntityGone(long entityId) implements OperationOutcome {}

    /** Outcome of an operation that had no effect because the store failed or rejected it. */
    record Failed(StoreException cause) implements OperationOutcome {}

    /**
     * Outcome that is unknown for now (SND-09), reported so that the caller need not wait. The pipeline executes no
     * other operation until the outcome is known.
     */
    record InDoubt(CommitInDoubtException cause, PendingOutcome pending) implements OperationOutcome {}

    /**
     * Outcome that becomes known later. The listener is called once: immediately if the outcome is known, otherwise on
     * the thread of the pipeline, which it must not block.
     */
    @FunctionalInterface
    interface PendingOutcome {
        void onKnown(Consumer<OperationOutcome> listener);
    }
}
