package dev.restante.option;

/** The answer to a {@code complete} or {@code acknowledge} that comes after the lock has run out (VIS-08). */
public enum LateSettlement {
    /** It fails with {@code MessageLockLostException}. The default. */
    REFUSE,
    /**
     * It passes as long as nobody else has received the message, and the message has neither expired nor been
     * dead-lettered.
     */
    ALLOW_IF_UNCLAIMED
}
