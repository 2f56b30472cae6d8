package dev.restante.tck.jakarta;

import dev.restante.tck.provider.ProviderUnderTest;
import dev.restante.tck.provider.RunningProvider;
import java.util.Hashtable;
import java.util.Set;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;
import org.jspecify.annotations.Nullable;

/**
 * JNDI context factory for the administered objects that the TCK looks up. Names may begin with
 * {@code java:comp/env/jms/}, and each lookup creates the object.
 */
public final class TckContextFactory implements InitialContextFactory {

    /** Client id of the factory for durable subscriptions. */
    private static final String CLIENT_ID = "cts";

    private static final String ENVIRONMENT = "java:comp/env/jms/";
    private static final Set<String> FACTORIES =
            Set.of("MyConnectionFactory", "MyQueueConnectionFactory", "MyTopicConnectionFactory");
    private static final Set<String> DURABLE_FACTORIES =
            Set.of("DURABLE_SUB_CONNECTION_FACTORY", "DURABLE_SUB_CONNECTION_FACTORY_Q");
    private static final Set<String> QUEUES =
            Set.of("MY_QUEUE", "MY_QUEUE2", "testQ0", "testQ1", "testQ2", "testQueue2", "Q2");
    private static final Set<String> TOPICS = Set.of("MY_TOPIC", "MY_TOPIC2", "testT0", "testT1", "testT2");

    @Override
    @SuppressWarnings("JdkObsolete") // the interface requires a Hashtable
    public Context getInitialContext(@Nullable Hashtable<?, ?> environment) throws NamingException {
        return new InitialContext(true) {
            @Override
            public Object lookup(String name) throws NamingException {
                return find(name.startsWith(ENVIRONMENT) ? name.substring(ENVIRONMENT.length()) : name);
            }

            @Override
            public void close() {
                // The context holds no resources.
            }
        };
    }

    private static Object find(String name) throws NamingException {
        RunningProvider provider = ProviderUnderTest.get();
        try {
            if (FACTORIES.contains(name)) {
                return provider.connectionFactory(null);
            }
            if (DURABLE_FACTORIES.contains(name)) {
                return provider.connectionFactory(CLIENT_ID);
            }
            if (QUEUES.contains(name)) {
                return provider.queue(name);
            }
            if (TOPICS.contains(name)) {
                return provider.topic(name);
            }
        } catch (Exception e) {
            NamingException failure = new NamingException("The provider can't make " + name);
            failure.initCause(e);
            throw failure;
        }
        throw new NameNotFoundException(name);
    }
}
