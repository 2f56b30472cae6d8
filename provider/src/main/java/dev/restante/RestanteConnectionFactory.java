package dev.restante;

import static java.util.Objects.requireNonNull;

import dev.restante.admin.RestanteAdmin;
import dev.restante.jms.Connections;
import dev.restante.jms.context.JmsContext;
import dev.restante.jms.error.UncheckedCalls;
import dev.restante.observe.MessageObserver;
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
import java.nio.file.InvalidPathException;
import java.util.EnumMap;
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

    private final transient @Nullable DataSource dataSource;
    private final transient OpenConnections connections;

    /** Makes connections to the embedded store {@value RestanteConnectionFactory#DEFAULT_URL}. */
    public RestanteConnectionFactory() {
        this.dataSource = null;
        this.connections = new OpenConnections(this, null);
    }

    /**
     * Makes connections to the store with a JDBC URL.
     *
     * @param jdbcUrl see {@link #getUrl}
     * @throws IllegalArgumentException if the path of a file database is none
     */
    public RestanteConnectionFactory(String jdbcUrl) {
        this.dataSource = null;
        this.connections = new OpenConnections(this, null);
        setUrl(jdbcUrl);
    }

    /**
     * Makes connections to the store in the database of a data source, which stays the application's: it is never
     * closed here.
     *
     * @param dataSource for HSQLDB, PostgreSQL, MariaDB or MySQL
     */
    public RestanteConnectionFactory(DataSource dataSource) {
        this.dataSource = requireNonNull(dataSource, "dataSource");
        this.connections = new OpenConnections(this, dataSource);
    }

    /**
     * Sets options by name, from text as it stands in a URL: all of them, or none if one is refused.
     *
     * @param options values by the names of the JavaBean properties; the empty text is null where an option can be null
     * @throws IllegalArgumentException if there is no such option, naming the nearest, or if it does not have such a
     *     value
     */
    public void configure(Map<String, String> options) {
        change("the configuration");
        Map<FactoryOption, String> known = new EnumMap<>(FactoryOption.class);
        options.forEach((name, text) -> known.put(FactoryOption.named(name), requireNonNull(text, name)));
        RestanteConnectionFactory trial = new RestanteConnectionFactory();
        known.forEach((option, text) -> option.set(trial, text));
        known.forEach((option, text) -> option.set(this, text));
    }

    /**
     * See {@link #getUrl}. Parameters whose names begin with {@code restante.} are options, which are set as by their
     * own setters: {@code jdbc:hsqldb:file:PATH;restante.autoAcknowledge=PIPELINED} or
     * {@code jdbc:postgresql://HOST/DATABASE?restante.storeTimeout=10s&restante.autoCreateQueues=false}.
     *
     * @throws IllegalArgumentException if it is no JDBC URL, if the path of a file database is none, or if there is no
     *     such option or value; nothing is changed then. Whether there is a store is found out by connecting.
     */
    @Override
    public void setUrl(String value) {
        change("url");
        requireNonNull(value, "url");
        try {
            UrlOptions parts = UrlOptions.of(value);
            StoreKey.of(new StoreLocation.Url(parts.url(), "", ""));
            if (!parts.options().isEmpty()) {
                configure(parts.options());
            }
            driverUrl(parts.url());
        } catch (InvalidPathException invalid) {
            throw refusedUrl(value, "it has no valid path: " + invalid.getReason(), invalid);
        } catch (IllegalArgumentException refused) {
            throw refusedUrl(value, String.valueOf(refused.getMessage()), refused);
        }
    }

    private static IllegalArgumentException refusedUrl(String url, String reason, IllegalArgumentException cause) {
        return new IllegalArgumentException("url " + UrlOptions.shown(url) + ": " + reason, cause);
    }

    @Override
    public final Connection createConnection() throws JMSException {
        return connections.open(null, Connections::open);
    }

    @Override
    public final Connection createConnection(@Nullable String userName, @Nullable String password) throws JMSException {
        return connections.open(Credentials.of(userName, password), Connections::open);
    }

    @Override
    public final QueueConnection createQueueConnection() throws JMSException {
        return connections.open(null, Connections::openQueue);
    }

    @Override
    public final QueueConnection createQueueConnection(@Nullable String userName, @Nullable String password)
            throws JMSException {
        return connections.open(Credentials.of(userName, password), Connections::openQueue);
    }

    @Override
    public final TopicConnection createTopicConnection() throws JMSException {
        return connections.open(null, Connections::openTopic);
    }

    @Override
    public final TopicConnection createTopicConnection(@Nullable String userName, @Nullable String password)
            throws JMSException {
        return connections.open(Credentials.of(userName, password), Connections::openTopic);
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
            return JmsContext.open(connections.open(given, Connections::open), sessionMode);
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
        return connections.admin();
    }

    /**
     * The node of this JVM that this factory has used last, as {@link RestanteAdmin#node} has it, if it is open.
     * Nothing is opened, and the store is not asked.
     */
    public final Optional<RestanteAdmin.Node> openNode() {
        return connections.openNode();
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
        return new JoiningConnectionFactory(this, connections, requireNonNull(transactions, "transactions"), false);
    }

    /**
     * The same factory, with sessions that take part in the application's own JDBC transactions where that is possible
     * (BEY-06), and are ordinary ones of their mode otherwise.
     *
     * <p>A send to a queue, and a receive from one by a thread that is in such a transaction, is part of it as with
     * {@link #joining}. Everything else is done as if there was no transaction, which is logged once for each kind:
     * topics, receives from temporary queues, duplicate ids, last values, the state of message groups, and requests,
     * which are messages with a temporary destination to reply to. A transaction that can't be joined, because it is
     * read-only or its isolation is another one than READ COMMITTED, fails the send or receive.
     *
     * <p>Options of this factory hold; closing it closes those connections.
     *
     * @param transactions where the transactions are found
     */
    public final ConnectionFactory mixed(JdbcTransactions transactions) {
        return new JoiningConnectionFactory(this, connections, requireNonNull(transactions, "transactions"), true);
    }

    final OpenConnections connections() {
        return connections;
    }

    /**
     * Has an observer told of what the connections of this factory do with messages, those that are open too. It does
     * not go along where the factory is serialised or bound.
     */
    public final void addObserver(MessageObserver observer) {
        connections.observers().add(requireNonNull(observer, "observer"));
    }

    /** Tells an observer nothing more but the ends of what it has seen begin. */
    public final void removeObserver(MessageObserver observer) {
        connections.observers().remove(requireNonNull(observer, "observer"));
    }

    /**
     * Closes the connections that it has made, and the store unless other factories of this JVM use it. It can make
     * connections again afterwards.
     *
     * @throws JMSException if a connection can't be closed, such as from a listener of its own; the others are closed
     */
    @Override
    public final void close() throws JMSException {
        connections.close();
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
        changedOptions().forEach((option, text) -> {
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
        return SerializedForm.of(this);
    }

    @Serial
    private void readObject(ObjectInputStream stream) throws InvalidObjectException {
        throw new InvalidObjectException("a connection factory is serialised as its options only");
    }

    /** Its options as text, those that differ from the defaults. */
    final Map<FactoryOption, String> changedOptions() {
        return FactoryOption.changed(this, new RestanteConnectionFactory());
    }

    /** Names the store, and nothing secret. */
    @Override
    public final String toString() {
        String store = dataSource != null
                ? dataSource.getClass().getName()
                : UrlOptions.shown(getUrl()).replaceAll("[?;].*", "");
        return getClass().getSimpleName() + "[" + store + ", user=" + getUser() + "]";
    }

    /**
     * The serialised form of a connection factory: its options as text. So a factory that was stored by one version can
     * be read by another.
     *
     * @param xa whether it is one for distributed transactions
     * @param options by name, the password included
     */
    record SerializedForm(boolean xa, TreeMap<String, String> options) implements Serializable {

        @Serial
        private static final long serialVersionUID = 1L;

        static SerializedForm of(RestanteConnectionFactory factory) {
            TreeMap<String, String> options = new TreeMap<>();
            factory.changedOptions().forEach((option, text) -> options.put(option.optionName(), text));
            return new SerializedForm(factory instanceof RestanteXAConnectionFactory, options);
        }

        @Serial
        private Object readResolve() throws ObjectStreamException {
            RestanteConnectionFactory factory =
                    xa ? new RestanteXAConnectionFactory() : new RestanteConnectionFactory();
            try {
                factory.configure(Map.copyOf(options));
            } catch (RuntimeException refused) {
                InvalidObjectException invalid =
                        new InvalidObjectException("the connection factory can't be read: " + refused.getMessage());
                invalid.initCause(refused);
                throw invalid;
            }
            return factory;
        }

        /** The names only. */
        @Override
        public String toString() {
            return "SerializedForm[" + String.join(", ", options.keySet()) + "]";
        }
    }
}
