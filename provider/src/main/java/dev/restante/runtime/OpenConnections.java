package dev.restante.runtime;

import dev.restante.admin.RestanteAdmin;
import dev.restante.api.ErrorCodes;
import dev.restante.broker.Broker;
import dev.restante.broker.BrokerAdministration;
import dev.restante.broker.BrokerException;
import dev.restante.broker.TransactionBranches;
import dev.restante.jms.RestanteConnection;
import dev.restante.jms.core.ClientIdRegistry;
import dev.restante.jms.core.ConnectionOptions;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.jms.observe.ObserverRegistry;
import dev.restante.jms.xa.RecoveryXaResource;
import dev.restante.model.CallTimeBudget;
import dev.restante.model.DisplayText;
import dev.restante.model.StoredTextKind;
import dev.restante.option.LocalAccess;
import dev.restante.socket.RemoteCallTable;
import dev.restante.store.CredentialsRejectedException;
import dev.restante.store.StoreException;
import dev.restante.store.jdbc.connect.StoreLocation;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.ResourceAllocationException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Opener of the connections and administrations of one connection factory, which tracks the open ones so that the
 * factory can close them. Thread-safe.
 */
public final class OpenConnections implements ToolAdministration.LocalNodeSource {

    private final FactoryOptions options;
    private final @Nullable DataSource dataSource;
    private final Set<RestanteConnection> connections = ConcurrentHashMap.newKeySet();
    private final Set<RestanteAdmin> administrations = ConcurrentHashMap.newKeySet();
    private final ObserverRegistry observers = new ObserverRegistry();
    private volatile @Nullable SharedNode lastNode;

    /**
     * Creates an empty set.
     *
     * @param options the options, frozen when the first connection opens
     * @param dataSource the data source of the store; null if the options contain the URL
     */
    public OpenConnections(FactoryOptions options, @Nullable DataSource dataSource) {
        this.options = options;
        this.dataSource = dataSource;
    }

    public interface ConnectionConstructor<C extends RestanteConnection> {
        C create(Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed);
    }

    /** Opens a connection. */
    public <C extends RestanteConnection> C open(@Nullable Credentials given, ConnectionConstructor<C> constructor)
            throws JMSException {
        SharedNode node = use(given, options.get(FactoryOption.CREATE_STORE));
        RestanteConnection[] self = new RestanteConnection[1];
        try {
            C connection = constructor.create(node.broker(), options.connectionOptions(observers), node, () -> {
                connections.remove(self[0]);
                release(node);
            });
            connection.open();
            self[0] = connection;
            connections.add(connection);
            return connection;
        } catch (JMSException | RuntimeException refused) {
            release(node);
            throw refused;
        }
    }

    public RestanteAdmin admin() throws JMSException {
        if (options.get(FactoryOption.LOCAL_ACCESS) == LocalAccess.TOOL) {
            ToolAdministration calls = ToolAdministration.open(
                    this, openingCredentials(null).socketLogin(), options.get(FactoryOption.STORE_TIMEOUT));
            return opened(RemoteCallTable.proxyFor(calls), calls::close);
        }
        SharedNode node = use();
        return opened(node.broker(), () -> release(node));
    }

    private RestanteAdmin opened(BrokerAdministration node, Runnable onClosed) {
        RestanteAdmin[] self = new RestanteAdmin[1];
        RestanteAdmin admin = new RestanteAdmin(node, this::bounded, () -> {
            administrations.remove(self[0]);
            onClosed.run();
        });
        self[0] = admin;
        administrations.add(admin);
        return admin;
    }

    /** Begins a call with the {@linkplain CallTimeBudget time budget} of the store timeout. */
    private CallTimeBudget bounded() {
        return CallTimeBudget.start(options.maxWaitNanos());
    }

    /** Returns the last used node if it is open, without opening it. */
    public Optional<RestanteAdmin.NodeDescription> openNode() {
        SharedNode node = lastNode;
        return node == null ? Optional.empty() : node.openBroker().flatMap(OpenConnections::describe);
    }

    private static Optional<RestanteAdmin.NodeDescription> describe(Broker broker) {
        try {
            return Optional.of(new RestanteAdmin(broker, broker::beginCall, () -> {}).node());
        } catch (JMSException closed) {
            return Optional.empty();
        }
    }

    /**
     * Returns a node that completes branches. It never creates a missing store, because the store and its branches may
     * become available later.
     */
    public RecoveryXaResource.RecoveryNode recoveryNode() throws JMSException {
        if (NodeRegistry.INSTANCE.jvmEnding()) {
            throw new IllegalStateException(
                    "The JVM is shutting down, so this process does not recover branches."
                            + " Another process can recover them.",
                    ErrorCodes.CLOSED);
        }
        SharedNode node = use(null, false);
        return new RecoveryXaResource.RecoveryNode() {
            @Override
            public TransactionBranches branches() {
                return node.broker().branches();
            }

            @Override
            public CallTimeBudget startTimeBudget() {
                return node.broker().beginCall();
            }

            @Override
            public void close() {
                release(node);
            }
        };
    }

    /** Returns the node after adding a user, and creates a missing store if the options allow it. */
    @Override
    public SharedNode use() throws JMSException {
        return use(null, options.get(FactoryOption.CREATE_STORE));
    }

