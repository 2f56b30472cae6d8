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
import dev.restante.jms.observe.Observers;
import dev.restante.jms.xa.RecoveryXaResource;
import dev.restante.model.CallBound;
import dev.restante.socket.Calls;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The connections and administrations that a factory has open. Each is a user of the store's node. Thread-safe. */
final class OpenConnections {

    private static final ExceptionTranslation TRANSLATION = new ExceptionTranslation(MadeExceptions.INSTANCE);

    private final ConnectionFactoryOptions factory;
    private final @Nullable DataSource dataSource;
    private final Set<RestanteConnection> connections = ConcurrentHashMap.newKeySet();
    private final Set<RestanteAdmin> administrations = ConcurrentHashMap.newKeySet();
    private final Observers observers = new Observers();
    private volatile @Nullable SharedNode lastNode;

    /**
     * None yet.
     *
     * @param factory the options, which can't be changed any more once something is open
     * @param dataSource where the store is; null if it is where the options say
     */
    OpenConnections(ConnectionFactoryOptions factory, @Nullable DataSource dataSource) {
        this.factory = factory;
        this.dataSource = dataSource;
    }

    /** One of the ways to open a connection. */
    interface Opening<C extends RestanteConnection> {
        C open(Broker broker, ConnectionOptions options, ClientIdRegistry clientIds, Runnable onClosed)
                throws JMSException;
    }

    /**
     * Opens a connection.
     *
     * @param given to {@code createConnection}; or null
     */
    <C extends RestanteConnection> C open(@Nullable Credentials given, Opening<C> opening) throws JMSException {
        SharedNode node = use(given, factory.isCreateStore());
        RestanteConnection[] self = new RestanteConnection[1];
        try {
            C connection = opening.open(node.broker(), connectionOptions(), node, () -> {
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

    /** Opens an administration. */
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

    private CallBound bounded() {
        return NodeAccess.bounded(factory.getStoreTimeout());
    }

    private RestanteAdmin toolAdmin() throws JMSException {
        ToolAdministration.Opening own = new ToolAdministration.Opening() {
            @Override
            public SharedNode use() throws JMSException {
                return OpenConnections.this.use(null, factory.isCreateStore());
            }

            @Override
            public void release(SharedNode node) {
                OpenConnections.this.release(node);
            }
        };
        ToolAdministration calls =
                ToolAdministration.open(own, HeldStore.login(access().opening(null)), factory.getStoreTimeout());
        RestanteAdmin[] self = new RestanteAdmin[1];
        RestanteAdmin admin = new RestanteAdmin(Calls.madeBy(calls), TRANSLATION, this::bounded, () -> {
            administrations.remove(self[0]);
            calls.close();
        });
        self[0] = admin;
        administrations.add(admin);
        return admin;
    }

    /** The node that was used last, if it is open; nothing is opened. */
    Optional<RestanteAdmin.Node> openNode() {
        SharedNode node = lastNode;
        return node == null
                ? Optional.empty()
                : node.openBroker()
                        .map(broker -> new RestanteAdmin(broker, TRANSLATION, broker::bounded, () -> {}))
                        .map(RestanteAdmin::node);
    }

    /**
     * A node to complete branches with. A store that is not there has not lost its branches: it may be there later, so
     * none is created.
     */
    RecoveryXaResource.Node recoveryNode() throws JMSException {
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
            public CallBound bounded() {
                return node.broker().bounded();
            }

            @Override
            public void close() {
                release(node);
            }
        };
    }

    /** The node with one more user, who has proved to be one where that is asked for. */
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
        SharedNode node = access().use(given, settings, factory.getLingerDuration());
        lastNode = node;
        return node;
    }

    private NodeAccess access() {
        Credentials set = Credentials.of(factory.getUser(), factory.password());
        return dataSource != null ? NodeAccess.given(dataSource, set) : NodeAccess.url(factory.getUrl(), set);
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
                    case DELIVERY -> SendRequest.ExpirationBase.DELIVERY;
                    case SEND -> SendRequest.ExpirationBase.SEND;
                },
                switch (factory.getAutoAcknowledge()) {
                    case STRICT -> 0;
                    case PIPELINED -> 1_000;
                },
                factory.getMaxInFlightSends(),
                factory.getAutoRenewLocks(),
                factory.isKeepJvmAlive(),
                factory.objectPolicy(),
                MadeExceptions.INSTANCE,
                observers);
    }

    /** Who hears of what they do with messages. */
    Observers observers() {
        return observers;
    }

    /**
     * Closes all that is open, and the node unless it has other users.
     *
     * @throws JMSException the first of those that closing connections throws; the others are closed all the same
     */
    void close() throws JMSException {
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
}
