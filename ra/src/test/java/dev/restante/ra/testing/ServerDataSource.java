package dev.restante.ra.testing;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Logger;
import javax.sql.DataSource;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * Data source with the transaction behaviour of application servers.
 *
 * <p>A connection that is opened within a transaction takes part in it, and all connections of a transaction share one
 * database connection. Commit, rollback and changes of the mode are rejected within a transaction. Connections that
 * were opened outside a transaction are rejected within one.
 */
public final class ServerDataSource implements DataSource {

    private static final Set<String> NOT_IN_TRANSACTIONS =
            Set.of("commit", "rollback", "setAutoCommit", "setSavepoint", "setTransactionIsolation");

    private final DataSource database;
    private final TransactionManager transactions;
    private final Map<Transaction, Connection> enlisted = new ConcurrentHashMap<>();

    /** Commits so far, true for each commit in one phase. */
    public final List<Boolean> onePhase = new CopyOnWriteArrayList<>();

    /** Handles that are not closed. */
    public final Set<Object> open = ConcurrentHashMap.newKeySet();

    /** Open handles of transactions. Other handles belong to the store itself. */
    public final Set<Object> ofTransactions = ConcurrentHashMap.newKeySet();

    /** True if connections always report auto-commit mode, as in Open Liberty. */
    public boolean saysAutoCommit;

    ServerDataSource(DataSource database, TransactionManager transactions) {
        this.database = database;
        this.transactions = transactions;
    }

    private Transaction current() throws SQLException {
        try {
            return transactions.getStatus() == Status.STATUS_NO_TRANSACTION ? null : transactions.getTransaction();
        } catch (jakarta.transaction.SystemException e) {
            throw new SQLException(e);
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        Transaction transaction = current();
        return transaction == null ? handle(database.getConnection(), null) : handle(enlist(transaction), transaction);
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        if (current() != null) {
            throw new SQLException("another user can't share the connection of a transaction");
        }
        return database.getConnection(user, password);
    }

    private Connection enlist(Transaction transaction) throws SQLException {
        Connection shared = enlisted.get(transaction);
        if (shared != null) {
            return shared;
        }
        Connection physical = database.getConnection();
        physical.setAutoCommit(false);
        try {
            if (!transaction.enlistResource(new Resource(physical))) {
                throw new SQLException("not enlisted");
            }
            transaction.registerSynchronization(new Synchronization() {
                @Override
                public void beforeCompletion() {
                    // There is nothing to flush.
                }

                @Override
                public void afterCompletion(int status) {
                    enlisted.remove(transaction);
                    try {
                        physical.close();
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                }
            });
        } catch (jakarta.transaction.RollbackException | jakarta.transaction.SystemException e) {
            throw new SQLException(e);
        }
        enlisted.put(transaction, physical);
        return physical;
    }

    private Connection handle(Connection physical, Transaction of) {
        Connection[] self = new Connection[1];
        self[0] = (Connection) Proxy.newProxyInstance(
                ServerDataSource.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "hashCode" -> {
                            return System.identityHashCode(proxy);
                        }
                        case "equals" -> {
                            return proxy == arguments[0];
                        }
                        case "isClosed" -> {
                            return !open.contains(proxy);
                        }
                        case "close" -> {
                            ofTransactions.remove(proxy);
                            if (open.remove(proxy) && of == null) {
                                physical.close();
                            }
                            return null;
                        }
                        case "getAutoCommit" -> {
                            if (saysAutoCommit) {
                                return true;
                            }
                        }
                        default -> {}
                    }
                    if (!open.contains(proxy)) {
                        throw new SQLException("The connection is closed", "08003");
                    }
                    check(method.getName(), of);
                    try {
                        return method.invoke(physical, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
        open.add(self[0]);
        if (of != null) {
            ofTransactions.add(self[0]);
        }
        return self[0];
    }

    private void check(String call, Transaction of) throws SQLException {
        Transaction current = current();
        if (current == null ? of != null : !current.equals(of)) {
            throw new SQLException("The connection of " + of + " is used in " + current);
        }
        if (of != null && NOT_IN_TRANSACTIONS.contains(call)) {
            throw new SQLException(call + " is not allowed in a transaction of the server");
        }
    }

    /** XA resource of a connection in a transaction. */
    private final class Resource implements XAResource {
        private final Connection connection;

        Resource(Connection connection) {
            this.connection = connection;
        }

        @Override
        public void start(Xid xid, int flags) {
            // The transaction has begun already.
        }

        @Override
        public void end(Xid xid, int flags) {
            // The transaction continues until the commit.
        }

        @Override
        public int prepare(Xid xid) {
            return XA_OK;
        }

        @Override
        public void commit(Xid xid, boolean inOnePhase) throws XAException {
            onePhase.add(inOnePhase);
            try {
                connection.commit();
            } catch (SQLException e) {
                throw new XAException(XAException.XAER_RMERR);
            }
        }

        @Override
        public void rollback(Xid xid) throws XAException {
            try {
                connection.rollback();
            } catch (SQLException e) {
                throw new XAException(XAException.XAER_RMERR);
            }
        }

        @Override
        public void forget(Xid xid) {
            // There is nothing to forget.
        }

        @Override
        public Xid[] recover(int flags) {
            return new Xid[0];
        }

        @Override
        public boolean isSameRM(XAResource other) {
            return other == this;
        }

        @Override
        public int getTransactionTimeout() {
            return 0;
        }

        @Override
        public boolean setTransactionTimeout(int seconds) {
            return false;
        }
    }

    @Override
    public PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public void setLoginTimeout(int seconds) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return database.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return database.isWrapperFor(type);
    }
}
