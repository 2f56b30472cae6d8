package dev.restante.option;

/**
 * Enumeration of when an {@code AUTO_ACKNOWLEDGE} session receives its next message: after the durable acknowledgement
 * of the previous message, or without waiting for it (pipelined).
 */
public enum AutoAcknowledgePolicy {
    /**
     * The session receives the next message after the completion of the previous one is durable. After a crash at most
     * the last message is delivered again, as Jakarta Messaging 3.1, 6.2.11 requires. This is the default.
     */
    STRICT,
    /**
     * The session receives the next message immediately, with up to 1,000 pending completions. After a crash these
     * messages are delivered again, and a failed completion goes to the exception listener.
     */
    PIPELINED
}
