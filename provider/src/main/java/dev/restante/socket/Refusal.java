package dev.restante.socket;

/** The reasons for which somebody is not let in, or can't get in. New ones go to the end: older releases read them. */
public enum Refusal {
    /** One that this release does not know. */
    OTHER,
    /** The other side speaks another version. */
    OTHER_VERSION,
    /** The other process belongs to another user of the machine. */
    OTHER_USER,
    /** The store rejects user or password. */
    CREDENTIALS,
    /** The store is not given up: its application has it. */
    IN_USE,
    /** There is nobody: no socket, or nobody who listens. */
    NOBODY,
    /** Somebody is there and does not answer, or has no room. */
    SILENT
}
