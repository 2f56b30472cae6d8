package dev.restante.jms.core;

import dev.restante.api.ErrorCodes;
import jakarta.jms.IllegalStateException;

/**
 * The domain of a connection or session: queues, topics or both. Those of the legacy interfaces refuse what is about
 * the other one (JMS §9.2).
 */
public enum Domain {
    /** All: the classic and the simplified API. */
    ANY,
    /** Queues: QueueConnection and QueueSession. */
    QUEUES,
    /** Topics: TopicConnection and TopicSession. */
    TOPICS;

    /** Refuses what is about topics where they are not offered (EXC-01, EXC-02). */
    public void checkTopics(String feature) throws IllegalStateException {
        if (this == QUEUES) {
            throw new IllegalStateException("The legacy queue API does not offer " + feature, ErrorCodes.ILLEGAL_STATE);
        }
    }

    /** Refuses what is about queues where they are not offered (EXC-03). */
    public void checkQueues(String feature) throws IllegalStateException {
        if (this == TOPICS) {
            throw new IllegalStateException("The legacy topic API does not offer " + feature, ErrorCodes.ILLEGAL_STATE);
        }
    }
}
