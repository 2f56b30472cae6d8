package dev.restante.node.feature.topics;

import dev.restante.model.Entity;

/** Barrier for changes of a topic's subscriptions: blocks until earlier sends to the topic have ended. */
public interface TopicSendBarrier {

    /** Removes a deleted topic. */
    void removeTopic(long topicId);

    /**
     * Blocks until all sends of this node to a topic that began before this call have ended. A send that no durable
     * subscription gets may continue after the sender returned. A subscription that is created later must not get that
     * message (TOP-03).
     *
     * @param topic the topic, or the stand-in of a pattern, which means all topics that match it
     */
    void awaitSends(Entity topic);

    /**
     * Blocks until the sends to a topic that used earlier versions of its subscriptions have ended.
     *
     * @param version version of the subscriptions whose sends need not end
     * @return false if they did not end in time
     */
    boolean awaitVersion(long topicId, long version, long timeoutNanos);
}
