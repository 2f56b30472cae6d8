package dev.restante.ra.testing;

import com.arjuna.ats.arjuna.common.ObjectStoreEnvironmentBean;
import com.arjuna.ats.arjuna.common.arjPropertyManager;
import com.arjuna.common.internal.util.propertyservice.BeanPopulator;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionEvent;
import jakarta.resource.spi.ConnectionEventListener;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionFactory;
import jakarta.resource.spi.TransactionSupport;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import javax.security.auth.Subject;
import javax.transaction.xa.XAResource;

/**
 * Container that pools managed connections, shares one among the handles of a transaction, and enlists it. Not
 * thread-safe.
 */
public final class TestContainer implements ConnectionManager {

    private static final long serialVersionUID = 1L;

    public final transient TransactionManager transactions;
    public final transient Set<ManagedConnection> free = new HashSet<>();
    public final transient List<ManagedConnection> made = new ArrayList<>();
    public final transient List<Exception> errors = new ArrayList<>();
    private final transient Map<Transaction, Map<Object, ManagedConnection>> shared = new HashMap<>();
    private final transient Map<ManagedConnection, Integer> handles = new HashMap<>();
    private final transient Map<ManagedConnection, ManagedConnectionFactory> factories = new HashMap<>();

    /** Subject of the container-managed authentication. */
    public transient Subject subject;

    /** True if the handles of a transaction share a connection. */
    public boolean shareable = true;

    /** Wrapper that the container puts around XA resources before enlistment. */
    public transient UnaryOperator<XAResource> enlisted = UnaryOperator.identity();

    public TestContainer() {
        this.transactions = Log.manager();
    }

    /** Begins a transaction and enlists the connections of open handles. */
    public void begin() throws Exception {
        transactions.begin();
        for (Map.Entry<ManagedConnection, Integer> each : handles.entrySet()) {
            if (each.getValue() > 0) {
                enlist(transactions.getTransaction(), each, each.getKey());
            }
        }
    }

    /** Rolls the transaction of the calling thread back on another thread, as after a timeout. */
    public static void rollBackFromAnotherThread(TransactionManager transactions) {
        try {
            Transaction transaction = transactions.getTransaction();
            CompletableFuture.runAsync(() -> {
                        try {
                            transaction.rollback();
                        } catch (SystemException e) {
                            throw new IllegalStateException(e);
                        }
                    })
                    .join();
        } catch (SystemException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Log {
        private static boolean configured;

        static synchronized TransactionManager manager() {
            if (!configured) {
                configured = true;
                System.setProperty("org.jboss.logging.provider", "slf4j");
                try {
                    Path directory = Files.createTempDirectory("restante-ra");
                    for (String store : new String[] {"default", "communicationStore", "stateStore"}) {
                        BeanPopulator.getNamedInstance(ObjectStoreEnvironmentBean.class, store)
                                .setObjectStoreDir(directory.toString());
                    }
                    arjPropertyManager.getCoreEnvironmentBean().setNodeIdentifier("restante-ra");
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                } catch (com.arjuna.ats.arjuna.common.CoreEnvironmentBeanException e) {
                    throw new IllegalStateException(e);
                }
                arjPropertyManager.getCoordinatorEnvironmentBean().setTransactionStatusManagerEnable(false);
            }
            return com.arjuna.ats.jta.TransactionManager.transactionManager();
        }
    }

    @Override
    public Object allocateConnection(ManagedConnectionFactory factory, ConnectionRequestInfo info)
            throws ResourceException {
        try {
            Transaction transaction =
                    transactions.getStatus() == Status.STATUS_ACTIVE ? transactions.getTransaction() : null;
            ManagedConnection connection = transaction == null || !shareable
                    ? null
                    : shared.getOrDefault(transaction, Map.of()).get(info);
            if (connection == null) {
                connection = factory.matchManagedConnections(free, subject, info);
                if (connection == null) {
                    connection = factory.createManagedConnection(subject, info);
                    connection.addConnectionEventListener(new Listener());
                    made.add(connection);
                    factories.put(connection, factory);
                }
                free.remove(connection);
                if (transaction != null) {
                    enlist(transaction, shareable ? info : connection, connection);
                }
            }
            handles.merge(connection, 1, Integer::sum);
            return connection.getConnection(subject, info);
        } catch (SystemException | jakarta.transaction.RollbackException e) {
            throw new ResourceException(e);
        }
    }

    private void enlist(Transaction transaction, Object key, ManagedConnection connection)
            throws ResourceException, SystemException, jakarta.transaction.RollbackException {
        if (((TransactionSupport) factory(connection)).getTransactionSupport()
                == TransactionSupport.TransactionSupportLevel.NoTransaction) {
            return;
        }
        if (!transaction.enlistResource(enlisted.apply(connection.getXAResource()))) {
            throw new ResourceException("not enlisted");
        }
        shared.computeIfAbsent(transaction, any -> new HashMap<>()).put(key, connection);
        ManagedConnection user = connection;
        transaction.registerSynchronization(new Synchronization() {
            @Override
            public void beforeCompletion() {
                // There is nothing to flush.
            }

            @Override
            public void afterCompletion(int status) {
                shared.remove(transaction);
                release(user);
            }
        });
    }

    private ManagedConnectionFactory factory(ManagedConnection connection) {
        return factories.get(connection);
    }

    private boolean inTransaction(ManagedConnection connection) {
        return shared.values().stream().anyMatch(each -> each.containsValue(connection));
    }

    private void release(ManagedConnection connection) {
        if (handles.getOrDefault(connection, 0) > 0 || inTransaction(connection)) {
            return;
        }
        try {
            connection.cleanup();
            free.add(connection);
        } catch (ResourceException e) {
            errors.add(e);
        }
    }

    private final class Listener implements ConnectionEventListener {
        @Override
        public void connectionClosed(ConnectionEvent event) {
            ManagedConnection connection = (ManagedConnection) event.getSource();
            handles.merge(connection, -1, Integer::sum);
            release(connection);
        }

        @Override
        public void connectionErrorOccurred(ConnectionEvent event) {
            errors.add(event.getException());
            ManagedConnection lost = (ManagedConnection) event.getSource();
            made.remove(lost);
            handles.remove(lost);
            try {
                lost.destroy();
            } catch (ResourceException e) {
                errors.add(e);
            }
        }

        @Override
        public void localTransactionStarted(ConnectionEvent event) {
            errors.add(new IllegalStateException("local transaction"));
        }

        @Override
        public void localTransactionCommitted(ConnectionEvent event) {
            errors.add(new IllegalStateException("local transaction"));
        }

        @Override
        public void localTransactionRolledback(ConnectionEvent event) {
            errors.add(new IllegalStateException("local transaction"));
        }
    }

    public void close() throws ResourceException {
        for (ManagedConnection each : made) {
            each.destroy();
        }
    }
}
