package dev.restante.node.entity;

/** The sends of this node to topics, for whoever changes which subscriptions a topic has, or what these get. */
public interface TopicSends {

    /** Forgets a topic that is gone. */
    void forget(long topicId);

    /**
     * Has what was sent by now stored for the subscriptions of now, before they change: nobody may be waiting for it,
     * so it could still be on its way (TOP-03). Does nothing if there is none.
     */
    void store(long topicId);

    /**
     * Waits for the end of the sends to a topic that were made for former sets of its subscriptions.
     *
     * @param version of the set that is not waited for
     * @return false if they did not end in time
     */
    boolean awaitVersion(long topicId, long version, long timeoutNanos);
}
