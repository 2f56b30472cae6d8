package dev.restante;

import static java.util.Objects.requireNonNull;

import dev.restante.admin.RestanteAdmin;
import dev.restante.api.ErrorCodes;
import dev.restante.broker.SendRequest;
import dev.restante.broker.TransactionBranches;
import dev.restante.jms.Connections;
import dev.restante.jms.RestanteConnection;
import dev.restante.jms.context.JmsContext;
import dev.restante.jms.core.ConnectionOptions;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.jms.error.UncheckedCalls;
import dev.restante.jms.xa.RecoveryXaResource;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicConnectionFactory;
import java.io.InvalidObjectException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.Serial;
import java.io.Serializable;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.NamingException;
import javax.naming.Reference;
import javax.naming.Referenceable;
import javax.naming.StringRefAddr;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Makes connections to a store: where an application begins.
 *
 * <p>The store is opened with the first connection and shared by all connections to it in this JVM, whichever factory
 * made them. After the last of them is closed it stays open for the {@linkplain #getLingerDuration linger duration};
 * {@link #close} ends it at once.
 *
 * <p>{@code createConnection(user, password)} checks the credentials against the store's database. For an embedded
 * store these are the ones that it was created with, by default user {@code SA} and an empty password.
 *
 * <p>It can be bound in a naming service and be serialised, unless it was made with a data source: its options go
 * along, the password included, and its connections don't. So who can read the naming service or the bytes can read the
 * password; to keep it apart, leave it out here and give it to {@code createConnection(user, password)}.
 * {@code toString} of the factory and of its reference don't show it.
 *
 * <p>Thread-safe once its options are set.
 */
public sealed class RestanteConnectionFactory extends ConnectionFactoryOptions
        implements ConnectionFactory,
                QueueConnectionFactory,
                TopicConnectionFactory,
                AutoCloseable,
                Referenceable,
                Serializable
        permits RestanteXAConnectionFactory {

    @Serial
    private static final long serialVersionUID = 1L;

    /** By name, because a reference has a name, and because naming is built upon this package. */
    private static final String OBJECT_FACTORY = "dev.restante.jndi.RestanteObjectFactory";

    private static final String WITH_DATA_SOURCE =
            "A connection factory that was made with a DataSource can't be stored: make one with a URL, or make it anew where it is used";

    private static final ExceptionTranslation TRANSLATION = new ExceptionTranslation(MadeExceptions.INSTANCE);

    private final transient @Nullable DataSource dataSource;
    private final transient Set<RestanteConnection> connections = ConcurrentHashMap.newKeySet();
    private final transient Set<RestanteAdmin> administrations = ConcurrentHashMap.newKeySet();
    private transient volatile @Nullable SharedNode lastNode;

    /** Makes connections to the embedded store {@value RestanteConnectionFactory#DEFAULT_URL}. */
    public RestanteConnectionFactory() {
        this.dataSource = null;
    }

    /**
     * Makes connections to the store with a JDBC URL.
     *
     * @param jdbcUrl see {@link #getUrl}
     * @throws IllegalArgumentException if the path of a file database is none
     */
    public RestanteConnectionFactory(String jdbcUrl) {
        this.dataSource = null;
        setUrl(jdbcUrl);
    }

    /**
     * Makes connections to the store in the database of a data source, which stays the application's: it is never
     * closed here.
     *
     * @param dataSource for HSQLDB or PostgreSQL
     */
    public RestanteConnectionFactory(DataSource dataSource) {
        this.dataSource = requireNonNull(dataSource, "dataSource");
    }

    @Override
    public final Connection createConnection() throws JMSException {
        return connect(null, Connections::open);
    }

    @Override
    public final Connection createConnection(@Nullable String userName, @Nullable String password) throws JMSException {
        return connect(Credentials.of(userName, password), Connections::open);
    }

    @Override
    public final QueueConnection createQueueConnection() throws JMSException {
        return connect(null, Connections::openQueue);
    }

    @Override
    public final QueueConnection createQueueConnection(@Nullable String userName, @Nullable String password)
            throws JMSException {
        return connect(Credentials.of(userName, password), Connections::openQueue);
    }

    @Override
    public final TopicConnection createTopicConnection() throws JMSException {
        return connect(null, Connections::openTopic);
    }

    @Override
    public final TopicConnection createTopicConnection(@Nullable String userName, @Nullable String password)
            throws JMSException {
        return connect(Credentials.of(userName, password), Connections::openTopic);
    }

    @Override
    public final JMSContext createContext() {
        return context(null, JMSContext.AUTO_ACKNOWLEDGE);
    }

    @Override
    public final JMSContext createContext(int sessionMode) {
        return context(null, sessionMode);
    }

    @Override
    public final JMSContext createContext(@Nullable String userName, @Nullable String password) {
        return context(Credentials.of(userName, password), JMSContext.AUTO_ACKNOWLEDGE);
    }

    @Override
    public final JMSContext createContext(@Nullable String userName, @Nullable String password, int sessionMode) {
        return context(Credentials.of(userName, password), sessionMode);
    }

    private JMSContext context(@Nullable Credentials given, int sessionMode) {
        try {
            return JmsContext.open(connect(given, Connections::open), sessionMode);
        } catch (JMSException refused) {
            throw UncheckedCalls.unchecked(refused);
        }
    }

    /**
     * Administration of the store. It keeps the store open until it is closed.
     *
     * @throws JMSException if the store can't be opened
     */
    public final RestanteAdmin admin() throws JMSException {
        SharedNode node = use(null);
        RestanteAdmin[] self = new RestanteAdmin[1];
        RestanteAdmin admin = new RestanteAdmin(node.broker(), TRANSLATION, () -> {
            administrations.remove(self[0]);
            node.release(getLingerDuration());
        });
        self[0] = admin;
        administrations.add(admin);
        return admin;
    }

    /**
     * The same factory, with sessions that take part in the application's own JDBC transactions in the database of the
     * store (BEY-01): what they send and receive is executed on the application's connection and takes effect with its
     * commit, together with the application's rows; no two-phase commit, no outbox.
     *
     * <p>All sessions of its connections are of that kind, whatever mode they are created with, and say that they are
     * transacted. {@code commit} and {@code rollback} throw {@link jakarta.jms.TransactionInProgressException}. A
     * message that is received is completed in the transaction; if that is rolled back it is delivered again, counted.
     * Queues only: there are no topics, no message listeners and no duplicate ids in such transactions, and whoever
     * asks for them is refused.
     *
     * <p>Options of this factory hold; closing it closes those connections.
     *
     * @param transactions where the transactions are found
     */
    public final ConnectionFactory joining(JdbcTransactions transactions) {
        return new JoiningConnectionFactory(this, requireNonNull(transactions, "transactions"));
    }

    /** One of the ways to open a connection. */
    interface Opening<C extends RestanteConnection> {
        C open(
                dev.restante.broker.Broker broker,
                ConnectionOptions options,
                dev.restante.jms.core.ClientIdRegistry clientIds,
                Runnable onClosed)
                throws JMSException;
    }

    final <C extends RestanteConnection> C connect(@Nullable Credentials given, Opening<C> opening)
            throws JMSException {
        SharedNode node = use(given);
        RestanteConnection[] self = new RestanteConnection[1];
        try {
            C connection = opening.open(node.broker(), connectionOptions(), node, () -> {
                connections.remove(self[0]);
                node.release(getLingerDuration());
            });
            self[0] = connection;
            connections.add(connection);
            return connection;
        } catch (JMSException | RuntimeException refused) {
            node.release(getLingerDuration());
            throw refused;
        }
    }

    /**
     * A node to complete branches with. A store that is not there has not lost its branches: it may be there later, so
     * none is created.
     */
    final RecoveryXaResource.Node recoveryNode() throws JMSException {
        if (NodeRegistry.JVM.ending()) {
            throw new IllegalStateException("The JVM ends; others recover", ErrorCodes.CLOSED);
        }
        SharedNode node = use(null, false);
        return new RecoveryXaResource.Node() {
            @Override
            public TransactionBranches branches() {
                return node.broker().branches();
            }

            @Override
            public void close() {
                node.release(getLingerDuration());
            }
        };
    }

    private SharedNode use(@Nullable Credentials given) throws JMSException {
        return use(given, isCreateStore());
    }

    /** The node with one more user, who has proved to be one where that is asked for. */
    private SharedNode use(@Nullable Credentials given, boolean createStore) throws JMSException {
        freeze();
        NodeSettings settings = new NodeSettings(
                getLeaseDuration(),
                getStoreTimeout(),
                getMaxMessageBytes(),
                getMaxLargeBodyBytes(),
                isShutdownHook(),
                timeSource(),
                isJmx(),
                createStore);
        NodeAccess access = dataSource != null
                ? NodeAccess.given(dataSource, Credentials.of(getUser(), password()))
                : NodeAccess.url(getUrl(), Credentials.of(getUser(), password()));
        SharedNode node = access.use(given, settings, getLingerDuration());
        lastNode = node;
        return node;
    }

    private ConnectionOptions connectionOptions() {
        return new ConnectionOptions(
                getClientId(),
                isAutoCreateQueues(),
                isAutoCreateTopics(),
                switch (getExpirationBase()) {
                    case DELIVERY -> SendRequest.ExpirationBase.DELIVERY;
                    case SEND -> SendRequest.ExpirationBase.SEND;
                },
                switch (getAutoAcknowledge()) {
                    case STRICT -> 0;
                    case PIPELINED -> 1_000;
                },
                getMaxInFlightSends(),
                getAutoRenewLocks(),
                isKeepJvmAlive(),
                objectPolicy(),
                MadeExceptions.INSTANCE);
    }

    /**
     * Closes the connections that it has made, and the store unless other factories of this JVM use it. It can make
     * connections again afterwards.
     *
     * @throws JMSException if a connection can't be closed, such as from a listener of its own; the others are closed
     */
    @Override
    public final void close() throws JMSException {
        JMSException first = null;
        for (RestanteConnection connection : List.copyOf(connections)) {
            try {
                connection.end();
            } catch (JMSException failure) {
                if (first == null) {
                    first = failure;
                } else {
                    first.addSuppressed(failure);
                }
            }
        }
        List.copyOf(administrations).forEach(RestanteAdmin::close);
        SharedNode node = lastNode;
        if (node != null) {
            node.endIfIdle();
        }
        if (first != null) {
            throw first;
        }
    }

    /**
     * What a naming service stores (GEN-05): each option that differs from its default, by name.
     *
     * @throws NamingException if the factory was made with a data source, which a reference can't contain
     */
    @Override
    public final Reference getReference() throws NamingException {
        if (dataSource != null) {
            throw new NamingException(WITH_DATA_SOURCE);
        }
        Reference reference = new Reference(getClass().getName(), OBJECT_FACTORY, null);
        FactoryOption.changed(this).forEach((option, text) -> {
            boolean secret = option == FactoryOption.PASSWORD
                    || (option == FactoryOption.URL && !UrlOptions.shown(text).equals(text));
            reference.add(
                    secret
                            ? new SecretAddress(option.optionName(), text)
                            : new StringRefAddr(option.optionName(), text));
        });
        return reference;
    }

    @Serial
    final Object writeReplace() throws NotSerializableException {
        if (dataSource != null) {
            throw new NotSerializableException(WITH_DATA_SOURCE);
        }
        return SerializedFactory.of(this);
    }

    @Serial
    private void readObject(ObjectInputStream stream) throws InvalidObjectException {
        throw new InvalidObjectException("a connection factory is serialised as its options only");
    }

    /** Names the store, and nothing secret. */
    @Override
    public final String toString() {
        String store = dataSource != null
                ? dataSource.getClass().getName()
                : UrlOptions.shown(getUrl()).replaceAll("[?;].*", "");
        return getClass().getSimpleName() + "[" + store + ", user=" + getUser() + "]";
    }
}
