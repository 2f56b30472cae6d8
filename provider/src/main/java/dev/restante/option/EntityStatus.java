package dev.restante.option;

/**
 * What applications may do with a queue, topic or subscription now (STA-01). It is about applications alone: what the
 * store does by itself goes on (expiry, schedules, dead letters), and so does all that administrators do.
 */
public enum EntityStatus {
    /** They send and receive. The default. */
    ACTIVE(true, true),
    /** They receive, and sends are refused: it runs empty. A subscription gets its copies all the same. */
    SEND_DISABLED(false, true),
    /** They send, and receivers wait: it is paused. What is locked can be settled. */
    RECEIVE_DISABLED(true, false),
    /** Sends are refused, and receivers wait. A subscription gets its copies all the same. */
    DISABLED(false, false);

    private final boolean sends;
    private final boolean receives;

    EntityStatus(boolean sends, boolean receives) {
        this.sends = sends;
        this.receives = receives;
    }

    /** Whether sends are accepted (STA-02). */
    public boolean sends() {
        return sends;
    }

    /** Whether receivers get anything (STA-02). */
    public boolean receives() {
        return receives;
    }

    /** The status of what is paused now: where sends were refused, they still are. */
    public EntityStatus paused() {
        return sends ? RECEIVE_DISABLED : DISABLED;
    }
}
