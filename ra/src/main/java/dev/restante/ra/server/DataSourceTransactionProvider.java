package dev.restante.ra.server;

import dev.restante.api.JdbcTransactionProvider;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Provider of the data source's connection in the server's current transaction, so that messages commit together with
 * the application's rows (BEY-01). Thread-safe.
 *
 * <p>Sessions use the connection that the data source has in the transaction of the calling thread, and so does the
 * application. This class has one handle of that connection for each transaction, from the first use to the end.
 */
public final class DataSourceTransactionProvider implements JdbcTransactionProvider {

    private static final Logger LOG = LoggerFactory.getLogger(DataSourceTransactionProvider.class);

    private final DataSource dataSource;
    private final Supplier<TransactionSynchronizationRegistry> registry;

    /**
     * Creates a provider.
     *
     * @param registry the source of the registry, whose exceptions the application gets when it sends or receives
     */
    public DataSourceTransactionProvider(DataSource dataSource, Supplier<TransactionSynchronizationRegistry> registry) {
        this.dataSource = dataSource;
        this.registry = registry;
    }

    /** Synchronization that acts after the end of a transaction. */
    private record AfterCompletion(IntConsumer action) implements Synchronization {
        @Override
        public void beforeCompletion() {
            // Other synchronizations may still send messages.
        }

        @Override
        public void afterCompletion(int status) {
            action.accept(status);
        }
    }

    /**
     * Returns whether the calling thread is in a transaction, even a rolled-back one, in which work must not take
     * effect by itself.
     */
    public boolean isActive() {
        return switch (registry.get().getTransactionStatus()) {
            case Status.STATUS_NO_TRANSACTION, Status.STATUS_COMMITTED -> false;
            default -> true;
        };
    }

    @Override
    public @Nullable Connection current() throws SQLException {
        if (!isActive()) {
            return null;
        }
        TransactionSynchronizationRegistry transactionRegistry = registry.get();
        int status = transactionRegistry.getTransactionStatus();
        if (status == Status.STATUS_ROLLEDBACK || status == Status.STATUS_ROLLING_BACK) {
            throw new SQLException(
                    "The application server rolled back the transaction, for example after a timeout", "25000");
        }
        Connection connection = (Connection) transactionRegistry.getResource(this);
        // A server may close the connection at the end of the method that used it first.
        if (connection == null || connection.isClosed()) {
            connection = dataSource.getConnection();
            closeAfterwards(transactionRegistry, connection);
            transactionRegistry.putResource(this, connection);
        }
        return connection;
    }

    private static void closeAfterwards(TransactionSynchronizationRegistry transactionRegistry, Connection connection)
            throws SQLException {
        try {
            transactionRegistry.registerInterposedSynchronization(new AfterCompletion(status -> close(connection)));
        } catch (RuntimeException refusal) {
            close(connection);
            throw new SQLException(
                    "The transaction does not accept further work: " + refusal.getMessage(), "25000", refusal);
        }
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException failure) {
            LOG.debug("The connection of an ended transaction could not be returned", failure);
        }
    }

    @Override
    public void onCompletion(Runnable action) {
        registry.get().registerInterposedSynchronization(new AfterCompletion(status -> action.run()));
    }
}
