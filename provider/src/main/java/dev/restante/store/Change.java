package dev.restante.store;

import static java.util.Objects.requireNonNull;

import dev.restante.model.Branch;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.DeliveryRef;
import dev.restante.model.GroupRef;
import dev.restante.model.StoredMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One effect on the store. Everything that Restante does to messages is a list of these, executed by whoever makes it
 * durable: the group commit, an application's own connection, or a prepared branch.
 *
 * <p>A change to an existing delivery is fenced by its {@link DeliveryRef}: it takes effect only where id, owner and
 * acquisition are still those of the ref, and the row is as the ref has seen it.
 */
public sealed interface Change {

    /** About how many bytes it stores, beside its row; 0 where that is next to nothing. */
    default long bytes() {
        return 0;
    }

    /**
     * Stores a message with its deliveries; one for a queue, one for each matching subscription of a topic.
     *
     * @param message new, its id never used before
     * @param deliveries at least one, refs unowned unless born acquired
     */
    record Enqueue(StoredMessage message, List<Delivery> deliveries) implements Change {
        public Enqueue {
            requireNonNull(message, "message");
            deliveries = List.copyOf(deliveries);
            if (deliveries.isEmpty()) {
                throw new IllegalArgumentException("message " + message.id() + " has no delivery");
            }
        }

        @Override
        public long bytes() {
            return deliveries.get(0).size();
        }
    }

    /**
     * Changes nothing, and lets the operation take effect only while the subscriptions of a topic are those that it was
     * made for: else it ends as {@link Outcome.Outdated}. Until the batch is over nobody else can change them.
     *
     * @param topicId the topic
     * @param version as in {@link SubscriptionRepository.SubscriptionSet}
     */
    record SameSubscriptions(long topicId, long version) implements Condition {}

    /**
     * Changes nothing by itself. If an entity is gone, deliveries of the operation arrive in another one instead.
     *
     * @param entityId where they arrive if it is there
     * @param otherwiseId where they arrive if not
     */
    record Otherwise(long entityId, long otherwiseId) implements Condition {}

    /** A condition of an operation, which is looked at before anything of it is done. */
    sealed interface Condition extends Change {}

    /**
     * Remembers a duplicate id, and lets a message of the same operation be stored only if the id was not remembered
     * already: else its {@link Enqueue} is left out, and {@link Outcome.Applied#duplicateIds()} tells (SND-06). Of two
     * in a batch the first counts, as long as its window is not over when the second is sent.
     *
     * @param messageId the message
     * @param entityId where it is sent to, within which ids are compared
     * @param duplicateId as {@link dev.restante.model.StoredText#DUPLICATE_ID} allows
     * @param sentAt in epoch milliseconds of store time; what was to be remembered until then or earlier is forgotten
     * @param keptUntil until when to remember it, in epoch milliseconds of store time
     */
    record Once(long messageId, long entityId, String duplicateId, long sentAt, long keptUntil) implements Change {
        public Once {
            requireNonNull(duplicateId, "duplicateId");
        }
    }

    /**
     * Remembers what a receive with an attempt id returned, so that it can be repeated (VIS-09). Where the id is
     * remembered already, it takes effect only over what the author of the change knows, or what is over; else the
     * operation ends as {@link Outcome.AttemptTaken}.
     *
     * @param entityId where it received, within which ids are compared
     * @param attemptId 1 to 128 characters
     * @param deliveries as its receiver has them now; at least one
     * @param former what was remembered, as the author read it; empty for nothing
     * @param now in epoch milliseconds of store time
     * @param keptUntil until when to remember it, in epoch milliseconds of store time
     */
    record RememberReceive(
            long entityId,
            String attemptId,
            List<DeliveryRef> deliveries,
            List<DeliveryRef> former,
            long now,
            long keptUntil)
            implements Change {
        public RememberReceive {
            requireNonNull(attemptId, "attemptId");
            deliveries = List.copyOf(deliveries);
            former = List.copyOf(former);
            if (deliveries.isEmpty()) {
                throw new IllegalArgumentException("a receive without deliveries");
            }
        }
    }

    /**
     * Writes the state of a message group, only while its author has the group: else the operation ends as
     * {@link Outcome.GroupLost} (GRP-03).
     *
     * @param group with the fence of the hold
     * @param state replaces what was there; empty for none
     */
    record PutGroupState(GroupRef group, byte[] state) implements OfGroup {
        public PutGroupState {
            requireNonNull(group, "group");
            requireNonNull(state, "state");
        }

        @Override
        public long bytes() {
            return state.length;
        }
    }

