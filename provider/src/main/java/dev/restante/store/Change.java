package dev.restante.store;

import static java.util.Objects.requireNonNull;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.DeliveryRef;
import dev.restante.model.GroupRef;
import dev.restante.model.StoredBranch;
import dev.restante.model.StoredMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Single modification of the store, such as inserting a message, completing a delivery or recording a duplicate id. A
 * commit pipeline, an application transaction or a prepared branch makes a list of changes durable.
 *
 * <p>The {@link DeliveryRef} of a change fences it: the change takes effect only if the delivery still has the id,
 * owner, acquisition count and expected values of the ref.
 */
public sealed interface Change {

    /** Returns the approximate number of bytes that the change stores in addition to a small row. */
    default long storedBytes() {
        return 0;
    }

    /**
     * Stores a message with one delivery for a queue, or one for each matching subscription of a topic.
     *
     * @param message new message with an unused id
     * @param deliveries at least one delivery, unowned unless it is a direct delivery
     */
    record Enqueue(StoredMessage message, List<Delivery> deliveries) implements Change {
        public Enqueue {
            requireNonNull(message, "message");
            deliveries = List.copyOf(deliveries);
            if (deliveries.isEmpty()) {
                throw new IllegalArgumentException("Message " + message.id() + " has no delivery");
            }
        }

        @Override
        public long storedBytes() {
            return deliveries.get(0).size();
        }
    }

    /**
     * Requires a version of the subscription set of a topic; otherwise the operation ends as
     * {@link OperationOutcome.SubscriptionsChanged}. Locks the subscription set until the batch ends.
     *
     * @param version see {@link SubscriptionRepository.SubscriptionSet}
     */
    record UnchangedSubscriptions(long topicId, long version) implements Precondition {}

    /**
     * Redirects the deliveries of the operation from a deleted entity to another one.
     *
     * @param entityId preferred entity
     * @param otherwiseId entity that gets the deliveries if the preferred one does not exist
     */
    record EntityFallback(long entityId, long otherwiseId) implements Precondition {}

    /** Condition of an operation, which the store checks before it applies the changes. */
    sealed interface Precondition extends Change {}

    /**
     * Records a duplicate id. If it is already recorded, the store skips the {@link Enqueue} of the message in this
     * operation and reports the message in {@link OperationOutcome.Applied#duplicateMessageIds()} (SND-06). This also
     * applies to duplicates in one batch, if the second message is sent within the detection window of the first.
     *
     * @param entityId queue or topic within which ids are compared
     * @param duplicateId see {@link dev.restante.model.StoredTextKind#DUPLICATE_ID}
     * @param sentAtMillis epoch milliseconds of store time; records that end then or earlier are ignored
     * @param keptUntilMillis end of the record, in epoch milliseconds of store time
     */
    record RecordDuplicateId(long messageId, long entityId, String duplicateId, long sentAtMillis, long keptUntilMillis)
            implements Change {
        public RecordDuplicateId {
            requireNonNull(duplicateId, "duplicateId");
        }
    }

    /**
     * Records the deliveries of a receive with an attempt id, so that the receive can be repeated (VIS-09). Replaces an
     * earlier record of the id only if it has the expected deliveries or has ended; otherwise the operation ends as
     * {@link OperationOutcome.AttemptConflict}.
     *
     * @param entityId queue or subscription within which ids are compared
     * @param attemptId 1 to 128 characters
     * @param deliveries at least one delivery, as acquired now
     * @param expectedRefs deliveries of the earlier record; empty if there was none
     * @param nowMillis epoch milliseconds of store time
     * @param keptUntilMillis end of the record, in epoch milliseconds of store time
     */
    record RecordReceive(
            long entityId,
            String attemptId,
            List<DeliveryRef> deliveries,
            List<DeliveryRef> expectedRefs,
            long nowMillis,
            long keptUntilMillis)
            implements Change {
        public RecordReceive {
            requireNonNull(attemptId, "attemptId");
            deliveries = List.copyOf(deliveries);
            expectedRefs = List.copyOf(expectedRefs);
            if (deliveries.isEmpty()) {
                throw new IllegalArgumentException("A receive attempt needs at least one delivery");
            }
        }
    }

    /**
     * Writes the state of an accepted message group; without the group lock, the operation ends as
     * {@link OperationOutcome.GroupLost} (GRP-03).
     *
     * @param group group with the fencing token of its lock
     * @param state new state; empty for none
     */
    record PutGroupState(GroupRef group, byte[] state) implements GroupChange {
        public PutGroupState {
            requireNonNull(group, "group");
            requireNonNull(state, "state");
        }

