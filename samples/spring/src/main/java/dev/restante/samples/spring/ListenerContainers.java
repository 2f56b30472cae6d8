package dev.restante.samples.spring;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.Session;
import org.springframework.jms.config.DefaultJmsListenerContainerFactory;
import org.springframework.jms.connection.CachingConnectionFactory;
import org.springframework.jms.connection.JmsTransactionManager;

/** Listener container factories for applications that do not use the factory of Spring Boot. */
public final class ListenerContainers {

    private ListenerContainers() {}

    /**
     * Creates containers with transacted sessions. The sends of a listener commit with its message, and a message whose
     * listener throws is delivered again.
     */
    // region transacted
    public static DefaultJmsListenerContainerFactory transacted(ConnectionFactory connectionFactory) {
        DefaultJmsListenerContainerFactory factory = new DefaultJmsListenerContainerFactory();
        factory.setConnectionFactory(connectionFactory);
        factory.setSessionTransacted(true);
        factory.setConcurrency("1-4");
        return factory;
    }
    // endregion

    /**
     * Creates containers whose listeners settle messages with {@code PeekLock}. Spring acknowledges the messages that a
     * listener leaves unsettled.
     */
    // region peek-lock
    public static DefaultJmsListenerContainerFactory peekLock(ConnectionFactory connectionFactory) {
        DefaultJmsListenerContainerFactory factory = new DefaultJmsListenerContainerFactory();
        factory.setConnectionFactory(connectionFactory);
        factory.setSessionAcknowledgeMode(Session.CLIENT_ACKNOWLEDGE);
        return factory;
    }
    // endregion

    /**
     * Creates containers whose transaction begins before the receive, for listeners that synchronize with Spring
     * transactions.
     */
    // region transaction-manager
    public static DefaultJmsListenerContainerFactory withTransactionManager(CachingConnectionFactory connections) {
        DefaultJmsListenerContainerFactory factory = new DefaultJmsListenerContainerFactory();
        factory.setConnectionFactory(connections);
        factory.setTransactionManager(new JmsTransactionManager(connections));
        return factory;
    }
    // endregion
}
