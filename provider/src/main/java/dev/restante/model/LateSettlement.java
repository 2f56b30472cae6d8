package dev.restante.model;

/** What becomes of a {@code complete} that comes after the lock has run out (VIS-08). */
public enum LateSettlement {
    /** It fails. */
    REFUSE,
    /** It passes as long as nobody else has received the message. */
    ALLOW_IF_UNCLAIMED
}
