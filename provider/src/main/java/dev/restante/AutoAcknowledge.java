package dev.restante;

/** The moment at which a session with {@code AUTO_ACKNOWLEDGE} gets its next message. */
public enum AutoAcknowledge {
    /**
     * When the completion of the one before is durable: after a crash at most the last message comes back, as Jakarta
     * Messaging 3.1, 6.2.11 wants it. The default.
     */
    STRICT,
    /**
     * At once, while up to 1,000 completions are under way; after a crash those come back. A completion that fails is
     * told to the exception listener.
     */
    PIPELINED
}
