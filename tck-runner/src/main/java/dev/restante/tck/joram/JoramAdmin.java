package dev.restante.tck.joram;

import dev.restante.tck.provider.RunningProvider;
import dev.restante.tck.provider.UnderTest;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.TopicConnectionFactory;
import java.util.HashMap;
import java.util.Map;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import org.objectweb.jtests.jms.admin.Admin;

/**
 * Serves the JORAM tests from the provider under test. They make one for each test, by the class name in
 * {@code provider.properties}.
 */
public final class JoramAdmin implements Admin {

    private final RunningProvider provider = UnderTest.get();
    private final Map<String, Object> bound = new HashMap<>();

    private interface Making {
        Object make() throws Exception;
    }

    private void bind(String name, Making making) {
        bound.put(name, attempt(making));
    }

    private static Object attempt(Making making) {
        try {
            return making.make();
        } catch (Exception e) {
            throw new IllegalStateException("The provider under test fails", e);
        }
    }

    @Override
    public String getName() {
        return provider.getClass().getName();
    }

    /** A read-only context of what has been created so far. */
    @Override
    public Context createContext() throws NamingException {
        return new InitialContext(true) {
            @Override
            public Object lookup(String name) throws NamingException {
                Object found = bound.get(name);
                if (found == null) {
                    throw new NameNotFoundException(name);
                }
                return found;
            }

            @Override
            public void close() {
                // Nothing is held.
            }
        };
    }

    @Override
    public void createConnectionFactory(String name) {
        bind(name, () -> provider.connectionFactory(null));
    }

    @Override
    public void createQueueConnectionFactory(String name) {
        bind(name, () -> (QueueConnectionFactory) provider.connectionFactory(null));
    }

    @Override
    public void createTopicConnectionFactory(String name) {
        bind(name, () -> (TopicConnectionFactory) provider.connectionFactory(null));
    }

    @Override
    public void createQueue(String name) {
        bind(name, () -> provider.queue(name));
    }

    @Override
    public void createTopic(String name) {
        bind(name, () -> provider.topic(name));
    }

    @Override
    public void deleteQueue(String name) {
        attempt(() -> {
            provider.deleteQueue(name);
            return name;
        });
    }

    @Override
    public void deleteTopic(String name) {
        attempt(() -> {
            provider.deleteTopic(name);
            return name;
        });
    }

    @Override
    public void deleteConnectionFactory(String name) {
        bound.remove(name);
    }

    @Override
    public void deleteQueueConnectionFactory(String name) {
        bound.remove(name);
    }

    @Override
    public void deleteTopicConnectionFactory(String name) {
        bound.remove(name);
    }

    @Override
    public void startServer() {
        // The provider runs as long as the suite does.
    }

    @Override
    public void stopServer() {
        // See startServer.
    }

    @Override
    public void start() {
        // See startServer.
    }

    @Override
    public void stop() {
        // See startServer.
    }
}
