package dev.restante.bench.measure;

/** What a latency spans. */
public enum LatencyKind {
    /** The call of {@code send}, with the making of the message. */
    SEND("send() call"),
    /** From the call of an asynchronous {@code send} to its {@code onCompletion}. */
    COMPLETION("send to onCompletion"),
    /** The call of {@code commit}. */
    COMMIT("commit() call"),
    /** From before {@code send} to the entry of {@code onMessage}, waiting in the queue included. */
    END_TO_END("send to onMessage"),
    /** From the instant that the schedule of an open loop intended to the return of {@code send}. */
    INTENDED_TO_SENT("intended to sent"),
    /** From the instant that the schedule of an open loop intended to the entry of {@code onMessage}. */
    INTENDED_TO_ARRIVAL("intended to onMessage"),
    /** From a message's expiry to its arrival in the dead-letter queue. */
    EXPIRY_LAG("expiry to dead-letter queue");

    private final String label;

    LatencyKind(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
