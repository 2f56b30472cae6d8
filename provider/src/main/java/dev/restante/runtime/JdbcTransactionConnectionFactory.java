package dev.restante.runtime;

import dev.restante.api.JdbcTransactionProvider;
import dev.restante.broker.BrokerException;
import dev.restante.jms.ConnectionKinds.UnifiedRestanteConnection;
import dev.restante.jms.RestanteConnection;
import dev.restante.jms.context.JmsContext;
import dev.restante.jms.core.JdbcTransactionLookup;
import dev.restante.jms.core.NonTransactionalOperation;
import dev.restante.jms.error.UncheckedCalls;
import dev.restante.model.ApplicationConnection;
import dev.restante.store.jdbc.batch.JdbcApplicationConnection;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connection factory whose sessions join the application's JDBC transactions: always, or where possible. */
public final class JdbcTransactionConnectionFactory implements ConnectionFactory {

    private static final Logger LOG = LoggerFactory.getLogger(JdbcTransactionConnectionFactory.class);

    private final ConnectionFactory factory;
    private final OpenConnections connections;
    private final JdbcTransactionLookup lookup;

    /**
     * Creates a connection factory.
     *
     * @param connections the connections of the underlying factory, which supplies the options and closes them
     * @param fallsBack true if operations that cannot join a transaction are executed outside it; otherwise they are
     *     rejected
     */
    public JdbcTransactionConnectionFactory(
            ConnectionFactory factory,
            OpenConnections connections,
            JdbcTransactionProvider transactions,
            boolean fallsBack) {
        this.factory = factory;
        this.connections = connections;
        this.lookup = new ProviderTransactionLookup(transactions, fallsBack);
    }

    /** Lookup of transactions, which logs each kind of operation outside them once. */
    private static final class ProviderTransactionLookup implements JdbcTransactionLookup {

        private final JdbcTransactionProvider transactions;
        private final boolean mixes;
        private final Set<NonTransactionalOperation> logged = ConcurrentHashMap.newKeySet();

        ProviderTransactionLookup(JdbcTransactionProvider transactions, boolean fallsBack) {
            this.transactions = transactions;
            this.mixes = fallsBack;
        }

        @Override
        public @Nullable ApplicationConnection current() {
            try {
                java.sql.Connection found = transactions.current();
                return found == null ? null : new JdbcApplicationConnection(found);
            } catch (SQLException | RuntimeException e) {
                throw new BrokerException(
                        BrokerException.BrokerErrorReason.STORE_FAILED,
                        "The transaction of the application cannot be determined: " + e,
                        e);
            }
        }

        @Override
        public void onCompletion(Runnable action) {
            transactions.onCompletion(action);
        }

        @Override
        public boolean fallsBack() {
            return mixes;
        }

        @Override
        public void onNonTransactional(NonTransactionalOperation operation) {
            if (logged.add(operation)) {
                LOG.info("{}. This message is logged once.", operation.logText());
            }
        }
    }

    private RestanteConnection connect(@Nullable Credentials given) throws JMSException {
        return connections.open(
                given,
                (broker, options, clientIds, onClosed) ->
                        new UnifiedRestanteConnection(broker, options, clientIds, onClosed, lookup));
    }

    @Override
    public Connection createConnection() throws JMSException {
        return connect(null);
    }

    @Override
    public Connection createConnection(@Nullable String userName, @Nullable String password) throws JMSException {
        return connect(Credentials.of(userName, password));
    }

    @Override
    public JMSContext createContext() {
        return context(null, JMSContext.AUTO_ACKNOWLEDGE);
    }

    @Override
    public JMSContext createContext(int sessionMode) {
        return context(null, sessionMode);
    }

    @Override
    public JMSContext createContext(@Nullable String userName, @Nullable String password) {
        return createContext(userName, password, JMSContext.AUTO_ACKNOWLEDGE);
    }

    @Override
    public JMSContext createContext(@Nullable String userName, @Nullable String password, int sessionMode) {
        return context(Credentials.of(userName, password), sessionMode);
    }

    private JMSContext context(@Nullable Credentials given, int sessionMode) {
        try {
            return JmsContext.open(connect(given), sessionMode);
        } catch (JMSException refused) {
            throw UncheckedCalls.toUnchecked(refused);
        }
    }

    /** Shows no secrets. */
    @Override
    public String toString() {
        return factory + " in transactions of the application";
    }
}
