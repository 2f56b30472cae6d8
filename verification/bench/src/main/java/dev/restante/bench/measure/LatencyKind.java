package dev.restante.bench.measure;

/** Kind of latency that a run measures, defined by the begin and end of the interval, such as send to onMessage. */
public enum LatencyKind {
    /** Call of {@code send}, including the creation of the message. */
    SEND("send() call"),
    /** Call of an asynchronous {@code send} until its {@code onCompletion}. */
    COMPLETION("send to onCompletion"),
    /** Call of {@code commit}. */
    COMMIT("commit() call"),
    /** Time from before {@code send} to the entry of {@code onMessage}, including the time in the queue. */
    END_TO_END("send to onMessage"),
    /** Time from the scheduled instant of an open loop to the return of {@code send}. */
    SCHEDULED_TO_SENT("intended to sent"),
    /** Time from the scheduled instant of an open loop to the entry of {@code onMessage}. */
    SCHEDULED_TO_RECEIVED("intended to onMessage"),
    /** Time from the expiry of a message to its arrival in the dead-letter queue. */
    EXPIRY_LAG("expiry to dead-letter queue");

    private final String label;

    LatencyKind(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
