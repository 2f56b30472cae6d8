package dev.restante;

import dev.restante.jms.ConnectionKinds.XaQueueRestanteConnection;
import dev.restante.jms.ConnectionKinds.XaRestanteConnection;
import dev.restante.jms.ConnectionKinds.XaTopicRestanteConnection;
import dev.restante.jms.context.XaJmsContext;
import dev.restante.jms.error.UncheckedCalls;
import dev.restante.jms.xa.RecoveryXaResource;
import dev.restante.runtime.Credentials;
import jakarta.jms.JMSException;
import jakarta.jms.XAConnection;
import jakarta.jms.XAConnectionFactory;
import jakarta.jms.XAJMSContext;
import jakarta.jms.XAQueueConnection;
import jakarta.jms.XAQueueConnectionFactory;
import jakarta.jms.XATopicConnection;
import jakarta.jms.XATopicConnectionFactory;
import java.io.Serial;
import javax.sql.DataSource;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * Connection factory whose sessions take part in distributed transactions (XA) of a transaction manager. It has all
 * options and operations of {@link RestanteConnectionFactory}.
 *
 * <p>The database needs no support for XA, because Restante stores prepared branches in its own tables. They survive
 * the end of the JVM, and any node of the store can commit or roll them back.
 *
 * <p>Thread-safe after its options are set.
 */
public final class RestanteXAConnectionFactory extends RestanteConnectionFactory
        implements XAConnectionFactory, XAQueueConnectionFactory, XATopicConnectionFactory {

    @Serial
    private static final long serialVersionUID = 1L;

    /** The node source of all recovery resources, by which {@code isSameRM} compares them. */
    private final transient RecoveryXaResource.RecoveryNodeSource recoveryNodes = connections()::recoveryNode;

    /** Creates a factory for the embedded store {@value RestanteConnectionFactory#DEFAULT_URL}. */
    public RestanteXAConnectionFactory() {}

    /** Creates a factory, see {@link RestanteConnectionFactory#RestanteConnectionFactory(String)}. */
    public RestanteXAConnectionFactory(String jdbcUrl) {
        super(jdbcUrl);
    }

    /** Creates a factory, see {@link RestanteConnectionFactory#RestanteConnectionFactory(DataSource)}. */
    public RestanteXAConnectionFactory(DataSource dataSource) {
        super(dataSource);
    }

    @Override
    public XAConnection createXAConnection() throws JMSException {
        return connections().open(null, XaRestanteConnection::new);
    }

    @Override
    public XAConnection createXAConnection(@Nullable String userName, @Nullable String password) throws JMSException {
        return connections().open(Credentials.of(userName, password), XaRestanteConnection::new);
    }

    @Override
    public XAQueueConnection createXAQueueConnection() throws JMSException {
        return connections().open(null, XaQueueRestanteConnection::new);
    }

    @Override
    public XAQueueConnection createXAQueueConnection(@Nullable String userName, @Nullable String password)
            throws JMSException {
        return connections().open(Credentials.of(userName, password), XaQueueRestanteConnection::new);
    }

    @Override
    public XATopicConnection createXATopicConnection() throws JMSException {
        return connections().open(null, XaTopicRestanteConnection::new);
    }

    @Override
    public XATopicConnection createXATopicConnection(@Nullable String userName, @Nullable String password)
            throws JMSException {
        return connections().open(Credentials.of(userName, password), XaTopicRestanteConnection::new);
    }

    @Override
    public XAJMSContext createXAContext() {
        return context(null);
    }

    @Override
    public XAJMSContext createXAContext(@Nullable String userName, @Nullable String password) {
        return context(Credentials.of(userName, password));
    }

    /**
     * Returns an XA resource for recovery after a crash, to be registered with the transaction manager (XA-09). Through
     * it the transaction manager lists and completes in-doubt branches. It needs no session and no client id, and each
     * call opens the store if necessary, with the credentials of the factory. If the store cannot be used, the call
     * fails with {@link javax.transaction.xa.XAException#XAER_RMFAIL XAER_RMFAIL}. The resource rejects {@code start},
     * {@code end} and {@code prepare}.
     *
     * <p>Thread-safe. Resources of one factory belong to one resource manager ({@code isSameRM}). For Narayana see
     * {@code dev.restante.narayana.NarayanaRecovery}.
     */
    public XAResource createRecoveryResource() {
        return new RecoveryXaResource(recoveryNodes);
    }

    private XAJMSContext context(@Nullable Credentials given) {
        try {
            return XaJmsContext.open(connections().open(given, XaRestanteConnection::new));
        } catch (JMSException refused) {
            throw UncheckedCalls.toUnchecked(refused);
        }
    }
}
