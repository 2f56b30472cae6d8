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

    /** Order of the sends. A resubmission is a new send of a message that keeps its number. */
    private final int sendOrder;

    final MessageSpec spec;

    /** Rule that made this copy of a sent message; null for a queue and before the commit. */
    final ModelRules.@Nullable ModelRule copiedByRule;

    /**
     * Position within the priority: the time at which the message first became available or was redriven. Messages with
     * equal times are ordered by their sends.
     */
    long positionMillis;

    State state = State.AVAILABLE;

    /** Instant from which a default time to live counts. */
    long enqueuedAtMillis;

    /** Time to live of the message, capped by its queue; 0 for none. */
    long ownTimeToLiveMillis;

    /** Expiry time of the message itself, without the default of the queue. */
    long ownExpiryMillis = NEVER;

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
    int commitNumber;

    /** True if the message became available with time instead of through a call. */
    boolean becameAvailableByTime;

    /** True if a later value of its key has arrived (LVQ-03). */
    boolean replaced;

    /** True if the queue was deleted with this message. */
    boolean queueDeleted;

    /** Schedule of a repeated send, or null. */
    RepeatedSends.@Nullable Schedule schedule;

    /** Due time of a copy of a repeated send, or {@link #NEVER}. */
    private long copyDueMillis = NEVER;

    /** Last delivery since the message came into the queue, whether or not it has ended. */
    @Nullable
    ModelDelivery lastDelivery;

    @Nullable
    String deadLetterReason;

    ModelMessage(int number, MessageSpec spec) {
        this(number, number, spec, null);
    }

    private ModelMessage(int number, int sendOrder, MessageSpec spec, ModelRules.@Nullable ModelRule copiedByRule) {
        this.number = number;
        this.sendOrder = sendOrder;
        this.spec = spec;
        this.copiedByRule = copiedByRule;
    }

    /** Returns the uncommitted copy that a rule makes of this message. */
    ModelMessage copyForRule(ModelRules.ModelRule rule) {
        ModelMessage copy = new ModelMessage(number, sendOrder, spec, rule);
        copy.positionMillis = positionMillis;
        copy.enqueuedAtMillis = enqueuedAtMillis;
        copy.visibleAtMillis = visibleAtMillis;
        copy.ownTimeToLiveMillis = ownTimeToLiveMillis;
        copy.ownExpiryMillis = ownExpiryMillis;
        return copy;
    }

    /** Returns the new message that a resubmission of this message sends. */
    ModelMessage resubmitted(int newSendOrder, MessageSpec edited) {
        ModelMessage again = new ModelMessage(number, newSendOrder, edited, copiedByRule);
        again.ownTimeToLiveMillis = ownTimeToLiveMillis;
        return again;
    }

    /**
     * Returns the copy of this repeated send for a due time.
     *
     * @param timeToLiveMillis its time to live, which the queue limits at that time; 0 for none
     */
    ModelMessage copyFor(long dueMillis, int newSendOrder, long timeToLiveMillis) {
        ModelMessage copy = new ModelMessage(number, newSendOrder, spec, null);
        copy.copyDueMillis = dueMillis;
        copy.positionMillis = dueMillis;
        copy.enqueuedAtMillis = dueMillis;
        copy.ownTimeToLiveMillis = timeToLiveMillis;
        copy.ownExpiryMillis = timeToLiveMillis == 0 ? NEVER : dueMillis + timeToLiveMillis;
        return copy;
    }

    boolean isCopyOfRepeatedSend() {
        return copyDueMillis != NEVER;
    }

    String name() {
        return name(number, ruleName(), copyDueMillis);
    }

    /** Returns the name that administrators see, which all copies of a repeated send share. */
    String listedName() {
        return name(number, ruleName(), NEVER);
    }

    /**
     * Returns the name of a message that the product shows.
     *
     * @param copyDueMillis the due time of a copy of a repeated send, or {@link #NEVER}
     */
    static String name(Object number, @Nullable Object ruleName, long copyDueMillis) {
        return "m" + number
                + (ruleName == null ? "" : " by " + ruleName)
                + (copyDueMillis == NEVER ? "" : " at " + copyDueMillis);
    }

    /** Returns the visible name of the rule, or null. */
    @Nullable
    String ruleName() {
        return copiedByRule == null || copiedByRule.effect() == ModelRules.RuleEffect.NONE ? null : copiedByRule.name();
    }

    /** Returns the value of the property {@code colour}, or null. */
    @Nullable
    String colour() {
        return copiedByRule == null ? spec.colour() : copiedByRule.effect().colour(spec);
    }

    /** Compares two messages by the retrieval order. */
    int order(ModelMessage other) {
        if (spec.priority() != other.spec.priority()) {
            return Integer.compare(other.spec.priority(), spec.priority());
        }
        if (positionMillis != other.positionMillis) {
            return Long.compare(positionMillis, other.positionMillis);
        }
        return sendOrder != other.sendOrder || copiedByRule == null || other.copiedByRule == null
                ? Integer.compare(sendOrder, other.sendOrder)
                : copiedByRule.name().compareTo(other.copiedByRule.name());
    }

    boolean isSentAfter(ModelMessage other) {
        return sendOrder > other.sendOrder;
    }

    @Override
    public String toString() {
        return name() + " " + state + " count=" + deliveryCount + (suspect ? " suspect" : "")
                + (backingOff ? " backing off" : "");
    }

    /** Returns whether the message was received by its number from the deferred messages. */
    boolean receivedByNumber() {
        return lastDelivery != null && lastDelivery.byNumber;
    }
}
