package dev.restante.ra.server;

import dev.restante.JdbcTransactions;
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
 * The server's transactions as they are in a data source (BEY-01). Sessions work on the connection that the data source
 * has in the transaction of the calling thread, which is also the application's.
 *
 * <p>A transaction has one handle of that connection here, from the first use to its end. Thread-safe.
 */
public final class ServerTransactions implements JdbcTransactions {

    private static final Logger LOG = LoggerFactory.getLogger(ServerTransactions.class);

    private final DataSource dataSource;
    private final Supplier<TransactionSynchronizationRegistry> registry;

    /**
     * Asks nobody yet.
     *
     * @param registry throws what it likes if there is none; who sends or receives gets that
     */
    public ServerTransactions(DataSource dataSource, Supplier<TransactionSynchronizationRegistry> registry) {
        this.dataSource = dataSource;
        this.registry = registry;
    }

    /** A synchronization that acts after the transaction has ended. */
    private record Afterwards(IntConsumer action) implements Synchronization {
        @Override
        public void beforeCompletion() {
            // Others may still send then.
        }

        @Override
        public void afterCompletion(int status) {
            action.accept(status);
        }
    }

    /**
     * Whether the calling thread is in one, be it that it is rolled back already: what is done then must not be
     * effective by itself.
     */
    public boolean active() {
        return switch (registry.get().getTransactionStatus()) {
            case Status.STATUS_NO_TRANSACTION, Status.STATUS_COMMITTED -> false;
            default -> true;
        };
    }

    @Override
    public @Nullable Connection current() throws SQLException {
        if (!active()) {
            return null;
        }
        TransactionSynchronizationRegistry of = registry.get();
        int status = of.getTransactionStatus();
        if (status == Status.STATUS_ROLLEDBACK || status == Status.STATUS_ROLLING_BACK) {
            throw new SQLException(
                    "the server has rolled back the transaction meanwhile, for instance because it took too long",
                    "25000");
        }
        Connection held = (Connection) of.getResource(this);
        // A server may close it when the method ends that has used it first.
        if (held == null || held.isClosed()) {
            held = dataSource.getConnection();
            closeAfterwards(of, held);
            of.putResource(this, held);
        }
        return held;
    }

    private static void closeAfterwards(TransactionSynchronizationRegistry of, Connection held) throws SQLException {
        try {
            of.registerInterposedSynchronization(new Afterwards(status -> close(held)));
        } catch (RuntimeException refusal) {
            close(held);
            throw new SQLException("the transaction takes no more work: " + refusal.getMessage(), "25000", refusal);
        }
    }

    private static void close(Connection held) {
        try {
            held.close();
        } catch (SQLException failure) {
            LOG.debug("The connection of a transaction that is over could not be given back", failure);
        }
    }

    @Override
    public void onCompletion(Runnable action) {
        registry.get().registerInterposedSynchronization(new Afterwards(status -> action.run()));
    }
}
