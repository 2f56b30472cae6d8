package dev.restante.api;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Application callback that returns the JDBC connection whose transaction the calling thread is in (BEY-01). See
 * {@link dev.restante.RestanteConnectionFactory#joiningTransactions}.
 *
 * <p>The threads that use a session call the methods at each send and receive.
 */
@FunctionalInterface
public interface JdbcTransactionProvider {

    /**
     * Returns the connection of the calling thread's transaction. It must be connected to the schema of the store, with
     * auto-commit off and isolation level READ COMMITTED.
     *
     * @return null if the thread is in no transaction; sends then take effect immediately, and received messages are
     *     acknowledged
     * @throws SQLException if the transaction cannot be determined; the send or receive then fails
     */
    @Nullable
    Connection current() throws SQLException;

    /**
     * Registers an action for the end of the calling thread's transaction, after its commit or rollback. Implement this
     * method if possible, because consumers then receive committed and released messages immediately. Otherwise they
     * receive them within a second, usually within milliseconds.
     *
     * <p>The default implementation registers nothing.
     *
     * @param action the action, which does not block; any thread may run it, even repeatedly
     */
    default void onCompletion(Runnable action) {}

    /**
     * Returns a provider for a single thread that begins and ends the transactions of one connection itself.
     *
     * @param connection the connection, which the caller must close
     */
    static JdbcTransactionProvider of(Connection connection) {
        requireNonNull(connection, "connection");
        return () -> connection;
    }
}
