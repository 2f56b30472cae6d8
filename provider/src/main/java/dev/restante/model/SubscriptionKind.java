package dev.restante.model;

/** Kind of a subscription (JMS §8.3), with its stored code, which never changes its meaning. */
public enum SubscriptionKind {
    /** Subscription without a name, which belongs to one consumer and is deleted with it (§8.3.1). */
    UNSHARED(1),
    /** Subscription with a name and an optional client id, which exists while it has a consumer (§8.3.2). */
    SHARED(2),
    /** Subscription with a name and client id for one consumer at a time, which exists until unsubscribe (§8.3.3). */
    UNSHARED_DURABLE(3),
    /**
     * Subscription with a name and optional client id for several consumers, which exists until unsubscribe (§8.3.4).
     */
    SHARED_DURABLE(4);

    private final int code;

    SubscriptionKind(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    public boolean durable() {
        return this == UNSHARED_DURABLE || this == SHARED_DURABLE;
    }

    public boolean shared() {
        return this == SHARED || this == SHARED_DURABLE;
    }

    public static SubscriptionKind ofCode(int code) {
        for (SubscriptionKind kind : values()) {
            if (kind.code == code) {
                return kind;
            }
        }
        throw new IllegalArgumentException("unknown code of a subscription kind: " + code);
    }
}
