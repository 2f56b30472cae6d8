package dev.restante;

import static java.util.Objects.requireNonNull;

import dev.restante.admin.RestanteAdmin;
import dev.restante.api.JdbcTransactionProvider;
import dev.restante.jms.ConnectionKinds.QueueRestanteConnection;
import dev.restante.jms.ConnectionKinds.TopicRestanteConnection;
import dev.restante.jms.ConnectionKinds.UnifiedRestanteConnection;
import dev.restante.jms.context.JmsContext;
import dev.restante.jms.error.UncheckedCalls;
import dev.restante.observe.MessageObserver;
import dev.restante.runtime.Credentials;
import dev.restante.runtime.FactoryOption;
import dev.restante.runtime.JdbcTransactionConnectionFactory;
import dev.restante.runtime.OpenConnections;
import dev.restante.runtime.SecretRefAddr;
import dev.restante.store.jdbc.connect.StoreLocation;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicConnectionFactory;
import java.io.InvalidObjectException;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamException;
import java.io.Serial;
import java.io.Serializable;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.naming.NamingException;
import javax.naming.Reference;
import javax.naming.Referenceable;
import javax.naming.StringRefAddr;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Connection factory of Restante: the entry point of an application.
 *
 * <p>The first connection opens the store. All connections to the store in this JVM share its node, even if different
 * factories created them. After the last connection is closed, the store stays open for the
 * {@linkplain #getLingerDuration linger duration}; {@link #close} closes it immediately.
 *
 * <p>{@code createConnection(user, password)} checks the credentials against the store's database. An embedded store
 * has the credentials with which it was created, by default user {@code SA} and an empty password.
 *
 * <p>A factory without a data source can be bound in a naming service and serialized. It then includes its options and
 * the password, but not its connections. Any reader of the naming service or the bytes can read the password. To avoid
 * this, give the password only to {@code createConnection(user, password)}. {@code toString} of the factory and of its
 * reference omit the password.
 *
 * <p>Thread-safe after its options are set.
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

    /** Class name as a text, because a reference needs a text and the naming package depends on this package. */
    private static final String OBJECT_FACTORY = "dev.restante.jndi.RestanteObjectFactory";

    private static final String WITH_DATA_SOURCE =
            "A connection factory with a DataSource cannot be serialized or bound in JNDI. Use a factory with a"
                    + " URL, or create the factory where it is used.";

    private final transient @Nullable DataSource dataSource;
    private final transient OpenConnections connections;

    /** Creates a factory for the embedded store {@value RestanteConnectionFactory#DEFAULT_URL}. */
    public RestanteConnectionFactory() {
        this.dataSource = null;
        this.connections = new OpenConnections(options(), null);
    }

    /**
     * Creates a factory for the store with a JDBC URL.
     *
     * @param jdbcUrl see {@link #getUrl}
     * @throws IllegalArgumentException if the path of a file database is invalid
     */
    public RestanteConnectionFactory(String jdbcUrl) {
        this.dataSource = null;
        this.connections = new OpenConnections(options(), null);
        setUrl(jdbcUrl);
    }

    /**
     * Creates a factory for the store in the database of a data source, which Restante never closes.
     *
     * @param dataSource a data source for HSQLDB, PostgreSQL, MariaDB or MySQL
     */
    public RestanteConnectionFactory(DataSource dataSource) {
        this.dataSource = requireNonNull(dataSource, "dataSource");
        this.connections = new OpenConnections(options(), dataSource);
    }

    /**
     * Sets options by name from texts as in a URL: all of them, or none if one is invalid.
     *
     * @param options the values by JavaBean property name; an empty text means null for a nullable option
     * @throws IllegalArgumentException if an option does not exist or has an invalid value; the message contains the
     *     most similar name
     */
    public void configure(Map<String, String> options) {
        options().setTexts(options);
    }

    /**
     * Sets the {@linkplain #getUrl URL}. Parameters with names that begin with {@code restante.} are options, which are
     * set like by their own setters: {@code jdbc:hsqldb:file:PATH;restante.autoAcknowledge=PIPELINED} or
     * {@code jdbc:postgresql://HOST/DATABASE?restante.storeTimeout=10s&restante.autoCreateQueues=false}. The method
     * does not check whether the store exists.
     *
     * @throws IllegalArgumentException if the text is not a JDBC URL, or a path, option or value is invalid; nothing is
     *     changed then
     */
    public void setUrl(String value) {
        options().setUrl(requireNonNull(value, "url"));
    }

    @Override
    public final Connection createConnection() throws JMSException {
        return connections.open(null, UnifiedRestanteConnection::new);
    }

    @Override
    public final Connection createConnection(@Nullable String userName, @Nullable String password) throws JMSException {
        return connections.open(Credentials.of(userName, password), UnifiedRestanteConnection::new);
    }

    @Override
    public final QueueConnection createQueueConnection() throws JMSException {
        return connections.open(null, QueueRestanteConnection::new);
    }

    @Override
    public final QueueConnection createQueueConnection(@Nullable String userName, @Nullable String password)
            throws JMSException {
        return connections.open(Credentials.of(userName, password), QueueRestanteConnection::new);
    }

    @Override
    public final TopicConnection createTopicConnection() throws JMSException {
        return connections.open(null, TopicRestanteConnection::new);
    }

    @Override
    public final TopicConnection createTopicConnection(@Nullable String userName, @Nullable String password)
            throws JMSException {
        return connections.open(Credentials.of(userName, password), TopicRestanteConnection::new);
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
            return JmsContext.open(connections.open(given, UnifiedRestanteConnection::new), sessionMode);
        } catch (JMSException refused) {
            throw UncheckedCalls.toUnchecked(refused);
        }
    }

    /**
     * Opens an administration of the store, which keeps the store open until it is closed.
     *
     * @throws JMSException if the store cannot be opened
     */
    public final RestanteAdmin admin() throws JMSException {
        return connections.admin();
    }

    /**
     * Returns the description of the node that this factory used last, as {@link RestanteAdmin#node} does, if the node
     * is open. Neither opens nor queries the store.
     */
    public final Optional<RestanteAdmin.NodeDescription> openNode() {
        return connections.openNode();
    }

    /**
     * Returns a connection factory whose sessions join the application's JDBC transactions in the database of the store
     * (BEY-01). Sends and receives use the connection of the application, and take effect with its commit, together
     * with the application's rows. This needs neither two-phase commit nor an outbox.
     *
     * <p>All sessions of its connections are of this kind in any session mode, and report that they are transacted.
     * {@code commit} and {@code rollback} throw {@link jakarta.jms.TransactionInProgressException}. The transaction
     * completes received messages, which are delivered again with a higher delivery count after a rollback. Topics,
     * message listeners and duplicate ids are rejected.
     *
     * <p>The options of this factory apply; closing this factory closes those connections.
     *
     * @param transactions the lookup of the transactions
     */
    public final ConnectionFactory joiningTransactions(JdbcTransactionProvider transactions) {
        return new JdbcTransactionConnectionFactory(
                this, connections, requireNonNull(transactions, "transactions"), false);
    }

    /**
     * Returns a connection factory whose sessions join the application's JDBC transactions where possible (BEY-06), and
     * are ordinary sessions otherwise.
     *
     * <p>Sends to queues and receives from queues join the transaction of the calling thread, as with
     * {@link #joiningTransactions}. All other operations are executed outside the transaction, and logged once for each
     * kind. These are topics, receives from temporary queues, duplicate ids, last values, the state of message groups,
     * and requests with a temporary destination for the reply. A send or receive fails if the transaction is read-only
     * or has another isolation level than READ COMMITTED.
     *
     * <p>The options of this factory apply; closing this factory closes those connections.
     *
     * @param transactions the lookup of the transactions
     */
    public final ConnectionFactory joiningTransactionsIfPossible(JdbcTransactionProvider transactions) {
        return new JdbcTransactionConnectionFactory(
                this, connections, requireNonNull(transactions, "transactions"), true);
    }

    final OpenConnections connections() {
        return connections;
    }

    /** Adds an observer of all present and future connections of this factory, which serialization and binding omit. */
    public final void addObserver(MessageObserver observer) {
        connections.observers().add(requireNonNull(observer, "observer"));
    }

    /** Removes an observer. It is still notified of the end of operations whose start it has observed. */
    public final void removeObserver(MessageObserver observer) {
        connections.observers().remove(requireNonNull(observer, "observer"));
    }

    /**
     * Closes the connections of this factory, and the store unless other factories of this JVM use it. The factory can
     * create connections again afterwards.
     *
     * @throws JMSException if a connection cannot be closed, for example from its own listener; all other connections
     *     are closed
     */
    @Override
    public final void close() throws JMSException {
        connections.close();
    }

    /**
     * Returns the reference for a naming service (GEN-05), with each option that differs from its default.
     *
     * @throws NamingException if the factory has a data source, which a reference cannot contain
     */
    @Override
    public final Reference getReference() throws NamingException {
        if (dataSource != null) {
            throw new NamingException(WITH_DATA_SOURCE);
        }
        Reference reference = new Reference(getClass().getName(), OBJECT_FACTORY, null);
        changedOptions().forEach((option, text) -> {
            boolean secret = option == FactoryOption.PASSWORD
                    || (option == FactoryOption.URL
                            && !StoreLocation.Url.masked(text).equals(text));
            reference.add(
                    secret
                            ? new SecretRefAddr(option.optionName(), text)
                            : new StringRefAddr(option.optionName(), text));
        });
        return reference;
    }

    @Serial
    final Object writeReplace() throws NotSerializableException {
        if (dataSource != null) {
            throw new NotSerializableException(WITH_DATA_SOURCE);
        }
        return SerializedConnectionFactory.of(this);
    }

    @Serial
    private void readObject(ObjectInputStream stream) throws InvalidObjectException {
        throw new InvalidObjectException("A connection factory can be deserialized only from its options");
    }

    /** Returns the options that differ from their defaults, as texts. */
    final Map<FactoryOption<?>, String> changedOptions() {
        return options().nonDefaultTexts();
    }

    /** Shows the store without secrets. */
    @Override
    public final String toString() {
        String store = dataSource != null
                ? dataSource.getClass().getName()
                : StoreLocation.Url.masked(getUrl()).replaceAll("[?;].*", "");
        return getClass().getSimpleName() + "[" + store + ", user=" + getUser() + "]";
    }

    /**
     * Serialized form of a connection factory: its options as texts, so that other versions can read it.
     *
     * @param xa true for a {@link RestanteXAConnectionFactory}
     * @param options the texts by name, including the password
     */
    record SerializedConnectionFactory(boolean xa, TreeMap<String, String> options) implements Serializable {

        @Serial
        private static final long serialVersionUID = 1L;

        static SerializedConnectionFactory of(RestanteConnectionFactory factory) {
            TreeMap<String, String> options = new TreeMap<>();
            factory.changedOptions().forEach((option, text) -> options.put(option.optionName(), text));
            return new SerializedConnectionFactory(factory instanceof RestanteXAConnectionFactory, options);
        }

        @Serial
        private Object readResolve() throws ObjectStreamException {
            RestanteConnectionFactory factory =
                    xa ? new RestanteXAConnectionFactory() : new RestanteConnectionFactory();
            try {
                factory.configure(Map.copyOf(options));
            } catch (RuntimeException refused) {
                InvalidObjectException invalid = new InvalidObjectException(
                        "The connection factory cannot be" + " deserialized: " + refused.getMessage());
                invalid.initCause(refused);
                throw invalid;
            }
            return factory;
        }

        /** Shows only the names. */
        @Override
        public String toString() {
            return "SerializedConnectionFactory[" + String.join(", ", options.keySet()) + "]";
        }
    }
}
