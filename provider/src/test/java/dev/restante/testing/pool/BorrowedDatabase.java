package dev.restante.testing.pool;

import java.io.IOException;
import java.net.ConnectException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Use of a database by one test. Afterwards its URL opens no further connection. Thread-safe. */
final class BorrowedDatabase {

    private final PooledDatabase database;
    private final Set<PooledSocket> sockets = ConcurrentHashMap.newKeySet();
    private boolean over;

    BorrowedDatabase(PooledDatabase database) {
        this.database = database;
    }

    PooledDatabase database() {
        return database;
    }

    synchronized void opened(PooledSocket socket) throws ConnectException {
        if (over) {
            throw new ConnectException("the test that borrowed this database is over");
        }
        sockets.add(socket);
    }

    /** Removes a socket, whose session was kept or ended before. */
    void closed(PooledSocket socket) {
        sockets.remove(socket);
    }

    @Nullable
    PostgresSession pollSession(byte[] request) {
        return database.pollSession(request);
    }

    boolean keepSession(PostgresSession session) {
        try {
            session.requestReset();
        } catch (IOException e) {
            return false;
        }
        return database.keepSession(session);
    }

    synchronized void end() {
        over = true;
    }

    /** Returns whether the borrowed database has no open connection. */
    boolean isUnused() {
        return sockets.isEmpty();
    }
}
