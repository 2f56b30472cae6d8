package dev.restante.samples.spring;

import dev.restante.RestanteConnectionFactory;
import dev.restante.spring.SpringJdbcTransactions;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Session;
import javax.sql.DataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.jms.config.DefaultJmsListenerContainerFactory;
import org.springframework.jms.connection.CachingConnectionFactory;
import org.springframework.jms.connection.JmsTransactionManager;
import org.springframework.jms.listener.DefaultMessageListenerContainer;

/** The ways to listen, where Spring Boot's own is not wanted. */
public final class ListenerContainers {

    private ListenerContainers() {}

    /** A listener that throws gets its message again; what it sends is committed with the message. */
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
     * The listener settles its messages by {@code PeekLock} where it wants; Spring acknowledges those that it has not
     * settled.
     */
    // region peek-lock
    public static DefaultJmsListenerContainerFactory peekLock(ConnectionFactory connectionFactory) {
        DefaultJmsListenerContainerFactory factory = new DefaultJmsListenerContainerFactory();
        factory.setConnectionFactory(connectionFactory);
        factory.setSessionAcknowledgeMode(Session.CLIENT_ACKNOWLEDGE);
        return factory;
    }
    // endregion

    /** A transaction that begins before the receive, for what is synchronised with Spring's transactions. */
    // region transaction-manager
    public static DefaultJmsListenerContainerFactory withTransactionManager(CachingConnectionFactory connections) {
        DefaultJmsListenerContainerFactory factory = new DefaultJmsListenerContainerFactory();
        factory.setConnectionFactory(connections);
        factory.setTransactionManager(new JmsTransactionManager(connections));
        return factory;
    }
    // endregion

    /**
     * The message, the rows of the listener, and what it sends by a template of the same factory, are one commit of the
     * database that has them all.
     */
    // region jdbc
    public static DefaultJmsListenerContainerFactory inJdbcTransactions(
            RestanteConnectionFactory connectionFactory, DataSource dataSource) {
        DefaultJmsListenerContainerFactory factory = new DefaultJmsListenerContainerFactory();
        factory.setConnectionFactory(connectionFactory.joining(new SpringJdbcTransactions(dataSource)));
        factory.setTransactionManager(new JdbcTransactionManager(dataSource));
        factory.setCacheLevel(DefaultMessageListenerContainer.CACHE_CONSUMER);
        return factory;
    }
    // endregion
}
