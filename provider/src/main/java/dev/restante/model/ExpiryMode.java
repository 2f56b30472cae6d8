package dev.restante.model;

/** When an expired message leaves its entity (TTL-02). */
public enum ExpiryMode {
    /** On time, whether or not anybody listens: the default. */
    ON_TIME,
    /** Only while a receiver is open; until then it stays, though nobody ever receives it. */
    WHEN_ACTIVE
}