    /**
     * Gives a message group up that was accepted; does nothing if it is somebody else's by now.
     *
     * @param group with the fence of the hold
     */
    record ReleaseGroup(GroupRef group) implements OfGroup {
        public ReleaseGroup {
            requireNonNull(group, "group");
        }
    }

    /** A change to a message group that somebody has accepted. */
    sealed interface OfGroup extends Change {
        /** The group as the author of the change has it. */
        GroupRef group();
    }

    /**
     * Records a transaction branch as prepared. If one with its name is there already, the store refuses it.
     *
     * @param branch what it will do if it is committed
     */
    record PrepareBranch(Branch branch) implements OfBranch {
        public PrepareBranch {
            requireNonNull(branch, "branch");
        }

        @Override
        public long branchId() {
            return branch.id();
        }
    }

    /**
     * Forgets a branch in a state, because its transaction manager knows what has become of it: else the operation ends
     * as {@link Outcome.BranchGone}.
     *
     * @param state in which it is
     */
    record ForgetBranch(long branchId, Branch.State state) implements OfBranch {
        public ForgetBranch {
            requireNonNull(state, "state");
        }
    }

    /**
     * Records that an administrator has decided a prepared branch; it has no deliveries any more. If it is not
     * prepared, the operation ends as {@link Outcome.BranchGone}.
     *
     * @param state how he has
     */
    record DecideBranch(long branchId, Branch.State state) implements OfBranch {
        public DecideBranch {
            requireNonNull(state, "state");
        }
    }

    /** A change to a transaction branch. */
    sealed interface OfBranch extends Change {
        long branchId();
    }

    /** Forgets what was remembered for a message that does not come to be: a branch is rolled back. */
    record ForgetOnce(Branch.DuplicateId id) implements Change {
        public ForgetOnce {
            requireNonNull(id, "id");
        }
    }

    /**
     * Stores a chunk of a body before the message that will have it. The first begins the body, held by its owner until
     * that {@link BodyRepository#release releases} the hold with the id of the body.
     *
     * @param bodyId the body
     * @param owner the incarnation that writes it
     * @param number of the chunk, from 0
     * @param content which nobody changes
     */
    record PutChunk(long bodyId, long owner, int number, byte[] content) implements Change {
        public PutChunk {
            requireNonNull(content, "content");
        }

        @Override
        public long bytes() {
            return content.length;
        }
    }

    /**
     * Tells how far a redrive in the background has come: it counts as moved what its operation moves. If the job is
     * not running, somebody else has it, or it has come further than its author knows, the operation ends as
     * {@link Outcome.JobLost}.
     *
     * @param jobId the job
     * @param owner the incarnation that works at it
     * @param movedBefore how many had moved before, as its author knows
     * @param place up to where it has looked, as a text; null for the beginning
     * @param passed how many messages more have stayed
     * @param withoutSource how many of them have no source
     * @param now in epoch milliseconds of store time
     */
    record AdvanceJob(
            long jobId, long owner, long movedBefore, @Nullable String place, long passed, long withoutSource, long now)
            implements Change {}

    /** A change to one delivery that exists. */
    sealed interface Fenced extends Change {
        /** The delivery as the author of the change saw it. */
        DeliveryRef ref();
    }

    /** Removes a delivery that its receiver has completed, and its message with the last delivery. */
    record Complete(DeliveryRef ref) implements Fenced {}

    /** Removes a delivery that nobody received: expired without dead-lettering, purged. */
    record Discard(DeliveryRef ref) implements Fenced {}

    /**
     * Gives an acquired delivery back, at its old position. It is no longer suspect. One that was received from among
     * the deferred ones is deferred again, whenever it is to be visible (DEF-01).
     *
     * @param deliveryCount the count to store
     * @param visibleAt when it becomes available, in epoch milliseconds of store time; 0 for at once
     * @param note replaces the delivery's note; null leaves it as it is
     */
    record Release(DeliveryRef ref, int deliveryCount, long visibleAt, @Nullable DeliveryNote note) implements Fenced {}

    /**
     * Gives a delivery back that was acquired and never reached an application: count, position, suspicion stay, and so
     * does deferral.
     */
    record GiveBack(DeliveryRef ref) implements Fenced {}

    /**
     * Makes a scheduled delivery available, at the position that its visible-at instant gave it.
     *
     * @param entityId where it is
     */
    record Promote(DeliveryRef ref, long entityId) implements Fenced {}

    /**
     * Puts a repeated send on to when its next copy is due (SCH-02). The acquisition counts up by one, so of several
     * nodes that saw the same due time one makes its copy.
     *
     * @param visibleAt in epoch milliseconds of store time
     * @param position its place among repeated sends
     */
    record Reschedule(DeliveryRef ref, long visibleAt, long position) implements Fenced {}

