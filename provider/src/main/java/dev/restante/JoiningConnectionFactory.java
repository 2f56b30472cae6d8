package dev.restante;

import dev.restante.broker.BrokerException;
import dev.restante.jms.Connections;
import dev.restante.jms.RestanteConnection;
import dev.restante.jms.context.JmsContext;
import dev.restante.jms.core.JdbcTransactionLookup;
import dev.restante.jms.core.Outside;
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

/**
 * A factory's connections, with sessions that take part in the application's JDBC transactions: always, or where they
 * can.
 */
final class JoiningConnectionFactory implements ConnectionFactory {

    private static final Logger LOG = LoggerFactory.getLogger(JoiningConnectionFactory.class);

    private final ConnectionFactory factory;
    private final OpenConnections connections;
    private final JdbcTransactionLookup lookup;

    /**
     * The same factory for transactions of the application.
     *
     * @param connections the factory's, which its options hold for and which it closes
     * @param mixes whether sessions do what can't take part as if there was no transaction; otherwise they refuse it
     */
    JoiningConnectionFactory(
            ConnectionFactory factory, OpenConnections connections, JdbcTransactions transactions, boolean mixes) {
        this.factory = factory;
        this.connections = connections;
        this.lookup = new Lookup(transactions, mixes);
    }

    /** Finds the transactions, and tells once of each kind of work that they don't have. */
    private static final class Lookup implements JdbcTransactionLookup {

        private final JdbcTransactions transactions;
        private final boolean mixes;
        private final Set<Outside> told = ConcurrentHashMap.newKeySet();

        Lookup(JdbcTransactions transactions, boolean mixes) {
            this.transactions = transactions;
            this.mixes = mixes;
        }

        @Override
        public @Nullable ApplicationConnection current() {
            try {
                java.sql.Connection found = transactions.current();
                return found == null ? null : new JdbcApplicationConnection(found);
            } catch (SQLException | RuntimeException e) {
                throw new BrokerException(
                        BrokerException.Reason.STORE_FAILED, "The application's transaction can't be found: " + e, e);
            }
        }

        @Override
        public void onCompletion(Runnable action) {
            transactions.onCompletion(action);
        }

        @Override
        public boolean mixes() {
            return mixes;
        }

        @Override
        public void outside(Outside work) {
            if (told.add(work)) {
                LOG.info("{}. This is said once", work.text());
            }
        }
    }

    private RestanteConnection connect(@Nullable Credentials given) throws JMSException {
        return connections.open(
                given,
                (broker, options, clientIds, onClosed) ->
                        Connections.openJoining(broker, options, clientIds, onClosed, lookup));
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
            throw UncheckedCalls.unchecked(refused);
        }
    }

    /** Names the store, and nothing secret. */
    @Override
    public String toString() {
        return factory + " in transactions of the application";
    }
}
