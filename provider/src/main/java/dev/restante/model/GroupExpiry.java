package dev.restante.model;

/** What goes with a message that has outlived its time (TTL-18). */
public enum GroupExpiry {
    /** All messages of its group. */
    GROUP,
    /** Nothing: only the message itself goes. */
    MESSAGE
}
