package dev.restante.opentelemetry;

/** The operations that have spans: the operation types of OpenTelemetry's messaging conventions that Restante has. */
public enum MessagingOperation {
    /** A message is sent. */
    SEND("send"),
    /** A receive call returns messages. */
    RECEIVE("receive"),
    /** A message listener is called. */
    PROCESS("process"),
    /** Messages are acknowledged, given back, dead-lettered or set aside; a transaction that has received some ends. */
    SETTLE("settle");

    private final String type;

    MessagingOperation(String type) {
        this.type = type;
    }

    /** The value of {@code messaging.operation.type}. */
    String type() {
        return type;
    }
}
