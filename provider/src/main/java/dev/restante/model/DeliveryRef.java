package dev.restante.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Identity and fence of a delivery as a node read it. A change takes effect only while id, owner and acquisition of the
 * row are those of the ref, and only while the row is as {@code seen} where that is set.
 *
 * @param id the delivery's id, which is also its sequence number
 * @param messageId its message
 * @param sole whether it is the message's only delivery, so that the message goes with it
 * @param owner the incarnation that has acquired it, the prepared transaction branch that has sent or settled it, or
 *     {@link #NOBODY}
 * @param acquisition fencing token: counts up whenever the delivery is acquired, moved, undeferred or rescheduled, so
 *     that a ref read before such a change misses after it
 * @param valueKey of what it is a value, where its entity keeps only the last of each key (LVQ-01); else null. It is no
 *     part of the fence, and two refs that differ in it only are equal
 * @param seen state and deadline that the row must still have, for a change that they decided; null for a change that
 *     needs neither. No part of equality
 */
public record DeliveryRef(
        long id,
        long messageId,
        boolean sole,
        long owner,
        int acquisition,
        @Nullable String valueKey,
        @Nullable Seen seen) {

    /**
     * State and deadline of a row as a node read them.
     *
     * @param state the code of the state; this release may not know it
     * @param expiresAt the delivery's own deadline, {@link Delivery#NEVER} for none
     */
    public record Seen(int state, long expiresAt) {}

    /** The acquisition after the largest number. */
    public static final int AFTER_THE_LARGEST = 2;

    /** The owner of a delivery that nobody has acquired. */
    public static final long NOBODY = 0;

    /** Creates a ref whose changes look at nothing but the fence. */
    public DeliveryRef(long id, long messageId, boolean sole, long owner, int acquisition, @Nullable String valueKey) {
        this(id, messageId, sole, owner, acquisition, valueKey, null);
    }

    /** One that is no value of a key. */
    public DeliveryRef(long id, long messageId, boolean sole, long owner, int acquisition) {
        this(id, messageId, sole, owner, acquisition, null);
    }

    /** A new one that nobody owns, whose message has no other and the same id. */
    public static DeliveryRef sole(long id) {
        return new DeliveryRef(id, id, true, NOBODY, 0);
    }

    /** Whether somebody owns it. */
    public boolean owned() {
        return owner != NOBODY;
    }

    /**
     * Returns whether nothing has counted the acquisition up since the sender stored the delivery. A scheduled delivery
     * that is not as sent was received, and waits for its redelivery: a move makes a delivery available.
     */
    public boolean isAsSent() {
        return acquisition == 0;
    }

    /** Returns this ref for changes that must miss unless state and deadline of the row are still these. */
    public DeliveryRef seenAs(DeliveryState state, long expiresAt) {
        return new DeliveryRef(id, messageId, sole, owner, acquisition, valueKey, new Seen(state.code(), expiresAt));
    }

    /** As it is once a prepared transaction branch has it. */
    public DeliveryRef preparedBy(long branchId) {
        return new DeliveryRef(id, messageId, sole, branchId, acquisition, valueKey);
    }

    /**
     * The acquisition that follows: after the largest number comes 2 again, as in the store, so that it always differs
     * from the one before and is never that of a first one.
     */
    public int nextAcquisition() {
        return acquisition == Integer.MAX_VALUE ? AFTER_THE_LARGEST : acquisition + 1;
    }

    /** As it is once an incarnation has acquired it. */
    public DeliveryRef acquiredBy(long incarnation) {
        return new DeliveryRef(id, messageId, sole, incarnation, nextAcquisition(), valueKey);
    }

    /** The same as a value of another key; null for none. */
    public DeliveryRef valued(@Nullable String newKey) {
        return Objects.equals(valueKey, newKey)
                ? this
                : new DeliveryRef(id, messageId, sole, owner, acquisition, newKey);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DeliveryRef that
                && id == that.id
                && messageId == that.messageId
                && sole == that.sole
                && owner == that.owner
                && acquisition == that.acquisition;
    }

    @Override
    public int hashCode() {
        return Objects.hash(id, messageId, sole, owner, acquisition);
    }
}
