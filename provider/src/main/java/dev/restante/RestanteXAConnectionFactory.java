package dev.restante;

import dev.restante.jms.Connections;
import dev.restante.jms.context.XaJmsContext;
import dev.restante.jms.error.UncheckedCalls;
import dev.restante.jms.xa.RecoveryXaResource;
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
 * Makes connections whose sessions take part in distributed transactions (XA), controlled by a transaction manager
 * through their {@code XAResource}. It has the options of {@link RestanteConnectionFactory}, and everything else that
 * this does.
 *
 * <p>The store needs no support for XA from its database: prepared work is in Restante's own tables. It survives the
 * end of the JVM, and any node on the same store can commit it or roll it back.
 *
 * <p>Thread-safe once its options are set.
 */
public final class RestanteXAConnectionFactory extends RestanteConnectionFactory
        implements XAConnectionFactory, XAQueueConnectionFactory, XATopicConnectionFactory {

    @Serial
    private static final long serialVersionUID = 1L;

    /** Those of every recovery resource: they are compared by it. */
    private final transient RecoveryXaResource.Nodes recoveryNodes = connections()::recoveryNode;

    /** Makes connections to the embedded store {@value RestanteConnectionFactory#DEFAULT_URL}. */
    public RestanteXAConnectionFactory() {}

    /** As {@link RestanteConnectionFactory#RestanteConnectionFactory(String)}. */
    public RestanteXAConnectionFactory(String jdbcUrl) {
        super(jdbcUrl);
    }

    /** As {@link RestanteConnectionFactory#RestanteConnectionFactory(DataSource)}. */
    public RestanteXAConnectionFactory(DataSource dataSource) {
        super(dataSource);
    }

    @Override
    public XAConnection createXAConnection() throws JMSException {
        return connections().open(null, Connections::openXa);
    }

    @Override
    public XAConnection createXAConnection(@Nullable String userName, @Nullable String password) throws JMSException {
        return connections().open(Credentials.of(userName, password), Connections::openXa);
    }

    @Override
    public XAQueueConnection createXAQueueConnection() throws JMSException {
        return connections().open(null, Connections::openXaQueue);
    }

    @Override
    public XAQueueConnection createXAQueueConnection(@Nullable String userName, @Nullable String password)
            throws JMSException {
        return connections().open(Credentials.of(userName, password), Connections::openXaQueue);
    }

    @Override
    public XATopicConnection createXATopicConnection() throws JMSException {
        return connections().open(null, Connections::openXaTopic);
    }

    @Override
    public XATopicConnection createXATopicConnection(@Nullable String userName, @Nullable String password)
            throws JMSException {
        return connections().open(Credentials.of(userName, password), Connections::openXaTopic);
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
     * The resource that a transaction manager asks after a crash what is in doubt in the store, and by which it
     * completes that (XA-09): to be registered with its recovery. It needs no session and no client id, and holds
     * nothing open: each call opens the store unless it is open, with the credentials that the factory was configured
     * with. A store that can't be used is {@link javax.transaction.xa.XAException#XAER_RMFAIL XAER_RMFAIL}. It does not
     * begin transactions; {@code start}, {@code end} and {@code prepare} are refused.
     *
     * <p>Thread-safe. Resources of the same factory are the same resource manager ({@code isSameRM}). For Narayana see
     * {@code dev.restante.narayana.NarayanaRecovery}.
     */
    public XAResource createRecoveryResource() {
        return new RecoveryXaResource(recoveryNodes);
    }

    private XAJMSContext context(@Nullable Credentials given) {
        try {
            return XaJmsContext.open(connections().open(given, Connections::openXa));
        } catch (JMSException refused) {
            throw UncheckedCalls.unchecked(refused);
        }
    }
}
