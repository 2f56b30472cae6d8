package dev.restante.option;

/** What goes with a message that has expired (TTL-18). */
public enum GroupExpiry {
    /** All messages of its group that were sent before it expired. */
    GROUP,
    /** Nothing: only the message itself goes. */
    MESSAGE
}
