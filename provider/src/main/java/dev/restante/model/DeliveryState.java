package dev.restante.model;

/** The life cycle of a delivery as the store sees it. The code is stored; it never changes its meaning. */
public enum DeliveryState {
    /** Waits for its visible-at instant: a delayed send, or a released delivery in its back-off. */
    SCHEDULED(1),
    /** May be acquired by any node. */
    AVAILABLE(2),
    /** Belongs to the node incarnation in {@code owner}: buffered there, or locked by one of its receivers. */
    ACQUIRED(3),
    /** Set aside by a receiver; only its sequence number brings it back. */
    DEFERRED(4),
    /** Sent by a prepared transaction branch that is not yet decided; invisible. */
    PREPARED_ENQUEUE(5),
    /** Settled by a prepared transaction branch that is not yet decided; nobody else can have it. */
    PREPARED_SETTLE(6),
    /** A repeated send: at its visible-at instant a copy of its message is sent. Nobody receives itself (SCH-01). */
    REPEATING(7),
    /** A repeated send of a prepared transaction branch that is not yet decided. */
    PREPARED_REPEATING(8);

    private final int code;

    DeliveryState(int code) {
        this.code = code;
    }

    /** The stored code. */
    public int code() {
        return code;
    }

    /** Whether it is that of a repeated send, which makes copies and is none itself. */
    public boolean repeats() {
        return this == REPEATING || this == PREPARED_REPEATING;
    }

    /**
     * The state with a stored code.
     *
     * @throws IllegalArgumentException if no state has it
     */
    public static DeliveryState ofCode(int code) {
        for (DeliveryState state : values()) {
            if (state.code == code) {
                return state;
            }
        }
        throw new IllegalArgumentException("no delivery state has code " + code);
    }
}
