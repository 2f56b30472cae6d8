package dev.restante.admin;

import java.util.List;

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

    /** Creates a queue with default options. */
    void createQueue(String name);

    /** Creates a queue with the options that another one has now. */
    void copyQueue(String from, String to);

    /** Deletes a queue; what is in use by force only. Whether there was one. */
    boolean deleteQueue(String name, boolean force);
}
