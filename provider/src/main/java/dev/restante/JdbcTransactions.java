package dev.restante;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Tells in which JDBC transaction of the application's a thread is, so that sessions can take part in it (BEY-01): see
 * {@link RestanteConnectionFactory#joining}.
 *
 * <p>Its methods are called by the threads that use the sessions, at each send and receive.
 */
@FunctionalInterface
public interface JdbcTransactions {

    /**
     * The connection with the transaction that the calling thread is in: to the database of the store, in the same
     * schema, not in auto-commit mode, with isolation READ COMMITTED.
     *
     * @return null if the thread is in no transaction; what it sends is then effective at once, and what it receives
     *     acknowledged
     * @throws SQLException if it can't be found out; the send or receive fails with it
     */
    @Nullable
    Connection current() throws SQLException;

    /**
     * Runs something when the transaction that the calling thread is in is over, whether it was committed or rolled
     * back. Whoever can tell should: receivers then get at once what was committed or rolled back. Otherwise they get
     * it within a second; most often within some milliseconds.
     *
     * <p>By default nothing is registered.
     *
     * @param action does not block; any thread may run it, more than once
     */
    default void onCompletion(Runnable action) {}

    /**
     * Always the transaction of one connection, for a single thread that begins and ends it by itself.
     *
     * @param connection stays the caller's, who also closes it
     */
    static JdbcTransactions of(Connection connection) {
        requireNonNull(connection, "connection");
        return () -> connection;
    }
}
