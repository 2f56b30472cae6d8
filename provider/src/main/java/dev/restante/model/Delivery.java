package dev.restante.model;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Row of one message in one queue or subscription, as read from the store.
 *
 * @param priority 0 to 9
 * @param position the sort key among deliveries of equal priority, unchanged by a release
 * @param groupId the message group, or null
 * @param size the length of the message's header and body together in bytes
 * @param visibleAtMillis the instant at which a scheduled delivery becomes available or the next copy of a repeated
 *     send is due, in epoch milliseconds of store time; otherwise 0
 * @param enqueuedAtMillis the instant from which the time to live counts, in epoch milliseconds of store time
 * @param expiresAtMillis the expiry time from the message's own (capped) time to live, in epoch milliseconds of store
 *     time, or {@link #NEVER}
 * @param redeliverySuspected true if the delivery was in flight on a node that died
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
        long visibleAtMillis,
        long enqueuedAtMillis,
        long expiresAtMillis,
        int deliveryCount,
        boolean redeliverySuspected,
        @Nullable DeliveryAnnotations annotations) {

    /** Instant that never comes (TTL-11). */
    public static final long NEVER = Long.MAX_VALUE;

    public static final int HIGHEST_PRIORITY = 9;

    public Delivery {
        requireNonNull(ref, "ref");
        requireNonNull(state, "state");
    }

    public long id() {
        return ref.id();
    }

    /**
     * Returns a ref for a change that depends on the state or expiry time, such as expiring the delivery. Another node
     * can make an ownerless row available without changing its fencing token. The ref therefore contains the expected
     * state and expiry time of an ownerless row. Only its owner changes an owned row.
     */
    public DeliveryRef refWithExpectation() {
        return ref.owned() ? ref : ref.expecting(state, expiresAtMillis);
    }

    /**
     * Returns the delivery count that the next consumer sees. It includes that delivery, and is at least 2 for a
     * suspect delivery (HDR-12).
     */
    public int nextDeliveryCount() {
        return Math.max(redeliverySuspected ? 2 : 1, incrementedDeliveryCount());
    }

    /** Returns the delivery count plus one, saturating at {@link Integer#MAX_VALUE}. */
    public int incrementedDeliveryCount() {
        return deliveryCount == Integer.MAX_VALUE ? deliveryCount : deliveryCount + 1;
    }

    /**
     * Returns whether the row stays in the store while the message is in flight. Restante must not deliver a
     * non-persistent message again after a crash, so it deletes the row before the delivery (SND-05). The row of a
     * group member stays because it keeps the group with its consumer. The row of a last-value message stays because a
     * newer value must be able to replace it.
     */
    public boolean keepsRowInFlight() {
        return persistent || groupId != null || ref.valueKey() != null;
    }

    public Delivery acquiredBy(long incarnation) {
        return withRef(ref.acquiredBy(incarnation), DeliveryState.ACQUIRED);
    }

    public Delivery preparedBy(long branchId) {
        return copy(
                ref.preparedBy(branchId),
                state.isRepeatedSend() ? DeliveryState.PREPARED_REPEATING : DeliveryState.PREPARED_ENQUEUE,
                visibleAtMillis);
    }

    public Delivery rescheduled(long nextMillis) {
        return copy(ref.acquiredBy(DeliveryRef.NO_OWNER), state, nextMillis);
    }

    public Delivery withRef(DeliveryRef newRef, DeliveryState newState) {
        boolean waits = newState == DeliveryState.SCHEDULED || newState.isRepeatedSend();
        return copy(newRef, newState, waits ? visibleAtMillis : 0);
    }

    private Delivery copy(DeliveryRef newRef, DeliveryState newState, long newVisibleAtMillis) {
        return new Delivery(
                newRef,
                entityId,
                newState,
                priority,
                position,
                groupId,
                size,
                persistent,
                newVisibleAtMillis,
                enqueuedAtMillis,
                expiresAtMillis,
                deliveryCount,
                redeliverySuspected,
                annotations);
    }

    public Delivery withValueKey(@Nullable String valueKey) {
        return withRef(ref.withValueKey(valueKey), state);
    }

    /**
     * Returns a copy in another entity, with equal position and state, but without a value for the last-value key.
     *
     * @param newExpiresAt the expiry time in the other entity, or {@link #NEVER}
     */
    public Delivery movedTo(long otherEntityId, long newExpiresAt, @Nullable DeliveryAnnotations newAnnotations) {
        return new Delivery(
                ref.withValueKey(null),
                otherEntityId,
                state,
                priority,
                position,
                groupId,
                size,
                persistent,
                visibleAtMillis,
                enqueuedAtMillis,
                newExpiresAt,
                0,
                false,
                newAnnotations);
    }

    public Delivery withCount(int newDeliveryCount, @Nullable DeliveryAnnotations newAnnotations) {
        return new Delivery(
                ref,
                entityId,
                state,
                priority,
                position,
                groupId,
                size,
                persistent,
                visibleAtMillis,
                enqueuedAtMillis,
                expiresAtMillis,
                newDeliveryCount,
                redeliverySuspected,
                newAnnotations);
    }
}
