package dev.restante;

import dev.restante.admin.RestanteAdmin;
import dev.restante.api.ErrorCodes;
import dev.restante.broker.Broker;
import dev.restante.broker.SendRequest;
import dev.restante.broker.TransactionBranches;
import dev.restante.jms.RestanteConnection;
import dev.restante.jms.core.ClientIdRegistry;
import dev.restante.jms.core.ConnectionOptions;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.jms.observe.ObserverRegistry;
import dev.restante.jms.xa.RecoveryXaResource;
import dev.restante.model.CallTimeBudget;
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
final class OpenConnections {

    private static final ExceptionTranslation TRANSLATION = new ExceptionTranslation(RestanteExceptionFactory.INSTANCE);

    private final ConnectionFactoryOptions factory;
    private final @Nullable DataSource dataSource;
    private final Set<RestanteConnection> connections = ConcurrentHashMap.newKeySet();
    private final Set<RestanteAdmin> administrations = ConcurrentHashMap.newKeySet();
    private final ObserverRegistry observers = new ObserverRegistry();
    private volatile @Nullable SharedNode lastNode;

    /**
     * Creates an empty set.
     *
     * @param factory the options, frozen when the first connection opens
     * @param dataSource the data source of the store; null if the options contain the URL
     */
    OpenConnections(ConnectionFactoryOptions factory, @Nullable DataSource dataSource) {
        this.factory = factory;
        this.dataSource = dataSource;
    }

    interface ConnectionConstructor<C extends RestanteConnection> {
        C open(Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed)
                throws JMSException;
    }

    /** Opens a connection. */
    <C extends RestanteConnection> C open(@Nullable Credentials given, ConnectionConstructor<C> constructor)
            throws JMSException {
        SharedNode node = use(given, factory.isCreateStore());
        RestanteConnection[] self = new RestanteConnection[1];
        try {
            C connection = constructor.open(node.broker(), connectionOptions(), node, () -> {
                connections.remove(self[0]);
                release(node);
            });
            self[0] = connection;
            connections.add(connection);
            return connection;
        } catch (JMSException | RuntimeException refused) {
            release(node);
            throw refused;
        }
    }

    RestanteAdmin admin() throws JMSException {
        if (factory.getLocalAccess() == LocalAccess.TOOL) {
            return toolAdmin();
        }
        SharedNode node = use(null, factory.isCreateStore());
        RestanteAdmin[] self = new RestanteAdmin[1];
        RestanteAdmin admin = new RestanteAdmin(node.broker(), TRANSLATION, this::bounded, () -> {
            administrations.remove(self[0]);
            release(node);
        });
        self[0] = admin;
        administrations.add(admin);
        return admin;
    }

    private CallTimeBudget bounded() {
        return NodeAccess.bounded(factory.getStoreTimeout());
    }

    private RestanteAdmin toolAdmin() throws JMSException {
        ToolAdministration.LocalNodeSource own = new ToolAdministration.LocalNodeSource() {
            @Override
            public SharedNode use() throws JMSException {
                return OpenConnections.this.use(null, factory.isCreateStore());
            }

            @Override
            public void release(SharedNode node) {
                OpenConnections.this.release(node);
            }
        };
        ToolAdministration calls = ToolAdministration.open(
                own, StoreTakeover.login(access().openingCredentials(null)), factory.getStoreTimeout());
        RestanteAdmin[] self = new RestanteAdmin[1];
        RestanteAdmin admin = new RestanteAdmin(RemoteCallTable.proxyFor(calls), TRANSLATION, this::bounded, () -> {
            administrations.remove(self[0]);
            calls.close();
        });
        self[0] = admin;
        administrations.add(admin);
        return admin;
    }

    /** Returns the last used node if it is open, without opening it. */
    Optional<RestanteAdmin.NodeDescription> openNode() {
        SharedNode node = lastNode;
        return node == null ? Optional.empty() : node.openBroker().flatMap(OpenConnections::describe);
    }

    private static Optional<RestanteAdmin.NodeDescription> describe(Broker broker) {
        try {
            return Optional.of(new RestanteAdmin(broker, TRANSLATION, broker::beginCall, () -> {}).node());
        } catch (JMSException closed) {
            return Optional.empty();
        }
    }

    /**
     * Returns a node that completes branches. It never creates a missing store, because the store and its branches may
     * become available later.
     */
    RecoveryXaResource.RecoveryNode recoveryNode() throws JMSException {
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
        factory.freeze();
        NodeSettings settings = new NodeSettings(
                factory.getLeaseDuration(),
                factory.getStoreTimeout(),
                factory.getMaxMessageBytes(),
                factory.getMaxLargeBodyBytes(),
                factory.isShutdownHook(),
                factory.machineClock(),
                factory.isJmx(),
                factory.getLocalAccess(),
                createStore);
        SharedNode node = access().acquire(given, settings, factory.getLingerDuration());
        lastNode = node;
        return node;
    }

    private NodeAccess access() {
        Credentials set = Credentials.of(factory.getUser(), factory.password());
        return dataSource != null ? NodeAccess.ofDataSource(dataSource, set) : NodeAccess.ofUrl(factory.getUrl(), set);
    }

    private void release(SharedNode node) {
        node.release(factory.getLingerDuration());
    }

    private ConnectionOptions connectionOptions() {
        return new ConnectionOptions(
                factory.getClientId(),
                factory.isAutoCreateQueues(),
                factory.isAutoCreateTopics(),
                switch (factory.getExpirationBase()) {
                    case DELIVERY -> SendRequest.TimeToLiveStart.DELIVERY;
                    case SEND -> SendRequest.TimeToLiveStart.SEND;
                },
                switch (factory.getAutoAcknowledge()) {
                    case STRICT -> 0;
                    case PIPELINED -> 1_000;
                },
                factory.getMaxInFlightSends(),
                factory.getAutoRenewLocksFor(),
                factory.isKeepJvmAlive(),
                factory.objectPolicy(),
                RestanteExceptionFactory.INSTANCE,
                observers);
    }

    ObserverRegistry observers() {
        return observers;
    }

    /**
     * Closes all connections and administrations, and the node if it has no other user.
     *
     * @throws JMSException the first failure; the remaining connections are closed as well
     */
    void close() throws JMSException {
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
