package dev.restante.model;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * One message's stay in one queue or subscription, as read from the store.
 *
 * @param ref its identity and fence
 * @param entityId where it is
 * @param state as stored
 * @param priority 0 to 9
 * @param position its place among deliveries of the same priority; kept when it is released
 * @param groupId the group that the message belongs to, or null
 * @param size bytes of the message's head and body together
 * @param persistent whether the message's delivery mode is PERSISTENT
 * @param visibleAt when it becomes available, in epoch milliseconds of store time; 0 unless it is
 *     {@link DeliveryState#SCHEDULED}, or will be once it is committed; when its next copy is due if it is
 *     {@link DeliveryState#REPEATING}
 * @param enqueuedAt the instant from which its time to live counts, in epoch milliseconds of store time
 * @param expiresAt the message's own (capped) deadline in epoch milliseconds of store time, or {@link #NEVER} where it
 *     has none
 * @param deliveryCount how many deliveries to an application have been counted
 * @param suspect whether it was in the hands of an incarnation that died
 * @param note what its message cannot say, or null
 */
public record Delivery(
        DeliveryRef ref,
        long entityId,
        DeliveryState state,
        int priority,
        long position,
        @Nullable String groupId,
        int size,
        boolean persistent,
        long visibleAt,
        long enqueuedAt,
        long expiresAt,
        int deliveryCount,
        boolean suspect,
        @Nullable DeliveryNote note) {

    /** The instant that never comes (TTL-11). */
    public static final long NEVER = Long.MAX_VALUE;

    public static final int HIGHEST_PRIORITY = 9;

    public Delivery {
        requireNonNull(ref, "ref");
        requireNonNull(state, "state");
    }

    /** The delivery's id, which is also its sequence number. */
    public long id() {
        return ref.id();
    }

    /**
     * Returns the ref for a change that the state or the deadline of a delivery decided, such as its expiry. An unowned
     * row may be promoted under the same acquisition; then the change must miss. An owned row is its owner's.
     */
    public DeliveryRef refAsRead() {
        return ref.owned() ? ref : ref.seenAs(state, expiresAt);
    }

    /**
     * What the next receiver is told: this delivery counts too, and at least 2 where an earlier receiver may have seen
     * it and died (HDR-12).
     */
    public int nextDeliveryCount() {
        return Math.max(suspect ? 2 : 1, countOneMore());
    }

    /** The count with one delivery more; it stops at the largest number. */
    public int countOneMore() {
        return deliveryCount == Integer.MAX_VALUE ? deliveryCount : deliveryCount + 1;
    }

    /**
     * Whether its row stays in the store while an application has it. A non-persistent message must never be delivered
     * again after a crash, so its row goes before it is handed over (SND-05); but that of a group stays, because it is
     * what the group is held by, and so does that of a value, which a later one replaces until then.
     */
    public boolean keepsRow() {
        return persistent || groupId != null || ref.valueKey() != null;
    }

    /** As it is once an incarnation has acquired it. */
    public Delivery acquiredBy(long incarnation) {
        return with(ref.acquiredBy(incarnation), DeliveryState.ACQUIRED);
    }

    /** As a prepared transaction branch stores what it sends. */
    public Delivery preparedBy(long branchId) {
        return new Delivery(
                ref.preparedBy(branchId),
                entityId,
                state.repeats() ? DeliveryState.PREPARED_REPEATING : DeliveryState.PREPARED_ENQUEUE,
                priority,
                position,
                groupId,
                size,
                persistent,
                visibleAt,
                enqueuedAt,
                expiresAt,
                deliveryCount,
                suspect,
                note);
    }

    /** A repeated send as it is once its next copy is due at another instant. */
    public Delivery rescheduled(long nextMillis) {
        return new Delivery(
                ref.acquiredBy(DeliveryRef.NOBODY),
                entityId,
                state,
                priority,
                position,
                groupId,
                size,
                persistent,
                nextMillis,
                enqueuedAt,
                expiresAt,
                deliveryCount,
                suspect,
                note);
    }

    /** The same delivery in another state and under another fence. */
    public Delivery with(DeliveryRef newRef, DeliveryState newState) {
        return new Delivery(
                newRef,
                entityId,
                newState,
                priority,
                position,
                groupId,
                size,
                persistent,
                newState == DeliveryState.SCHEDULED || newState.repeats() ? visibleAt : 0,
                enqueuedAt,
                expiresAt,
                deliveryCount,
                suspect,
                note);
    }

    /** The same delivery as a value of a key; null for none. */
    public Delivery valued(@Nullable String valueKey) {
        return with(ref.valued(valueKey), state);
    }

    /**
     * The same message's stay in another entity, at the same place and as no value of a key: available, or scheduled as
     * it is here.
     *
     * @param newExpiresAt its own deadline there, {@link #NEVER} for none
     */
    public Delivery in(long otherEntityId, long newExpiresAt, @Nullable DeliveryNote newNote) {
        return new Delivery(
                ref.valued(null),
                otherEntityId,
                state,
                priority,
                position,
                groupId,
                size,
                persistent,
                visibleAt,
                enqueuedAt,
                newExpiresAt,
                0,
                false,
                newNote);
    }

    /** The same delivery with another count and note. */
    public Delivery with(int newDeliveryCount, @Nullable DeliveryNote newNote) {
        return new Delivery(
                ref,
                entityId,
                state,
                priority,
                position,
                groupId,
                size,
                persistent,
                visibleAt,
                enqueuedAt,
                expiresAt,
                newDeliveryCount,
                suspect,
                newNote);
    }
}
