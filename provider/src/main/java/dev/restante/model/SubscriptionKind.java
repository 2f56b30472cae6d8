package dev.restante.model;

/** The four kinds of subscriptions (JMS §8.3). The code is stored; it never changes its meaning. */
public enum SubscriptionKind {
    /** Nameless, for the one consumer that it was made for, and gone with it (§8.3.1). */
    UNSHARED(1),
    /** Known by name and client id, for as long as it has a consumer (§8.3.2). */
    SHARED(2),
    /** Known by name and client id, kept until it is unsubscribed, at most one consumer at a time (§8.3.3). */
    UNSHARED_DURABLE(3),
    /** Known by name and client id, kept until it is unsubscribed, any number of consumers (§8.3.4). */
    SHARED_DURABLE(4);

    private final int code;

    SubscriptionKind(int code) {
        this.code = code;
    }

    /** The stored code. */
    public int code() {
        return code;
    }

    /** Whether it outlives its consumers. */
    public boolean durable() {
        return this == UNSHARED_DURABLE || this == SHARED_DURABLE;
    }

    /** Whether several consumers may be active at a time. */
    public boolean shared() {
        return this == SHARED || this == SHARED_DURABLE;
    }

    /**
     * The kind with a stored code.
     *
     * @throws IllegalArgumentException if no kind has it
     */
    public static SubscriptionKind ofCode(int code) {
        for (SubscriptionKind kind : values()) {
            if (kind.code == code) {
                return kind;
            }
        }
        throw new IllegalArgumentException("no subscription kind has code " + code);
    }
}
