package dev.restante.histories;

import org.jspecify.annotations.Nullable;

/** What the model knows of one message that was sent to the queue. */
final class ModelMessage {

    /** How a message stands. */
    enum State {
        /** Sent in a transaction that is not committed. */
        UNCOMMITTED,
        AVAILABLE,
        /** Waits for its delivery time, or in its back-off. */
        SCHEDULED,
        /** In the hands of a receiver. */
        LOCKED,
        DEFERRED,
        /** In the dead-letter queue. */
        DEAD,
        GONE
    }

    /** The instant of what never comes. */
    static final long NEVER = Long.MAX_VALUE;

    final int number;
    final Letter letter;

    /** The rule that made this copy of what was sent; null for a queue, and before it is committed. */
    final Rules.@Nullable Rule madeBy;

    /**
     * The place among those of the same priority: when it became available for the first time, or was redriven; then
     * the order of sends.
     */
    long placeMillis;

    State state = State.AVAILABLE;

    /** From when a default time to live counts. */
    long enqueuedAtMillis;

    /** As its queue capped it; 0 for none. */
    long ownTimeToLiveMillis;

    /** The deadline of its own, whatever the queue's default. */
    long ownDeadlineMillis = NEVER;

    /** Counts in {@link State#SCHEDULED} only. */
    long visibleAtMillis;

    /** Whether it was received before: a message in its back-off, not one that its sender has scheduled. */
    boolean backingOff;

    /** Deliveries that ended with the message coming back. */
    int deliveryCount;

    /** Whether its holder has died, so that the next delivery is counted when it begins. */
    boolean suspect;

    /** Whether that is unknown of a message that was never received. */
    boolean maybeSuspect;

    /** Which commit has brought it, counted from the first; those of one transaction have the same. */
    int commit;

    /** Whether it became available by itself, not by a call. */
    boolean cameByTime;

    /** The last one since it came into the queue, whether it still holds or not. */
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

    /** The copy that a rule makes of this message, which is not committed yet. */
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

    /** The same for what the product shows. */
    static String name(Object number, @Nullable Object mark) {
        return "m" + number + (mark == null ? "" : " by " + mark);
    }

    /** The name of the rule that it shows, or null. */
    @Nullable
    String mark() {
        return madeBy == null || madeBy.effect() == Rules.Effect.NONE ? null : madeBy.name();
    }

    /** What its property of this name says, or null. */
    @Nullable
    String colour() {
        return madeBy == null ? letter.colour() : madeBy.effect().colour(letter);
    }

    /** Comes before another in the order of retrieval. */
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

    /** Whether whoever has it received it from among the deferred ones. */
    boolean receivedByNumber() {
        return lastHold != null && lastHold.byNumber;
    }
}
