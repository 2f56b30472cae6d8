package dev.restante.tck.provider;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import org.jspecify.annotations.Nullable;

/** A provider that has been started. Not thread-safe; what it hands out is. */
public interface RunningProvider extends AutoCloseable {

    /**
     * A factory, which is a queue and topic connection factory too as far as the provider has these.
     *
     * @param clientId configured on the factory, or null for none
     */
    ConnectionFactory connectionFactory(@Nullable String clientId) throws Exception;

    /** A user that may connect. */
    String user();

    /** The password of {@link #user}. */
    String password();

    /** An administered queue with that name, created if need be. */
    Queue queue(String name) throws Exception;

    /** An administered topic with that name, created if need be. */
    Topic topic(String name) throws Exception;

    /** Removes a queue with all that is in it; nothing happens if there is none. */
    void deleteQueue(String name) throws Exception;

    /** Removes a topic with its subscriptions; nothing happens if there is none. */
    void deleteTopic(String name) throws Exception;

    /**
     * Ends all connections and forgets all messages and subscriptions. Factories made before may be unusable
     * afterwards.
     *
     * @throws Exception if it can't be used any more
     */
    void reset() throws Exception;

    @Override
    void close() throws Exception;
}
