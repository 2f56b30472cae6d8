package dev.restante.model;

/** The kinds of entities. The code is stored; it never changes its meaning. */
public enum EntityKind {
    /** A queue: each message goes to one receiver. */
    QUEUE(1),
    /** A topic: it holds no deliveries itself, its subscriptions do. */
    TOPIC(2),
    /** One subscription of a topic; it behaves like a queue. */
    SUBSCRIPTION(3),
    /** The dead-letter sub-queue of a queue or subscription; it has no dead-letter queue and no delivery limit. */
    DEAD_LETTER_QUEUE(4);

    private final int code;

    EntityKind(int code) {
        this.code = code;
    }

    /** The stored code. */
    public int code() {
        return code;
    }

    /**
     * The kind with a stored code.
     *
     * @throws IllegalArgumentException if no kind has it
     */
    public static EntityKind ofCode(int code) {
        for (EntityKind kind : values()) {
            if (kind.code == code) {
                return kind;
            }
        }
        throw new IllegalArgumentException("no entity kind has code " + code);
    }
}
