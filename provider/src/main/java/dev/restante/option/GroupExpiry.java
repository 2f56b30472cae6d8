package dev.restante.option;

/** The company of a message that has expired: its group, or nothing (TTL-18). */
public enum GroupExpiry {
    /** All messages of its group that were sent before it expired. */
    GROUP,
    /** Nothing: only the message itself goes. */
    MESSAGE
}
