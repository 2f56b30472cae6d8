package dev.restante.admin;

import java.util.List;
import java.util.Map;

/**
 * JMX interface of a node that lists queues and topics, creates, copies and deletes queues, and moves or removes
 * orphaned messages. A rejected call throws {@link IllegalStateException} with the text and the error code of the
 * rejection.
 */
public interface NodeMXBean {

    /** Returns a description of the store without credentials. */
    String getStore();

    /** Returns the names of all permanent queues, without dead-letter queues. */
    List<String> getQueues();

    /** Returns the names of all permanent topics. */
    List<String> getTopics();

    /** Returns the numbers of orphaned messages by the id of their missing queue, topic or subscription (BEY-09). */
    Map<Long, Long> getOrphanedMessages();

    /** Moves the orphaned messages of a missing entity to a queue, and returns the number of moved messages. */
    long moveOrphanedMessages(long entityId, String queue);

    /** Removes the orphaned messages of a missing entity, and returns the number of removed messages. */
    long removeOrphanedMessages(long entityId);

    /** Creates a queue with default options. */
    void createQueue(String name);

    /** Creates a queue with the current options of another queue. */
    void copyQueue(String from, String to);

    /** Deletes a queue, and returns false if no queue has the name. Only {@code force} deletes a queue in use. */
    boolean deleteQueue(String name, boolean force);
}
