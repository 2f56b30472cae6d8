package dev.restante.jms.core;

/**
 * Operations that take effect outside the JDBC transaction of the application, each with a log text that explains the
 * consequence.
 */
public enum NonTransactionalOperation {
    TOPIC("A send to a topic", "a rollback does not undo it"),
    DUPLICATE_ID("A send with a duplicate id", "a rollback does not undo it"),
    LAST_VALUE("A send with a last-value key", "a rollback does not undo it"),
    TEMPORARY_REPLY_TO(
            "A send with a temporary destination as JMSReplyTo",
            "the reply can arrive before the" + " transaction ends"),
    SUBSCRIPTION("A receive from a topic or a temporary queue", "a rollback does not redeliver the message"),
    RECEIVE_AND_DELETE("A receive in mode RECEIVE_AND_DELETE", "a rollback does not redeliver the message"),
    GROUP_STATE("The write of the state of a message group", "a rollback does not undo it");

    private final String operation;
    private final String consequence;

    NonTransactionalOperation(String operation, String consequence) {
        this.operation = operation;
        this.consequence = consequence;
    }

    public String logText() {
        return operation + " does not take part in the transaction of the application, so " + consequence;
    }
}
