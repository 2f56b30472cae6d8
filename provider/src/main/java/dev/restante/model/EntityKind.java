package dev.restante.model;

/** Kind of an entity, with its stored code, which never changes its meaning. */
public enum EntityKind {
    /** Queue, which delivers each message to one consumer. */
    QUEUE(1),
    /** Topic, which contains no deliveries itself and copies each message to its subscriptions. */
    TOPIC(2),
    /** Subscription of a topic, which behaves like a queue. */
    SUBSCRIPTION(3),
    /**
     * Dead-letter queue of a queue or subscription, without a dead-letter queue of its own and without a delivery
     * limit.
     */
    DEAD_LETTER_QUEUE(4);

    private final int code;

    EntityKind(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    public static EntityKind ofCode(int code) {
        for (EntityKind kind : values()) {
            if (kind.code == code) {
                return kind;
            }
        }
        throw new IllegalArgumentException("unknown code of an entity kind: " + code);
    }
}