        @Override
        public long storedBytes() {
            return state.length;
        }
    }

    /**
     * Releases an accepted message group; does nothing without the group lock.
     *
     * @param group group with the fencing token of its lock
     */
    record ReleaseGroup(GroupRef group) implements GroupChange {
        public ReleaseGroup {
            requireNonNull(group, "group");
        }
    }

    /** Change to an accepted message group. */
    sealed interface GroupChange extends Change {
        /** Returns the group with the fencing token of its lock. */
        GroupRef group();
    }

    /** Records a prepared branch; the store rejects a second branch with the same name. */
    record PrepareBranch(StoredBranch branch) implements BranchChange {
        public PrepareBranch {
            requireNonNull(branch, "branch");
        }

        @Override
        public long branchId() {
            return branch.id();
        }
    }

    /**
     * Forgets a branch whose outcome its transaction manager knows.
     *
     * @param state required state; in another state the operation ends as {@link OperationOutcome.BranchStateChanged}
     */
    record ForgetBranch(long branchId, StoredBranch.StoredBranchState state) implements BranchChange {
        public ForgetBranch {
            requireNonNull(state, "state");
        }
    }

    /**
     * Records the decision of an administrator about a prepared branch, which has no deliveries after it. If the branch
     * is not prepared, the operation ends as {@link OperationOutcome.BranchStateChanged}.
     *
     * @param state state that expresses the decision
     */
    record DecideBranch(long branchId, StoredBranch.StoredBranchState state) implements BranchChange {
        public DecideBranch {
            requireNonNull(state, "state");
        }
    }

    /** Change to a transaction branch. */
    sealed interface BranchChange extends Change {
        long branchId();
    }

    /** Removes the duplicate id of a message whose branch is rolled back. */
    record RemoveDuplicateId(StoredBranch.BranchDuplicateId id) implements Change {
        public RemoveDuplicateId {
            requireNonNull(id, "id");
        }
    }

    /**
     * Stores a chunk of a large body before its message. The first chunk also creates a body retention of the owner,
     * which ends with {@link BodyRepository#release}.
     *
     * @param owner incarnation that writes the body
     * @param number number of the chunk, from 0
     * @param content bytes that the caller must not change
     */
    record PutBodyChunk(long bodyId, long owner, int number, byte[] content) implements Change {
        public PutBodyChunk {
            requireNonNull(content, "content");
        }

        @Override
        public long storedBytes() {
            return content.length;
        }
    }

    /**
     * Updates the progress of a redrive job and adds the moves of this operation to it. If the job is not running, has
     * another owner, or has moved other messages since, the operation ends as {@link OperationOutcome.JobLost}.
     *
     * @param owner incarnation that runs the job
     * @param expectedMoved number of messages that the job had moved before
     * @param cursor position of the scan; null for the beginning
     * @param skipped number of further messages that were not moved
     * @param sourceMissing number of skipped messages without a source
     * @param now epoch milliseconds of store time
     */
    record UpdateJobProgress(
            long jobId,
            long owner,
            long expectedMoved,
            @Nullable String cursor,
            long skipped,
            long sourceMissing,
            long now)
            implements Change {}

    /** Change to one existing delivery. */
    sealed interface FencedChange extends Change {
        /** Returns the delivery with its fencing token and expected values. */
        DeliveryRef ref();
    }

    /** Removes a completed delivery, and its message with the last delivery. */
    record Complete(DeliveryRef ref) implements FencedChange {}

    /** Removes a delivery that was not received: it was purged, or expired without a dead letter. */
    record Discard(DeliveryRef ref) implements FencedChange {}

    /**
     * Releases an acquired delivery at its old position and clears its suspect mark. A delivery that was received as a
     * deferred one is deferred again immediately (DEF-01).
     *
     * @param deliveryCount new delivery count
     * @param visibleAt epoch milliseconds of store time at which it becomes available; 0 for immediately
     * @param annotations new delivery annotations; null to keep the old ones
     */
    record Release(DeliveryRef ref, int deliveryCount, long visibleAt, @Nullable DeliveryAnnotations annotations)
            implements FencedChange {}

    /**
     * Returns an acquired delivery that no application received. Delivery count, position and suspect mark stay; a
     * deferred delivery is deferred again.
     */
    record ReturnUndelivered(DeliveryRef ref) implements FencedChange {}

    /** Makes a scheduled delivery available, at the position that its delivery time determines. */
    record Promote(DeliveryRef ref, long entityId) implements FencedChange {}

