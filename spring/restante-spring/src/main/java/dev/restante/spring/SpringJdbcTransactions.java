package dev.restante.spring;

import static java.util.Objects.requireNonNull;

import dev.restante.JdbcTransactions;
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
 * The transactions of Spring's managers for JDBC and JPA on a data source, whether by annotation, by a template or by a
 * listener container. Thread-safe.
 */
public final class SpringJdbcTransactions implements JdbcTransactions {

    private static final Logger LOG = LoggerFactory.getLogger(SpringJdbcTransactions.class);

    private final DataSource dataSource;
    private final Managers managers;
    private final boolean strict;
    private final AtomicBoolean told = new AtomicBoolean();

    /**
     * Transactions on a data source; a thread in another transaction is in none.
     *
     * @param dataSource the one that the transaction manager has
     */
    public SpringJdbcTransactions(DataSource dataSource) {
        this(dataSource, false);
    }

    private SpringJdbcTransactions(DataSource dataSource, boolean strict) {
        this.dataSource = managed(requireNonNull(dataSource, "dataSource"));
        this.managers = new Managers(this.dataSource);
        this.strict = strict;
    }

    /** Sees what a connection is bound for, as managers do. */
    private static final class Managers extends DataSourceTransactionManager {

        @Serial
        private static final long serialVersionUID = 1L;

        Managers(DataSource dataSource) {
            super(dataSource);
        }

        /** True if the calling thread is in a transaction of one of them. */
        boolean inTransaction() {
            return isExistingTransaction(doGetTransaction());
        }

        /**
         * Whether a template has bound a connection in a transaction of something else: nobody commits that, whatever
         * its pool has set it to, and it may have gone back already.
         */
        boolean leaves(ConnectionHolder holder) {
            return holder.isSynchronizedWithTransaction() && !inTransaction();
        }
    }

    /**
     * Transactions on a data source, where a send or receive in a transaction of something else is refused.
     *
     * @param dataSource the one that the transaction manager has
     */
    public static SpringJdbcTransactions strict(DataSource dataSource) {
        return new SpringJdbcTransactions(dataSource, true);
    }

    /** The data source that transaction managers bind their connections to. */
    static DataSource managed(DataSource given) {
        return given instanceof TransactionAwareDataSourceProxy proxy && proxy.getTargetDataSource() != null
                ? proxy.getTargetDataSource()
                : given;
    }

    @Override
    public @Nullable Connection current() throws SQLException {
        if (!TransactionSynchronizationManager.isActualTransactionActive()
                // It is over, and its last callbacks run.
                || !TransactionSynchronizationManager.isSynchronizationActive()) {
            return null;
        }
        if (TransactionSynchronizationManager.getResource(dataSource) instanceof ConnectionHolder holder
                && !managers.leaves(holder)) {
            if (TransactionEnds.ended(holder)) {
                return null;
            }
            Connection connection = holder.getConnection();
            if (!connection.getAutoCommit()) {
                return connection;
            }
        }
        if (strict) {
            throw new SQLException("The thread is in a transaction that is not one of the DataSource that the messages"
                    + " are kept in: use the transaction manager of that, or send and receive outside of transactions");
        }
        if (told.compareAndSet(false, true)) {
            LOG.info(
                    "A thread is in a transaction that is not one of the DataSource that the messages are kept in: what it"
                            + " sends and receives is effective at once. This is said once");
        }
        return null;
    }

    @Override
    public void onCompletion(Runnable action) {
        TransactionEnds.watch();
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
