package dev.restante.node.core;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.model.Entity;
import dev.restante.model.ShownText;
import dev.restante.store.Outcome;
import dev.restante.store.StoreException;
import org.jspecify.annotations.Nullable;

/** The one place that turns what the store says into what the broker's callers are told. */
public final class Refusals {

    private Refusals() {}

    /** What a failure of the store means to a caller. */
    public static BrokerException of(StoreException cause) {
        Reason reason =
                switch (cause.kind()) {
                    case TRANSIENT, UNAVAILABLE -> Reason.STORE_UNAVAILABLE;
                    case CONSTRAINT, DAMAGED, FATAL -> Reason.STORE_FAILED;
                    case OUTCOME_UNKNOWN -> Reason.OUTCOME_UNKNOWN;
                    case FENCED -> Reason.NODE_FENCED;
                    case PROTECTED -> Reason.ENTITY_PROTECTED;
                    case CLOSED -> Reason.CLOSED;
                };
        return new BrokerException(reason, String.valueOf(cause.getMessage()), cause);
    }

    /**
     * Looks whether all is well.
     *
     * @throws BrokerException if not, as {@link #of(Outcome)} says
     */
    public static void check(Outcome outcome) {
        BrokerException refusal = of(outcome);
        if (refusal != null) {
            throw refusal;
        }
    }

    /** What an outcome means to a caller; null if all is well. */
    public static @Nullable BrokerException of(Outcome outcome) {
        if (outcome instanceof Outcome.Failed failed) {
            return of(failed.cause());
        }
        if (outcome instanceof Outcome.InDoubt doubt) {
            return of(doubt.cause());
        }
        if (outcome instanceof Outcome.LockLost lost) {
            return lockLost(lost.deliveryId());
        }
        if (outcome instanceof Outcome.AttemptTaken taken) {
            return new BrokerException(
                    Reason.LOCK_LOST,
                    "Another receive is remembered under the attempt id '" + ShownText.of(taken.attemptId()) + "'");
        }
        if (outcome instanceof Outcome.GroupLost lost) {
            return groupLost(lost.groupId());
        }
        if (outcome instanceof Outcome.BranchGone gone) {
            return new BrokerException(
                    Reason.OUTCOME_UNKNOWN,
                    "Transaction branch " + gone.branchId() + " was decided by somebody else, who alone knows how");
        }
        if (outcome instanceof Outcome.JobLost lost) {
            return new BrokerException(
                    Reason.LOCK_LOST,
                    "Redrive job " + lost.jobId() + " has ended, or another node works at it; nothing was moved");
        }
        if (outcome instanceof Outcome.EntityGone gone) {
            return new BrokerException(
                    Reason.ENTITY_NOT_FOUND,
                    "Entity " + gone.entityId()
                            + ", in which a message was to be stored, was deleted. Nothing was sent, moved or committed."
                            + " Try again: its name is looked up anew.");
        }
        if (outcome instanceof Outcome.Outdated outdated) {
            return new BrokerException(
                    Reason.STORE_UNAVAILABLE,
                    "The subscriptions of topic " + outdated.topicId()
                            + " changed while a message was being sent to it");
        }
        return null;
    }

    /**
     * Whether work took effect; false if a fence missed.
     *
     * @throws BrokerException if it failed otherwise
     */
    public static boolean applied(Outcome outcome) {
        BrokerException refusal = of(outcome);
        if (refusal != null && refusal.reason() != Reason.LOCK_LOST) {
            throw refusal;
        }
        return refusal == null;
    }

    public static BrokerException groupLost(String groupId) {
        return new BrokerException(
                Reason.GROUP_LOST,
                "The lock of message group '" + ShownText.of(groupId)
                        + "' was lost: it ran out, or the group was closed. Nothing was changed. Accept the group again.");
    }

    public static BrokerException lockLost(long sequenceNumber) {
        return new BrokerException(
                Reason.LOCK_LOST,
                "The lock of message " + sequenceNumber
                        + " was lost: it ran out, was settled already, or an administrator broke it. Nothing was changed.");
    }

    /** What a call is told that must have a place. */
    public static BrokerException quotaUsedUp(Entity entity) {
        return new BrokerException(
                Reason.IN_FLIGHT_LIMIT,
                "Applications have " + entity.options().maxInFlight() + " messages of '" + ShownText.of(entity.name())
                        + "' in their hands, as many as maxInFlight allows; settle some of them first");
    }
}
