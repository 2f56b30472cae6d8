package dev.restante.jms;

import dev.restante.broker.Broker;
import dev.restante.jms.core.ClientIdRegistry;
import dev.restante.jms.core.ConnectionOptions;
import dev.restante.jms.core.JdbcTransactionLookup;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.JMSException;

/** Opens connections of each kind. */
public final class Connections {

    private Connections() {}

    /**
     * Opens a connection to a broker.
     *
     * @param clientIds where client ids are taken from
     * @param onClosed runs once, when it is closed
     * @throws InvalidClientIDException if the options' client id is in use
     */
    public static RestanteConnection open(
            Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed)
            throws JMSException {
        return opened(new UnifiedRestanteConnection(broker, options, clientIds, onClosed, null));
    }

    /** As {@link #open}, with sessions that take part in the application's JDBC transactions. */
    public static RestanteConnection openJoining(
            Broker broker,
            ConnectionOptions options,
            ClientIdRegistry clientIds,
            Runnable onClosed,
            JdbcTransactionLookup transactions)
            throws JMSException {
        return opened(new UnifiedRestanteConnection(broker, options, clientIds, onClosed, transactions));
    }

    /** As {@link #open}, for the legacy queue API. */
    public static QueueRestanteConnection openQueue(
            Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed)
            throws JMSException {
        return opened(new QueueRestanteConnection(broker, options, clientIds, onClosed));
    }

    /** As {@link #open}, for the legacy topic API. */
    public static TopicRestanteConnection openTopic(
            Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed)
            throws JMSException {
        return opened(new TopicRestanteConnection(broker, options, clientIds, onClosed));
    }

    /** As {@link #open}, with sessions for distributed transactions. */
    public static XaRestanteConnection openXa(
            Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed)
            throws JMSException {
        return opened(new XaRestanteConnection(broker, options, clientIds, onClosed));
    }

    /** As {@link #openXa}, for the legacy queue API. */
    public static XaQueueRestanteConnection openXaQueue(
            Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed)
            throws JMSException {
        return opened(new XaQueueRestanteConnection(broker, options, clientIds, onClosed));
    }

    /** As {@link #openXa}, for the legacy topic API. */
    public static XaTopicRestanteConnection openXaTopic(
            Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed)
            throws JMSException {
        return opened(new XaTopicRestanteConnection(broker, options, clientIds, onClosed));
    }

    /** The version of this Restante (GEN-13). */
    public static String providerVersion() {
        return RestanteMetaData.INSTANCE.getProviderVersion();
    }

    private static <C extends RestanteConnection> C opened(C connection) throws JMSException {
        connection.open();
        return connection;
    }
}
