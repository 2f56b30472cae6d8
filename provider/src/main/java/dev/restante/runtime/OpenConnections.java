package dev.restante.runtime;

import dev.restante.admin.RestanteAdmin;
import dev.restante.api.ErrorCodes;
import dev.restante.broker.Broker;
import dev.restante.broker.SendRequest;
import dev.restante.broker.TransactionBranches;
import dev.restante.jms.RestanteConnection;
import dev.restante.jms.core.ClientIdRegistry;
import dev.restante.jms.core.ConnectionOptions;
import dev.restante.jms.message.object.ObjectInputFilterPolicy;
import dev.restante.jms.observe.ObserverRegistry;
import dev.restante.jms.xa.RecoveryXaResource;
import dev.restante.model.CallTimeBudget;
import dev.restante.option.LocalAccess;
import dev.restante.socket.RemoteCallTable;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
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
public final class OpenConnections {


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
            C connection = constructor.create(node.broker(), connectionOptions(), node, () -> {
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
            return toolAdmin();
        }
        SharedNode node = use(null, options.get(FactoryOption.CREATE_STORE));
        RestanteAdmin[] self = new RestanteAdmin[1];
        RestanteAdmin admin = new RestanteAdmin(node.broker(), this::bounded, () -> {
            administrations.remove(self[0]);
            release(node);
        });
        self[0] = admin;
        administrations.add(admin);
        return admin;
    }

    private CallTimeBudget bounded() {
        return NodeAccess.bounded(options.get(FactoryOption.STORE_TIMEOUT));
    }

    private RestanteAdmin toolAdmin() throws JMSException {
        ToolAdministration.LocalNodeSource own = new ToolAdministration.LocalNodeSource() {
            @Override
            public SharedNode use() throws JMSException {
                return OpenConnections.this.use(null, options.get(FactoryOption.CREATE_STORE));
            }

            @Override
            public void release(SharedNode node) {
                OpenConnections.this.release(node);
            }
        };
        ToolAdministration calls = ToolAdministration.open(
                own, StoreTakeover.login(access().openingCredentials(null)), options.get(FactoryOption.STORE_TIMEOUT));
        RestanteAdmin[] self = new RestanteAdmin[1];
        RestanteAdmin admin = new RestanteAdmin(RemoteCallTable.proxyFor(calls), this::bounded, () -> {
            administrations.remove(self[0]);
            calls.close();
        });
        self[0] = admin;
        administrations.add(admin);
        return admin;
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

    private SharedNode use(@Nullable Credentials given, boolean createStore) throws JMSException {
        options.freeze();
        NodeSettings settings = new NodeSettings(
                options.get(FactoryOption.LEASE_DURATION),
                options.get(FactoryOption.STORE_TIMEOUT),
                options.get(FactoryOption.MAX_MESSAGE_BYTES),
                options.get(FactoryOption.MAX_LARGE_BODY_BYTES),
                options.get(FactoryOption.SHUTDOWN_HOOK),
                options.machineClock(),
                options.get(FactoryOption.JMX),
                options.get(FactoryOption.LOCAL_ACCESS),
                createStore);
        SharedNode node = access().acquire(given, settings, options.get(FactoryOption.LINGER_DURATION));
        lastNode = node;
        return node;
    }

    private NodeAccess access() {
        Credentials set = Credentials.of(options.get(FactoryOption.USER), options.get(FactoryOption.PASSWORD));
        return dataSource != null
                ? NodeAccess.ofDataSource(dataSource, set)
                : NodeAccess.ofUrl(options.get(FactoryOption.URL), set);
    }

    private void release(SharedNode node) {
        node.release(options.get(FactoryOption.LINGER_DURATION));
    }

    private ConnectionOptions connectionOptions() {
        return new ConnectionOptions(
                options.get(FactoryOption.CLIENT_ID),
                options.get(FactoryOption.AUTO_CREATE_QUEUES),
                options.get(FactoryOption.AUTO_CREATE_TOPICS),
                switch (options.get(FactoryOption.EXPIRATION_BASE)) {
                    case DELIVERY -> SendRequest.TimeToLiveStart.DELIVERY;
                    case SEND -> SendRequest.TimeToLiveStart.SEND;
                },
                switch (options.get(FactoryOption.AUTO_ACKNOWLEDGE)) {
                    case STRICT -> 0;
                    case PIPELINED -> 1_000;
                },
                options.get(FactoryOption.MAX_IN_FLIGHT_SENDS),
                options.get(FactoryOption.AUTO_RENEW_LOCKS_FOR),
                options.get(FactoryOption.KEEP_JVM_ALIVE),
                ObjectInputFilterPolicy.of(options.get(FactoryOption.OBJECT_MESSAGE_ALLOW_LIST)),
                observers);
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