    /**
     * Schedules the next copy of a repeated send (SCH-02). Increments the acquisition count, so that only one node
     * sends the copy that is due.
     *
     * @param visibleAt epoch milliseconds of store time
     * @param position position among the repeated sends
     */
    record Reschedule(DeliveryRef ref, long visibleAt, long position) implements FencedChange {}

    /**
     * Moves a delivery to another entity, where it is available: for expiry, dead-lettering, forwarding and redrive.
     * Increments the acquisition count, so that a change with an earlier ref misses.
     *
     * @param position position in the target
     * @param enqueuedAt start of its time to live in the target, in epoch milliseconds of store time
     * @param expiresAt expiry time of the delivery in the target, {@link Delivery#NEVER} for none
     * @param deliveryCount delivery count in the target (FWD-04)
     * @param annotations new delivery annotations; null to keep the old ones
     * @param valueKey last-value key in the target, unless a later value is stored there (LVQ-06); null for none
     */
    record Move(
            DeliveryRef ref,
            long toEntityId,
            long position,
            long enqueuedAt,
            long expiresAt,
            int deliveryCount,
            @Nullable DeliveryAnnotations annotations,
            @Nullable String valueKey)
            implements FencedChange {

        /** Returns the move with the current ref of the delivery. */
        public Move withRef(DeliveryRef ref) {
            return new Move(ref, toEntityId, position, enqueuedAt, expiresAt, deliveryCount, annotations, valueKey);
        }

        /** Creates a move that sets the delivery count to zero and has no last-value key. */
        public Move(
                DeliveryRef ref,
                long toEntityId,
                long position,
                long enqueuedAt,
                long expiresAt,
                @Nullable DeliveryAnnotations annotations) {
            this(ref, toEntityId, position, enqueuedAt, expiresAt, 0, annotations, null);
        }
    }

    /**
     * Defers an acquired delivery.
     *
     * @param deliveryCount new delivery count
     * @param annotations new delivery annotations; null to keep the old ones
     */
    record Defer(DeliveryRef ref, int deliveryCount, @Nullable DeliveryAnnotations annotations)
            implements FencedChange {}

    /**
     * Makes a deferred delivery available at its old position, also if it is acquired (DEF-04). Increments the
     * acquisition count.
     *
     * @param deliveryCount new delivery count
     */
    record Undefer(DeliveryRef ref, int deliveryCount) implements FencedChange {}

    /**
     * Acquires an available delivery, whose ref is unowned, for an incarnation. Increments the acquisition count.
     *
     * @param entityId entity in which it must still be
     * @param owner incarnation that acquires it
     * @param groupId its message group, which no other node may hold (VIS-07); null for none
     */
    record Acquire(DeliveryRef ref, long entityId, long owner, @Nullable String groupId) implements FencedChange {}

    /**
     * Acquires a deferred delivery, whose ref is unowned, for an incarnation. Increments the acquisition count. Misses
     * if another node has accepted the message group (DEF-03). Every release defers the delivery again, until
     * {@link Undefer} or {@link Move} (DEF-01).
     *
     * @param owner incarnation that acquires it
     */
    record AcquireDeferred(DeliveryRef ref, long owner) implements FencedChange {}

    /**
     * Acquires a delivery from its owner, which may be the same incarnation, because its receive is repeated (VIS-09).
     * Increments the acquisition count, so that changes of the previous owner miss.
     *
     * @param owner incarnation that acquires it
     */
    record TakeOver(DeliveryRef ref, long owner) implements FencedChange {}

    /**
     * Sets the expiry time of an acquired delivery whose group has expired (TTL-18). The owner can still complete it,
     * but a release makes it expire. Takes effect only if no other transaction locks the row.
     *
     * @param expiresAt new expiry time, in epoch milliseconds of store time
     * @param annotations new delivery annotations; null to keep the old ones
     */
    record Expire(DeliveryRef ref, long expiresAt, @Nullable DeliveryAnnotations annotations) implements FencedChange {}

    /**
     * Makes a branch that is being prepared the owner of an acquired delivery, until the branch is committed or rolled
     * back.
     */
    record PrepareSettlement(DeliveryRef ref, long branchId) implements FencedChange {}

    /** Makes a message available that a prepared branch has sent, or schedules it; the branch owns the ref. */
    record CommitPreparedSend(DeliveryRef ref, long entityId) implements FencedChange {}

    /**
     * Writes the delivery count of a suspect delivery before an application receives it, so that a message that crashes
     * its JVM is counted.
     *
     * @param deliveryCount new delivery count
     */
    record CountAttempt(DeliveryRef ref, int deliveryCount) implements FencedChange {}
}
