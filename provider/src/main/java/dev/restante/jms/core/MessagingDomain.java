package dev.restante.jms.core;

import dev.restante.api.ErrorCodes;
import jakarta.jms.IllegalStateException;

/**
 * Messaging domain of a connection or session: queues, topics or both (JMS §9.2). Connections and sessions of the
 * legacy interfaces reject operations of the other domain.
 */
public enum MessagingDomain {
    /** Queues and topics: the classic and the simplified API. */
    ANY,
    /** Queues: QueueConnection and QueueSession. */
    QUEUES,
    /** Topics: TopicConnection and TopicSession. */
    TOPICS;

    private static final String REMEDY = ". Use a Connection and a Session instead.";

    /** Rejects topic operations in the domain of queues (EXC-01, EXC-02). */
    public void checkTopics(String feature) throws IllegalStateException {
        if (this == QUEUES) {
            throw new IllegalStateException(
                    "The legacy queue API does not offer " + feature + REMEDY, ErrorCodes.ILLEGAL_STATE);
        }
    }

    /** Rejects queue operations in the domain of topics (EXC-03). */
    public void checkQueues(String feature) throws IllegalStateException {
        if (this == TOPICS) {
            throw new IllegalStateException(
                    "The legacy topic API does not offer " + feature + REMEDY, ErrorCodes.ILLEGAL_STATE);
        }
    }
}
