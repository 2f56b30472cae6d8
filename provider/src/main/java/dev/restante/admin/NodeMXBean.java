package dev.restante.admin;

import java.util.List;
import java.util.Map;

/**
 * A node of a store in this JVM. A refused call throws {@link IllegalStateException} with the text and the error code
 * of the refusal.
 */
public interface NodeMXBean {

    /** The store, without secrets. */
    String getStore();

    /** The names of all queues that are not temporary, without dead-letter queues. */
    List<String> getQueues();

    /** The names of all topics that are not temporary. */
    List<String> getTopics();

    /** The numbers of orphaned messages, by the ids of their missing queues, topics and subscriptions (BEY-09). */
    Map<Long, Long> getOrphanedMessages();

    /** Moves the orphaned messages of a missing queue, topic or subscription to a queue; returns how many moved. */
    long moveOrphanedMessages(long entityId, String queue);

    /** Removes the orphaned messages of a missing queue, topic or subscription; returns how many are gone. */
    long removeOrphanedMessages(long entityId);

    /** Creates a queue with default options. */
    void createQueue(String name);

    /** Creates a queue with the options that another one has now. */
    void copyQueue(String from, String to);

    /** Deletes a queue; what is in use by force only. Whether there was one. */
    boolean deleteQueue(String name, boolean force);
}
