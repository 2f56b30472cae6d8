package dev.restante.histories;

/** A delivery to one receiver in the model. */
final class ModelHold {

    /** How a hold stands. */
    enum State {
        VALID,
        SETTLED,
        /** Its lock ended before it was settled. */
        LOST
    }

    final ModelMessage message;
    final Party party;

    /** What the receiver was shown. */
    final int shownCount;

    /** What the message counts if it comes back. */
    final int countAfterwards;

    /** {@link ModelMessage#NEVER} for one that lasts as long as its transaction. */
    long endsAtMillis;

    State state = State.VALID;

    /** Receive of a deferred message, which holds up nothing of its group (VIS-07) and comes back deferred (DEF-01). */
    boolean byNumber;

    ModelHold(ModelMessage message, Party party, int shownCount, int countAfterwards, long endsAtMillis) {
        this.message = message;
        this.party = party;
        this.shownCount = shownCount;
        this.countAfterwards = countAfterwards;
        this.endsAtMillis = endsAtMillis;
    }
}
