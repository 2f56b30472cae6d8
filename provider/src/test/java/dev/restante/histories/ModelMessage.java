package dev.restante.histories;

import org.jspecify.annotations.Nullable;

/** Message of the model. */
final class ModelMessage {

    /** State of a message. */
    enum State {
        /** Sent in an uncommitted transaction. */
        UNCOMMITTED,
        AVAILABLE,
        /** Waiting for its delivery time or its back-off. */
        SCHEDULED,
        /** Locked by a receiver. */
        LOCKED,
        DEFERRED,
        /** In the dead-letter queue. */
        DEAD,
        GONE
    }

    /** Instant that never comes. */
    static final long NEVER = Long.MAX_VALUE;

    final int number;
    final Letter letter;

    /** Rule that made this copy of a sent message; null for a queue and before the commit. */
    final Rules.@Nullable Rule madeBy;

    /**
     * Position within the priority: the time at which the message first became available or was redriven. Messages with
     * equal times are ordered by their sends.
     */
    long placeMillis;

    State state = State.AVAILABLE;

    /** Instant from which a default time to live counts. */
    long enqueuedAtMillis;

    /** Time to live of the message, capped by its queue; 0 for none. */
    long ownTimeToLiveMillis;

    /** Expiry time of the message itself, without the default of the queue. */
    long ownDeadlineMillis = NEVER;

    /** Delivery time, relevant only in {@link State#SCHEDULED}. */
    long visibleAtMillis;

    /** True in the back-off of a received message, false for a message that its sender has scheduled. */
    boolean backingOff;

    /** Number of deliveries that ended with a release. */
    int deliveryCount;

    /** True if the owner of the message died, so that the next delivery is counted at its beginning. */
    boolean suspect;

    /** True if it is unknown whether a message that was not received is suspect. */
    boolean maybeSuspect;

    /** Number of the commit that brought the message. All messages of a transaction have one number. */
    int commit;

    /** True if the message became available with time instead of through a call. */
    boolean cameByTime;

    /** Last delivery since the message came into the queue, whether or not it still holds the message. */
    @Nullable
    ModelHold lastHold;

    @Nullable
    String deadLetterReason;

    ModelMessage(int number, Letter letter) {
        this(number, letter, null);
    }

    private ModelMessage(int number, Letter letter, Rules.@Nullable Rule madeBy) {
        this.number = number;
        this.letter = letter;
        this.madeBy = madeBy;
    }

    /** Returns the uncommitted copy that a rule makes of this message. */
    ModelMessage copyBy(Rules.Rule rule) {
        ModelMessage copy = new ModelMessage(number, letter, rule);
        copy.placeMillis = placeMillis;
        copy.enqueuedAtMillis = enqueuedAtMillis;
        copy.visibleAtMillis = visibleAtMillis;
        copy.ownTimeToLiveMillis = ownTimeToLiveMillis;
        copy.ownDeadlineMillis = ownDeadlineMillis;
        return copy;
    }

    String name() {
        return name(number, mark());
    }

    /** Returns the name of a message that the product shows. */
    static String name(Object number, @Nullable Object mark) {
        return "m" + number + (mark == null ? "" : " by " + mark);
    }

    /** Returns the visible name of the rule, or null. */
    @Nullable
    String mark() {
        return madeBy == null || madeBy.effect() == Rules.Effect.NONE ? null : madeBy.name();
    }

    /** Returns the value of the property {@code colour}, or null. */
    @Nullable
    String colour() {
        return madeBy == null ? letter.colour() : madeBy.effect().colour(letter);
    }

    /** Compares two messages by the retrieval order. */
    int order(ModelMessage other) {
        if (letter.priority() != other.letter.priority()) {
            return Integer.compare(other.letter.priority(), letter.priority());
        }
        if (placeMillis != other.placeMillis) {
            return Long.compare(placeMillis, other.placeMillis);
        }
        return number != other.number || madeBy == null || other.madeBy == null
                ? Integer.compare(number, other.number)
                : madeBy.name().compareTo(other.madeBy.name());
    }

    @Override
    public String toString() {
        return name() + " " + state + " count=" + deliveryCount + (suspect ? " suspect" : "")
                + (backingOff ? " backing off" : "");
    }

    /** Returns whether the message was received by its number from the deferred messages. */
    boolean receivedByNumber() {
        return lastHold != null && lastHold.byNumber;
    }
}
