package dev.restante.timedhistory;

/** Kind of an operation in a history. */
public enum OperationType {
    /** Opens the consumer of a session for a queue. */
    OPEN,
    /** Closes the consumer of a session for a queue. */
    CLOSE,
    /** Adds messages, completely or not at all. */
    SEND,
    /** Receives a message of a queue, or none. */
    RECEIVE,
    /** Receives a message of a queue, or none, and acknowledges it automatically. */
    CONSUME,
    /** Removes received messages, completely or not at all. */
    COMPLETE,
    /** Removes received messages and adds others, completely or not at all. */
    MOVE,
    /** Extends the locks of received messages. */
    RENEW,
    /** Returns received messages to their queue. */
    RELEASE
}
