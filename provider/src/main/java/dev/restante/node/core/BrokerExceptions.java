package dev.restante.node.core;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.store.OperationOutcome;
import dev.restante.store.StoreException;
import org.jspecify.annotations.Nullable;

/** Translator of store failures and operation outcomes to broker exceptions. */
public final class BrokerExceptions {

    private BrokerExceptions() {}

    public static BrokerException of(StoreException cause) {
        BrokerErrorReason reason =
                switch (cause.kind()) {
                    case TRANSIENT, UNAVAILABLE -> BrokerErrorReason.STORE_UNAVAILABLE;
                    case CONSTRAINT, DAMAGED, FATAL -> BrokerErrorReason.STORE_FAILED;
                    case OUTCOME_UNKNOWN -> BrokerErrorReason.OUTCOME_UNKNOWN;
                    case FENCED -> BrokerErrorReason.NODE_FENCED;
                    case PROTECTED -> BrokerErrorReason.ENTITY_PROTECTED;
                    case CLOSED -> BrokerErrorReason.CLOSED;
                };
        return new BrokerException(reason, String.valueOf(cause.getMessage()), cause);
    }

    /**
     * Returns normally if an operation took effect.
     *
     * @throws BrokerException if it did not, as {@link #of(OperationOutcome)} returns it
     */
    public static void throwIfFailed(OperationOutcome outcome) {
        BrokerException refusal = of(outcome);
        if (refusal != null) {
            throw refusal;
        }
    }

    /** Returns the exception for an outcome; null if the operation took effect. */
    public static @Nullable BrokerException of(OperationOutcome outcome) {
        if (outcome instanceof OperationOutcome.Failed failed) {
            return of(failed.cause());
        }
        if (outcome instanceof OperationOutcome.InDoubt doubt) {
            return of(doubt.cause());
        }
        if (outcome instanceof OperationOutcome.LockLost lost) {
            return new BrokerException(
                    BrokerErrorReason.LOCK_LOST,
                    "Message " + lost.deliveryId()
                            + " was settled or released by another operation meanwhile. Nothing was changed.");
        }
        if (outcome instanceof OperationOutcome.AttemptConflict conflict) {
            return new BrokerException(
                    BrokerErrorReason.LOCK_LOST,
                    "Another receive has used the attempt id '" + DisplayText.shorten(conflict.attemptId())
                            + "'. Repeat the receive to get its messages, or use a new id.");
        }
        if (outcome instanceof OperationOutcome.GroupLost lost) {
            return groupLost(lost.groupId());
        }
        if (outcome instanceof OperationOutcome.BranchStateChanged gone) {
            return new BrokerException(
                    BrokerErrorReason.OUTCOME_UNKNOWN,
                    "Transaction branch " + gone.branchId()
                            + " was decided by its transaction manager or an administrator,"
                            + " and the decision is not known here");
        }
        if (outcome instanceof OperationOutcome.JobLost lost) {
            return new BrokerException(
                    BrokerErrorReason.LOCK_LOST,
                    "Redrive job " + lost.jobId() + " has ended or runs on another node. No message was moved.");
        }
        if (outcome instanceof OperationOutcome.EntityGone gone) {
            return new BrokerException(
                    BrokerErrorReason.ENTITY_NOT_FOUND,
                    "Target entity " + gone.entityId() + " was deleted. Nothing was sent, moved or committed."
                            + " Try again. Restante then looks up the name again.");
        }
        if (outcome instanceof OperationOutcome.SubscriptionsChanged subscriptionsChanged) {
            return new BrokerException(
                    BrokerErrorReason.STORE_UNAVAILABLE,
                    "The subscriptions of topic " + subscriptionsChanged.topicId()
                            + " changed during a send. Try again.");
        }
        return null;
    }

    /**
     * Returns whether an operation took effect; false if its lock was lost.
     *
     * @throws BrokerException if it failed for another reason
     */
    public static boolean isApplied(OperationOutcome outcome) {
        BrokerException refusal = of(outcome);
        if (refusal != null && refusal.reason() != BrokerErrorReason.LOCK_LOST) {
            throw refusal;
        }
        return refusal == null;
    }

    public static BrokerException groupLost(String groupId) {
        return new BrokerException(
                BrokerErrorReason.GROUP_LOST,
                "The lock of message group '" + DisplayText.shorten(groupId)
                        + "' was lost because it expired or the group was closed. Nothing was changed."
                        + " Accept the group again.");
    }

    /** Returns the exception for a call on an entity that was deleted. */
    public static BrokerException entityDeleted(Entity entity) {
        return new BrokerException(
                BrokerErrorReason.ENTITY_NOT_FOUND,
                "'" + DisplayText.shorten(entity.name()) + "' does not exist any more");
    }

    /** Returns the exception for a call that needs an in-flight slot while all slots are in use. */
    public static BrokerException inFlightLimitReached(Entity entity) {
        return new BrokerException(
                BrokerErrorReason.IN_FLIGHT_LIMIT,
                entity.options().maxInFlight() + " messages of '" + DisplayText.shorten(entity.name())
                        + "' are in flight, which is the limit of maxInFlight. Settle some of them first.");
    }
}
