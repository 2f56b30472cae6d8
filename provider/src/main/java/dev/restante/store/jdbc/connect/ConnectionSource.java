package dev.restante.store.jdbc.connect;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Callable;

/**
 * Source of a store's JDBC connections: pooled for short work, dedicated for long use, and reserved for the node's
 * heartbeat.
 */
public interface ConnectionSource {

    long MAX_WAIT_MILLIS = 5_000;

    /** Returns a connection for one short transaction or read. */
    Connection pooled() throws SQLException;

    /** Returns a connection that the caller keeps for long. */
    Connection dedicated() throws SQLException;

    /** Closes a broken connection permanently, so that no pool lends it again. */
    void discard(Connection connection);

    Connection connectAs(String user, String password) throws SQLException;

    /**
     * Executes work with connections of this source on a suitable thread; returns its result, or throws its exception.
     */
    <T> T call(Callable<T> work) throws Exception;

    /**
     * Returns the source of connections that are reserved for the heartbeat, which is closed together with this source.
     */
    ConnectionSource reserved();

    /**
     * Returns whether work ends even if the database does not respond. This requires that connections can be aborted,
     * and that a request for a connection has a timeout. Otherwise, callers with a timeout use another thread.
     */
    boolean hasBoundedCalls();

    /** Returns whether each connection has a lock timeout from its opening. */
    boolean hasLockTimeout();

    /** Evicts idle connections of the store's own pools, which may be dead after the failure of another connection. */
    void evictIdle();

    void close();
}
