package dev.restante.option;

/** Choice whether an expired message takes earlier messages of its group along (TTL-18). */
public enum GroupExpiry {
    /** All messages of the group that were sent before the expiry expire together. */
    GROUP,
    /** Only the expired message itself expires. */
    MESSAGE
}
