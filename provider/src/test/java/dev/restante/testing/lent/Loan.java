package dev.restante.testing.lent;

import java.io.IOException;
import java.net.ConnectException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Use of a database by one test. Afterwards its URL opens no further connection. Thread-safe. */
final class Loan {

    private final LentDatabase database;
    private final Set<LentSocket> sockets = ConcurrentHashMap.newKeySet();
    private boolean over;

    Loan(LentDatabase database) {
        this.database = database;
    }

    LentDatabase database() {
        return database;
    }

    synchronized void opened(LentSocket socket) throws ConnectException {
        if (over) {
            throw new ConnectException("the test to which this database was lent is over");
        }
        sockets.add(socket);
    }

    /** Removes a socket, whose session was kept or ended before. */
    void closed(LentSocket socket) {
        sockets.remove(socket);
    }

    @Nullable
    ServerSession takeSession(byte[] request) {
        return database.takeSession(request);
    }

    boolean keepSession(ServerSession session) {
        try {
            session.forget();
        } catch (IOException e) {
            return false;
        }
        return database.keepSession(session);
    }

    synchronized void end() {
        over = true;
    }

    /** Returns whether the loan has no open connection. */
    boolean isUnused() {
        return sockets.isEmpty();
    }
}
