package dev.restante.jms;

import dev.restante.broker.Broker;
import dev.restante.jms.core.ClientIdRegistry;
import dev.restante.jms.core.ConnectionOptions;
import dev.restante.jms.core.JdbcTransactionLookup;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.JMSException;

/** Opener of JMS connections of each kind: unified, queue, topic, XA and JDBC-transaction connections. */
public final class JmsConnectionOpener {

    private JmsConnectionOpener() {}

    /**
     * Opens a connection to a broker.
     *
     * @param clientIds the registry of client ids in use
     * @param onClosed an action that runs once, after the connection closes and its transactions end
     * @throws InvalidClientIDException if the client id of the options is in use
     */
    public static RestanteConnection open(
            Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed)
            throws JMSException {
        return opened(new UnifiedRestanteConnection(broker, options, clientIds, onClosed, null));
    }

    /** Opens a connection whose sessions take part in the application's JDBC transactions. */
    public static RestanteConnection openInJdbcTransactions(
            Broker broker,
            ConnectionOptions options,
            ClientIdRegistry clientIds,
            Runnable onClosed,
            JdbcTransactionLookup transactions)
            throws JMSException {
        return opened(new UnifiedRestanteConnection(broker, options, clientIds, onClosed, transactions));
    }

    public static QueueRestanteConnection openQueue(
            Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed)
            throws JMSException {
        return opened(new QueueRestanteConnection(broker, options, clientIds, onClosed));
    }

    public static TopicRestanteConnection openTopic(
            Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed)
            throws JMSException {
        return opened(new TopicRestanteConnection(broker, options, clientIds, onClosed));
    }

    public static XaRestanteConnection openXa(
            Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed)
            throws JMSException {
        return opened(new XaRestanteConnection(broker, options, clientIds, onClosed));
    }

    public static XaQueueRestanteConnection openXaQueue(
            Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed)
            throws JMSException {
        return opened(new XaQueueRestanteConnection(broker, options, clientIds, onClosed));
    }

    public static XaTopicRestanteConnection openXaTopic(
            Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed)
            throws JMSException {
        return opened(new XaTopicRestanteConnection(broker, options, clientIds, onClosed));
    }

    /** Returns the version of Restante (GEN-13). */
    public static String providerVersion() {
        return RestanteMetaData.INSTANCE.getProviderVersion();
    }

    private static <C extends RestanteConnection> C opened(C connection) throws JMSException {
        connection.open();
        return connection;
    }
}