    /**
     * Returns the node after adding a user and checking the credentials.
     *
     * @param given the credentials given to {@code createConnection}, or null
     */
    private SharedNode use(@Nullable Credentials given, boolean createStore) throws JMSException {
        options.freeze();
        requireStorable(configuredCredentials());
        requireStorable(given);
        try (CallTimeBudget unused = bounded()) {
            SharedNode node = acquire(openingCredentials(given), createStore);
            try {
                authenticate(node, given);
            } catch (JMSException | RuntimeException refused) {
                release(node);
                throw refused;
            }
            lastNode = node;
            return node;
        }
    }

    private SharedNode acquire(Credentials opening, boolean createStore) throws JMSException {
        try {
            StoreLocation location = dataSource != null
                    ? new StoreLocation.ApplicationDataSource(dataSource)
                    : new StoreLocation.Url(options.get(FactoryOption.URL), opening.user(), opening.password());
            return NodeRegistry.INSTANCE.acquire(new NodeRequest(location, opening, options, createStore));
        } catch (CredentialsRejectedException rejected) {
            throw ExceptionTranslation.withCause(
                    new JMSSecurityException(text(rejected), ErrorCodes.SECURITY), rejected);
        } catch (SharedNode.OptionConflictException conflict) {
            throw ExceptionTranslation.withCause(
                    new IllegalStateException(text(conflict), ErrorCodes.ILLEGAL_STATE), conflict);
        } catch (StoreException failure) {
            throw storeFailed(failure);
        } catch (RuntimeException failure) {
            throw ExceptionTranslation.translateUnexpected(failure);
        }
    }

    /** Returns the exception for a store that cannot be used (EXC-15). */
    public static JMSException storeFailed(StoreException failure) {
        BrokerException.BrokerErrorReason reason =
                switch (failure.kind()) {
                    case UNAVAILABLE, TRANSIENT -> BrokerException.BrokerErrorReason.STORE_UNAVAILABLE;
                    case CONSTRAINT, OUTCOME_UNKNOWN, FENCED, PROTECTED, CLOSED, DAMAGED, FATAL ->
                        BrokerException.BrokerErrorReason.STORE_FAILED;
                };
        return ExceptionTranslation.withCause(
                new ResourceAllocationException(text(failure), ExceptionTranslation.errorCode(reason)), failure);
    }

    private static String text(Exception failure) {
        return String.valueOf(failure.getMessage());
    }

    /** Returns the credentials in the options or the URL, or null. */
    private @Nullable Credentials configuredCredentials() {
        Credentials set = Credentials.of(options.get(FactoryOption.USER), options.get(FactoryOption.PASSWORD));
        if (set != null || dataSource != null) {
            return set;
        }
        String url = options.get(FactoryOption.URL);
        return Credentials.of(StoreLocation.Url.userIn(url), StoreLocation.Url.passwordIn(url));
    }

    private Credentials openingCredentials(@Nullable Credentials given) {
        Credentials configured = configuredCredentials();
        return configured != null ? configured : given != null ? given : Credentials.DEFAULT;
    }

    /** Rejects texts that drivers would change, or for which they would report an unreachable database (SND-08). */
    private static void requireStorable(@Nullable Credentials credentials) throws JMSSecurityException {
        if (credentials != null
                && !(StoredTextKind.isStorable(credentials.user())
                        && StoredTextKind.isStorable(credentials.password()))) {
            throw new JMSSecurityException(
                    "The user " + DisplayText.quote(credentials.user())
                            + " or the password contains a NUL character or an unpaired surrogate, which no"
                            + " database accepts",
                    ErrorCodes.SECURITY);
        }
    }

    /**
     * Checks the given credentials, or else the credentials of the factory. A data source without other credentials has
     * its own. The credentials with which this JVM opened the store are already checked.
     */
    private void authenticate(SharedNode node, @Nullable Credentials given) throws JMSException {
        Credentials proof =
                given != null ? given : dataSource != null ? configuredCredentials() : openingCredentials(null);
        boolean openedWithThem = dataSource == null && node.openingCredentials().equals(proof);
        if (proof == null || openedWithThem) {
            return;
        }
        boolean accepted;
        try {
            accepted = node.store().authenticate(proof.user(), proof.password());
        } catch (StoreException failure) {
            throw storeFailed(failure);
        }
        if (!accepted) {
            throw new JMSSecurityException(
                    "The store rejects user " + DisplayText.quote(proof.user()) + " or the password",
                    ErrorCodes.SECURITY);
        }
    }

    @Override
    public void release(SharedNode node) {
        node.release(options.get(FactoryOption.LINGER_DURATION));
    }

    public ObserverRegistry observers() {
        return observers;
    }

    /**
     * Closes all connections and administrations, and the node if it has no other user.
     *
     * @throws JMSException the first failure; the remaining connections are closed as well
     */
    public void close() throws JMSException {
        JMSException first = null;
        for (RestanteConnection connection : List.copyOf(connections)) {
            try {
                connection.closeAbandoningTransactions();
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
            node.closeIfIdle();
        }
        if (first != null) {
            throw first;
        }
    }
}
