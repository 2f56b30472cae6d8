package dev.restante.node.entity;

/** The sends of this node to topics, for whoever changes which subscriptions a topic has, or what these get. */
public interface TopicSends {

    /** Forgets a topic that is gone. */
    void forget(long topicId);

    /**
     * Waits until the sends of this node to a topic that have begun by now have ended. A sender does not wait for a
     * send that no durable subscription gets, so such a send may still be on its way. A subscription that is made
     * after it must not get it (TOP-03).
     */
    void awaitSends(long topicId);

    /**
     * Waits for the end of the sends to a topic that were made for former sets of its subscriptions.
     *
     * @param version of the set that is not waited for
     * @return false if they did not end in time
     */
    boolean awaitVersion(long topicId, long version, long timeoutNanos);
}
