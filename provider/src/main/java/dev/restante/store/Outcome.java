package dev.restante.store;

import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The outcome of one operation. */
public sealed interface Outcome {

    /** Why the store has not done it, or may not have; null if it has, and if it was refused for another reason. */
    default @Nullable StoreException failure() {
        if (this instanceof Failed failed) {
            return failed.cause();
        }
        return this instanceof InDoubt doubt ? doubt.cause() : null;
    }

    /** What to throw where it should have been {@link Applied}, and was not. */
    default StoreException notApplied() {
        StoreException failure = failure();
        return failure != null ? failure : new StoreException(StoreException.Kind.FATAL, "unexpected: " + this, null);
    }

    /** Whether it was left out because somebody else has a lock that it needs; it may be tried again. */
    default boolean lockedOut() {
        return this instanceof Failed failed && failed.cause().kind() == StoreException.Kind.TRANSIENT;
    }

    /**
     * Its changes are durable.
     *
     * @param missedIds deliveries of a tolerant operation whose fence no longer held, so that they were left alone
     * @param duplicateIds messages that were not stored because of a {@link Change.Once}
     * @param replaced what a later value has replaced while somebody has it, so that it is still there (LVQ-02)
     */
    record Applied(Set<Long> missedIds, Set<Long> duplicateIds, Set<Replaced> replaced) implements Outcome {
        /** Nothing was missed. */
        public static final Applied WHOLE = new Applied(Set.of(), Set.of());

        public Applied {
            missedIds = Set.copyOf(missedIds);
            duplicateIds = Set.copyOf(duplicateIds);
            replaced = Set.copyOf(replaced);
        }

        /** One that has replaced nothing. */
        public Applied(Set<Long> missedIds, Set<Long> duplicateIds) {
            this(missedIds, duplicateIds, Set.of());
        }
    }

    /** A delivery of an entity. */
    record Replaced(long entityId, long deliveryId) {}

    /**
     * The fence of one of its changes no longer held; none of its changes took effect.
     *
     * @param deliveryId the delivery that somebody else has meanwhile
     */
    record LockLost(long deliveryId) implements Outcome {}

    /**
     * Another receive than its author knows is remembered under an attempt id; none of its changes took effect.
     *
     * @param attemptId the id
     */
    record AttemptTaken(String attemptId) implements Outcome {}

    /**
     * Somebody else has a message group by now, or nobody; none of its changes took effect.
     *
     * @param groupId the group
     */
    record GroupLost(String groupId) implements Outcome {}

    /**
     * A transaction branch is not in the state that its operation is for; none of its changes took effect.
     *
     * @param branchId the branch
     */
    record BranchGone(long branchId) implements Outcome {}

    /**
     * A redrive in the background is not running any more, somebody else has it, or it has come further than the author
     * knew; none of its changes took effect.
     *
     * @param jobId the job
     */
    record JobLost(long jobId) implements Outcome {}

    /**
     * The subscriptions of a topic are others than the operation was made for; none of its changes took effect.
     *
     * @param topicId the topic
     */
    record Outdated(long topicId) implements Outcome {}

    /**
     * An entity is gone in which {@link Change.Enqueue} or {@link Change.Move} was to store a delivery; none of its
     * changes took effect. Until a batch is over the entities in which it stores something can't be deleted.
     *
     * @param entityId the entity
     */
    record EntityGone(long entityId) implements Outcome {}

    /** The store failed or refused it; none of its changes took effect. */
    record Failed(StoreException cause) implements Outcome {}

    /**
     * Nobody can say now whether it took effect (SND-09), and whoever waits is not kept waiting for that. No other
     * operation of its pipeline is executed before it is known.
     *
     * @param cause with the token by which the store can be asked
     * @param later tells of what it really was, once: at once if that is known by then, else on the pipeline's thread,
     *     which must not be blocked
     */
    record InDoubt(OutcomeUnknownException cause, Later later) implements Outcome {}

    /** The answer that becomes known later. */
    @FunctionalInterface
    interface Later {
        void whenKnown(Consumer<Outcome> listener);
    }
}
