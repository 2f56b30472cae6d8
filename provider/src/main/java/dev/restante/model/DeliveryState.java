package dev.restante.model;

/** Stored state of a delivery, with its stored code, which never changes its meaning. */
public enum DeliveryState {
    /** Not available before its visible-at instant, because of a delivery delay or a redelivery back-off. */
    SCHEDULED(1),
    /** Ready to be acquired by any node. */
    AVAILABLE(2),
    /** Owned by the incarnation in {@code owner}: prefetched, or locked by a consumer of this node. */
    ACQUIRED(3),
    /** Deferred by a consumer, so that consumers receive it only by its sequence number. */
    DEFERRED(4),
    /** Sent by a prepared branch that is not yet decided; invisible to consumers. */
    PREPARED_ENQUEUE(5),
    /** Received by a prepared branch that is not yet decided; unavailable to other consumers. */
    PREPARED_SETTLE(6),
    /** Repeated send: a copy is sent at its visible-at instant, and consumers receive only the copies (SCH-01). */
    REPEATING(7),
    /** Repeated send of a prepared branch that is not yet decided. */
    PREPARED_REPEATING(8);

    private final int code;

    DeliveryState(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    public boolean isRepeatedSend() {
        return this == REPEATING || this == PREPARED_REPEATING;
    }

    public static DeliveryState ofCode(int code) {
        for (DeliveryState state : values()) {
            if (state.code == code) {
                return state;
            }
        }
        throw new IllegalArgumentException("unknown code of a delivery state: " + code);
    }
}
