package dev.restante.tck.joram;

import dev.restante.tck.provider.ProviderUnderTest;
import dev.restante.tck.provider.RunningProvider;
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
 * Implementation of JORAM's administration interface by which the JORAM tests create, delete and look up objects of the
 * provider under test. The tests create an instance for each test, by the class name in {@code provider.properties}.
 */
public final class JoramAdmin implements Admin {

    private final RunningProvider provider = ProviderUnderTest.get();
    private final Map<String, Object> bound = new HashMap<>();

    private interface ObjectFactory {
        Object make() throws Exception;
    }

    private void bind(String name, ObjectFactory factory) {
        bound.put(name, create(factory));
    }

    private static Object create(ObjectFactory factory) {
        try {
            return factory.make();
        } catch (Exception e) {
            throw new IllegalStateException("The provider under test fails", e);
        }
    }

    @Override
    public String getName() {
        return provider.getClass().getName();
    }

    /** Returns a read-only context with the objects that were created so far. */
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
                // The context holds no resources.
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
        create(() -> {
            provider.deleteQueue(name);
            return name;
        });
    }

    @Override
    public void deleteTopic(String name) {
        create(() -> {
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
