package dev.restante.opentelemetry;

/** Messaging operations that are recorded as spans. */
public enum MessagingOperation {
    /** Send of a message. */
    SEND("send"),
    /** Receive call that returned messages. */
    RECEIVE("receive"),
    /** Call of a message listener. */
    PROCESS("process"),
    /** Settlement, release or undeferral of messages, or the end of a transaction that received messages. */
    SETTLE("settle");

    private final String type;

    MessagingOperation(String type) {
        this.type = type;
    }

    /** Returns the value of {@code messaging.operation.type}. */
    String type() {
        return type;
    }
}
