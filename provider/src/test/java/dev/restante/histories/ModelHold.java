package dev.restante.histories;

/** Delivery to one receiver in the model. */
final class ModelHold {

    /** State of a delivery. */
    enum State {
        VALID,
        SETTLED,
        /** The lock ended before the message was settled. */
        LOST
    }

    final ModelMessage message;
    final Party party;

    /** Delivery count that the receiver was shown. */
    final int shownCount;

    /** Delivery count of the message after a release. */
    final int countAfterwards;

    /** End of the lock, or {@link ModelMessage#NEVER} for a delivery in a transaction. */
    long endsAtMillis;

    State state = State.VALID;

    /**
     * True for a receive of a deferred message. It blocks its group for other sessions (VIS-07). Its release defers the
     * message again (DEF-01) and releases no other message of the group.
     */
    boolean byNumber;

    ModelHold(ModelMessage message, Party party, int shownCount, int countAfterwards, long endsAtMillis) {
        this.message = message;
        this.party = party;
        this.shownCount = shownCount;
        this.countAfterwards = countAfterwards;
        this.endsAtMillis = endsAtMillis;
    }
}
