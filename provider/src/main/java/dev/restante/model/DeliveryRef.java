package dev.restante.model;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A delivery in the state in which somebody saw it. Every change to it is fenced by all of this, so it takes effect
 * only if nobody acquired or released the delivery in between.
 *
 * @param id the delivery's id, which is also its sequence number
 * @param messageId its message
 * @param sole whether it is the message's only delivery, so that the message goes with it
 * @param owner the incarnation that has acquired it, the prepared transaction branch that has sent or settled it, or
 *     {@link #NOBODY}
 * @param acquisition how many times it had been acquired; counts up at each acquire
 * @param valueKey of what it is a value, where its entity keeps only the last of each key (LVQ-01); else null. It is no
 *     part of the fence, and two refs that differ in it only are equal
 */
public record DeliveryRef(
        long id, long messageId, boolean sole, long owner, int acquisition, @Nullable String valueKey) {

    /** The acquisition after the largest number. */
    public static final int AFTER_THE_LARGEST = 2;

    /** The owner of a delivery that nobody has acquired. */
    public static final long NOBODY = 0;

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

    /** Whether somebody has ever acquired it: what its sender scheduled has not been before it is due. */
    public boolean everAcquired() {
        return acquisition != 0;
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
