package dev.restante.histories;

/** Delivery to one receiver in the model. */
final class ModelDelivery {

    /** State of a delivery. */
    enum State {
        VALID,
        SETTLED,
        /** The lock ended before the message was settled. */
        LOCK_LOST
    }

    final ModelMessage message;
    final SessionKind sessionKind;

    /** Delivery count that the receiver was shown. */
    final int shownDeliveryCount;

    /** Delivery count of the message after a release. */
    final int deliveryCountAfterRelease;

    /** End of the lock, or {@link ModelMessage#NEVER} for a delivery in a transaction. */
    long lockedUntilMillis;

    State state = State.VALID;

    /**
     * True for a receive of a deferred message. It blocks its group for other sessions (VIS-07). Its release defers the
     * message again (DEF-01) and releases no other message of the group.
     */
    boolean byNumber;

    ModelDelivery(
            ModelMessage message,
            SessionKind sessionKind,
            int shownDeliveryCount,
            int deliveryCountAfterRelease,
            long lockedUntilMillis) {
        this.message = message;
        this.sessionKind = sessionKind;
        this.shownDeliveryCount = shownDeliveryCount;
        this.deliveryCountAfterRelease = deliveryCountAfterRelease;
        this.lockedUntilMillis = lockedUntilMillis;
    }
}
