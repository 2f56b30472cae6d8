package dev.restante.model;

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
 */
public record DeliveryRef(long id, long messageId, boolean sole, long owner, int acquisition) {

    /** The acquisition after the largest number. */
    public static final int AFTER_THE_LARGEST = 2;

    /** The owner of a delivery that nobody has acquired. */
    public static final long NOBODY = 0;

    /** A new one that nobody owns, whose message has no other and the same id. */
    public static DeliveryRef sole(long id) {
        return new DeliveryRef(id, id, true, NOBODY, 0);
    }

    /** Whether somebody owns it. */
    public boolean owned() {
        return owner != NOBODY;
    }

    /** As it is once a prepared transaction branch has it. */
    public DeliveryRef preparedBy(long branchId) {
        return new DeliveryRef(id, messageId, sole, branchId, acquisition);
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
        return new DeliveryRef(id, messageId, sole, incarnation, nextAcquisition());
    }
}
