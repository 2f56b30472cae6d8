package dev.restante.option;

/**
 * Status of a queue, topic or subscription: whether applications may send and receive (STA-01). Administrators, expiry,
 * schedules and dead-lettering are not affected.
 */
public enum EntityStatus {
    /** Applications send and receive. This is the default. */
    ACTIVE(true, true),
    /**
     * Applications receive but cannot send, so that a queue drains; a subscription still gets the messages of its
     * topic.
     */
    SEND_DISABLED(false, true),
    /** The entity is paused: applications send, consumers wait, and locked messages can still be settled. */
    RECEIVE_DISABLED(true, false),
    /** Applications cannot send, and consumers wait; a subscription still gets the messages of its topic. */
    DISABLED(false, false);

    private final boolean allowsSend;
    private final boolean allowsReceive;

    EntityStatus(boolean allowsSend, boolean allowsReceive) {
        this.allowsSend = allowsSend;
        this.allowsReceive = allowsReceive;
    }

    /** Returns whether sends of applications are accepted (STA-02). */
    public boolean allowsSend() {
        return allowsSend;
    }

    /** Returns whether consumers get messages (STA-02). */
    public boolean allowsReceive() {
        return allowsReceive;
    }

    /** Returns the status after a pause: sends remain enabled or disabled. */
    public EntityStatus withReceiveDisabled() {
        return allowsSend ? RECEIVE_DISABLED : DISABLED;
    }
}
