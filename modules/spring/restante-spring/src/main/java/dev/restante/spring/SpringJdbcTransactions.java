package dev.restante.spring;

import static java.util.Objects.requireNonNull;

import dev.restante.api.JdbcTransactionProvider;
import java.io.Serial;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Spring-managed JDBC transactions on a data source, which sessions of Restante join. A JDBC or JPA transaction manager
 * begins them for an annotation, a template or a listener container. Thread-safe.
 */
public final class SpringJdbcTransactions implements JdbcTransactionProvider {

    private static final Logger LOG = LoggerFactory.getLogger(SpringJdbcTransactions.class);

    private final DataSource dataSource;
    private final TransactionProbe probe;
    private final boolean strict;
    private final AtomicBoolean warned = new AtomicBoolean();

    /**
     * Creates a provider of the transactions on a data source. Work of a thread in any other transaction is
     * non-transactional.
     *
     * @param dataSource the data source of the transaction manager
     */
    public SpringJdbcTransactions(DataSource dataSource) {
        this(dataSource, false);
    }

    private SpringJdbcTransactions(DataSource dataSource, boolean strict) {
        this.dataSource = targetDataSource(requireNonNull(dataSource, "dataSource"));
        this.probe = new TransactionProbe(this.dataSource);
        this.strict = strict;
    }

    /** Transaction manager that only inspects the connection that is bound to the thread. */
    private static final class TransactionProbe extends DataSourceTransactionManager {

        @Serial
        private static final long serialVersionUID = 1L;

        TransactionProbe(DataSource dataSource) {
            super(dataSource);
        }

        /** Returns whether the calling thread is in a transaction of a manager for this data source. */
        boolean inTransaction() {
            return isExistingTransaction(doGetTransaction());
        }

        /**
         * Returns whether a template has bound the connection in a transaction on another resource. The transaction
         * manager never commits such a connection, even without auto-commit, and the connection may already be back in
         * its pool.
         */
        boolean isUnmanaged(ConnectionHolder holder) {
            return holder.isSynchronizedWithTransaction() && !inTransaction();
        }
    }

    /** Creates a provider that rejects a send or a receive in a transaction on another resource. */
    public static SpringJdbcTransactions strict(DataSource dataSource) {
        return new SpringJdbcTransactions(dataSource, true);
    }

    /** Returns the data source to which transaction managers bind their connections. */
    static DataSource targetDataSource(DataSource given) {
        return given instanceof TransactionAwareDataSourceProxy proxy && proxy.getTargetDataSource() != null
                ? proxy.getTargetDataSource()
                : given;
    }

    @Override
    public @Nullable Connection current() throws SQLException {
        if (!TransactionSynchronizationManager.isActualTransactionActive()
                // The transaction has ended, and its last callbacks are running.
                || !TransactionSynchronizationManager.isSynchronizationActive()) {
            return null;
        }
        if (TransactionSynchronizationManager.getResource(dataSource) instanceof ConnectionHolder holder
                && !probe.isUnmanaged(holder)) {
            if (TransactionEndListener.isCommitted(holder)) {
                return null;
            }
            Connection connection = holder.getConnection();
            if (!connection.getAutoCommit()) {
                return connection;
            }
        }
        if (strict) {
            throw new SQLException(
                    "The thread is in a transaction of another DataSource than the one that contains the messages."
                            + " Use the transaction manager of that DataSource, or send and receive outside"
                            + " transactions.");
        }
        if (warned.compareAndSet(false, true)) {
            LOG.info("A thread is in a transaction of another DataSource than the one that contains the messages. Its"
                    + " sends and receives take effect immediately. This message is logged once.");
        }
        return null;
    }

    @Override
    public void onCompletion(Runnable action) {
        TransactionEndListener.watch();
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCompletion(int status) {
                    action.run();
                }
            });
        }
    }
}