    /**
     * Moves a delivery to another entity, where it is available and unowned: for expiry, dead-lettering, forwarding and
     * redrive. The acquisition counts up by one, so a change with a ref that was read before the move misses.
     *
     * @param toEntityId where to
     * @param position its place there
     * @param enqueuedAt from when its time to live counts there, in epoch milliseconds of store time
     * @param expiresAt its own deadline there, {@link Delivery#NEVER} for none
     * @param deliveryCount its count there (FWD-04)
     * @param note replaces the delivery's note; null leaves it as it is
     * @param valueKey the key of which it is the value there, unless a later value is there already (LVQ-06), or null
     */
    record Move(
            DeliveryRef ref,
            long toEntityId,
            long position,
            long enqueuedAt,
            long expiresAt,
            int deliveryCount,
            @Nullable DeliveryNote note,
            @Nullable String valueKey)
            implements Fenced {

        /** The same move of the delivery as it is acquired now. */
        public Move fencedBy(DeliveryRef acquired) {
            return new Move(acquired, toEntityId, position, enqueuedAt, expiresAt, deliveryCount, note, valueKey);
        }

        /** Creates a move to where the count begins anew and the delivery is no value. */
        public Move(
                DeliveryRef ref,
                long toEntityId,
                long position,
                long enqueuedAt,
                long expiresAt,
                @Nullable DeliveryNote note) {
            this(ref, toEntityId, position, enqueuedAt, expiresAt, 0, note, null);
        }
    }

    /**
     * Sets an acquired delivery aside.
     *
     * @param deliveryCount the count to store
     * @param note replaces the delivery's note; null leaves it as it is
     */
    record Defer(DeliveryRef ref, int deliveryCount, @Nullable DeliveryNote note) implements Fenced {}

    /**
     * Makes a delivery available at its old position that is deferred, or was received from among the deferred ones
     * (DEF-04). The acquisition counts up by one.
     *
     * @param deliveryCount the count to store
     */
    record Undefer(DeliveryRef ref, int deliveryCount) implements Fenced {}

    /**
     * Acquires one available delivery for an incarnation; the ref is the unowned one before. The acquisition counts up
     * by one.
     *
     * @param entityId where it must still be
     * @param owner the incarnation that acquires
     * @param groupId its message group, which no other node may have (VIS-07); or null
     */
    record Acquire(DeliveryRef ref, long entityId, long owner, @Nullable String groupId) implements Fenced {}

    /**
     * Acquires one deferred delivery for an incarnation; the ref is the unowned one before. The acquisition counts up
     * by one. It is missed where another node has accepted its message group (DEF-03). Until {@link Undefer} or
     * {@link Move} it comes back as a deferred one, by whatever way (DEF-01).
     *
     * @param owner the incarnation that acquires
     */
    record Reacquire(DeliveryRef ref, long owner) implements Fenced {}

    /**
     * Takes an acquired delivery over from whoever has it, the same incarnation included: the receive that returned it
     * is repeated (VIS-09). The acquisition counts up by one, so the former holder can do nothing with it any more.
     *
     * @param owner the incarnation that acquires
     */
    record TakeOver(DeliveryRef ref, long owner) implements Fenced {}

    /**
     * Has a delivery that somebody has acquired expire, whoever that is: its group has (TTL-18). He keeps it, and can
     * complete it; if it comes back it has outlived its time. It takes effect only if nobody is changing the delivery
     * at the moment.
     *
     * @param expiresAt its deadline from now on, in epoch milliseconds of store time
     * @param note replaces the delivery's note; null leaves it as it is
     */
    record Expire(DeliveryRef ref, long expiresAt, @Nullable DeliveryNote note) implements Fenced {}

    /**
     * Keeps an acquired delivery for a transaction branch that is being prepared: nobody else can have it until the
     * branch is decided.
     *
     * @param branchId its owner from now on
     */
    record Reserve(DeliveryRef ref, long branchId) implements Fenced {}

    /**
     * Makes available, or schedules, what a prepared branch has sent; the ref has the branch as owner.
     *
     * @param entityId where it is
     */
    record Publish(DeliveryRef ref, long entityId) implements Fenced {}

    /**
     * Writes the count of a suspect delivery before it is handed to an application, so that a message which kills its
     * JVM is counted.
     *
     * @param deliveryCount the count to store
     */
    record CountAttempt(DeliveryRef ref, int deliveryCount) implements Fenced {}
}
