package dev.restante.option;

/** Policy for a {@code complete} or {@code acknowledge} that arrives after the lock has expired (VIS-08). */
public enum LateSettlement {
    /** The call fails with {@code MessageLockLostException}. This is the default. */
    REJECT,
    /**
     * The call succeeds if no other consumer has received the message, and the message has neither expired nor been
     * dead-lettered.
     */
    ALLOW_IF_UNCLAIMED
}
