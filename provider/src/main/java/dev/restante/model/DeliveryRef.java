package dev.restante.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Identity and fencing token of a delivery, as a node read them. A change takes effect only if id, owner and
 * acquisition count of the row match the ref. If {@code expectation} is set, the row must match it, too.
 *
 * @param id the id of the delivery, which is also its sequence number
 * @param onlyDelivery true if the message has no other delivery, so that the message is deleted together with it
 * @param owner the owning incarnation, the prepared branch that has sent or received the delivery, or {@link #NO_OWNER}
 * @param acquisitionCount the second part of the fencing token; it increases when the delivery is acquired, moved,
 *     undeferred or rescheduled, so that earlier refs miss
 * @param valueKey the value for the last-value key (LVQ-01), or null; no part of the fencing token or of equality
 * @param expectation the state and expiry time that the row must still have, or null; no part of equality
 */
public record DeliveryRef(
        long id,
        long messageId,
        boolean onlyDelivery,
        long owner,
        int acquisitionCount,
        @Nullable String valueKey,
        @Nullable RowExpectation expectation) {

    /**
     * State and expiry time that a row must still have for a change to apply.
     *
     * @param state the stored code of the state, possibly unknown to this version
     * @param expiresAt the delivery's own expiry time, or {@link Delivery#NEVER}
     */
    public record RowExpectation(int state, long expiresAt) {}

    /** Acquisition count that follows {@link Integer#MAX_VALUE}. */
    public static final int ACQUISITION_AFTER_WRAP = 2;

    /** Owner value of a delivery without an owner. */
    public static final long NO_OWNER = 0;

    public DeliveryRef(
            long id,
            long messageId,
            boolean onlyDelivery,
            long owner,
            int acquisitionCount,
            @Nullable String valueKey) {
        this(id, messageId, onlyDelivery, owner, acquisitionCount, valueKey, null);
    }

    public DeliveryRef(long id, long messageId, boolean onlyDelivery, long owner, int acquisitionCount) {
        this(id, messageId, onlyDelivery, owner, acquisitionCount, null);
    }

    /** Creates a ref to a new ownerless delivery, which is the only one of its message and shares the message's id. */
    public static DeliveryRef onlyDelivery(long id) {
        return new DeliveryRef(id, id, true, NO_OWNER, 0);
    }

    public boolean owned() {
        return owner != NO_OWNER;
    }

    /**
     * Returns whether the acquisition count is still 0, as stored by the sender. A scheduled delivery with a higher
     * count has been received and waits for redelivery. Moves of stored deliveries always make them available.
     */
    public boolean isUnchangedSinceSend() {
        return acquisitionCount == 0;
    }

    /** Returns a copy for changes that must miss if the state or expiry time of the row changes. */
    public DeliveryRef expecting(DeliveryState state, long expiresAtMillis) {
        return new DeliveryRef(
                id,
                messageId,
                onlyDelivery,
                owner,
                acquisitionCount,
                valueKey,
                new RowExpectation(state.code(), expiresAtMillis));
    }

    public DeliveryRef preparedBy(long branchId) {
        return new DeliveryRef(id, messageId, onlyDelivery, branchId, acquisitionCount, valueKey);
    }

    /**
     * Returns the next acquisition count. It wraps around to 2, as in the store, and so differs from the current count
     * and from that of a first acquisition.
     */
    public int nextAcquisition() {
        return acquisitionCount == Integer.MAX_VALUE ? ACQUISITION_AFTER_WRAP : acquisitionCount + 1;
    }

    public DeliveryRef acquiredBy(long incarnation) {
        return new DeliveryRef(id, messageId, onlyDelivery, incarnation, nextAcquisition(), valueKey);
    }

    public DeliveryRef withValueKey(@Nullable String newKey) {
        return Objects.equals(valueKey, newKey)
                ? this
                : new DeliveryRef(id, messageId, onlyDelivery, owner, acquisitionCount, newKey);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DeliveryRef that
                && id == that.id
                && messageId == that.messageId
                && onlyDelivery == that.onlyDelivery
                && owner == that.owner
                && acquisitionCount == that.acquisitionCount;
    }

    @Override
    public int hashCode() {
        return Objects.hash(id, messageId, onlyDelivery, owner, acquisitionCount);
    }
}
