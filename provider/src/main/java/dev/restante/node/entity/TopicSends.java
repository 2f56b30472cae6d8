package dev.restante.node.entity;

/** The sends of this node to topics, for whoever takes away a topic or one of its subscriptions. */
public interface TopicSends {

    /** Forgets a topic that is gone. */
    void forget(long topicId);

    /**
     * Waits for the end of the sends to a topic that were made for former sets of its subscriptions.
     *
     * @param version of the set that is not waited for
     * @return false if they did not end in time
     */
    boolean awaitVersion(long topicId, long version, long timeoutNanos);
}
