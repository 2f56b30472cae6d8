package dev.restante.tck.provider;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import org.jspecify.annotations.Nullable;

/**
 * Started provider with its factories and destinations. This object is not thread-safe, but the objects that it returns
 * are.
 */
public interface RunningProvider extends AutoCloseable {

    /**
     * Returns a connection factory, which is also a queue and topic connection factory if the provider has these.
     *
     * @param clientId the client id of the factory, or null for none
     */
    ConnectionFactory connectionFactory(@Nullable String clientId) throws Exception;

    /** Returns a user who may connect. */
    String user();

    /** Returns the password of {@link #user}. */
    String password();

    /** Returns an administered queue, which is created if it does not exist. */
    Queue queue(String name) throws Exception;

    /** Returns an administered topic, which is created if it does not exist. */
    Topic topic(String name) throws Exception;

    /** Deletes a queue with its messages, if it exists. */
    void deleteQueue(String name) throws Exception;

    /** Deletes a topic with its subscriptions, if it exists. */
    void deleteTopic(String name) throws Exception;

    /**
     * Closes all connections and deletes all messages and subscriptions. Earlier factories may be unusable afterwards.
     *
     * @throws Exception if the provider is unusable afterwards
     */
    void reset() throws Exception;

    @Override
    void close() throws Exception;
}
