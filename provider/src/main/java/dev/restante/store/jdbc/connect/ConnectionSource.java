package dev.restante.store.jdbc.connect;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Callable;

/** A source of JDBC connections. */
public interface ConnectionSource {

    /** The longest wait for a connection of a pool. */
    long LONGEST_WAIT_MILLIS = 5_000;

    /** A connection for one short piece of work. */
    Connection pooled() throws SQLException;

    /** A connection that its taker keeps for long. */
    Connection dedicated() throws SQLException;

    /** Closes a broken connection of this source for good, so that no pool lends it again. */
    void discard(Connection connection);

    /** A connection as another user. */
    Connection as(String user, String password) throws SQLException;

    /**
     * Does some work with connections from here, on a thread that may do so.
     *
     * @return what it returns; what it throws is thrown here
     */
    <T> T call(Callable<T> work) throws Exception;

    /**
     * The same for work that must not wait for what others keep: it has a connection of its own, kept open. It is
     * closed with this one.
     */
    ConnectionSource reserved();

    /**
     * Whether work here ends however silent the database is, because the sockets of its connections can be closed and
     * asking for one does not wait for ever. Otherwise nobody who must not hang does it on his own thread.
     */
    boolean boundsItself();

    /** Whether what waits for a lock on one of its connections is limited from when that was opened. */
    boolean limitsLocks();

    /** A connection was found dead: those that wait in a pool of our own may be, too, and are not used any more. */
    void suspect();

    /** Closes what was opened here. */
    void close();
}
