package dev.restante.testing.lent;

import dev.restante.testing.PostgresServer;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Database that tests use one after another, with the sessions that wait for their next connections. */
final class LentDatabase {

    /**
     * Highest number of loans, because deleted rows and their index entries stay for a while and slow the database
     * down.
     */
    private static final int MOST_LOANS = 50;

    private static final int MOST_SESSIONS = 12;

    private final String url;
    private final Deque<ServerSession> sessions = new ArrayDeque<>();
    private @Nullable DatabaseCleaning cleaning;
    private int loans = 1;
    private boolean dropped;

    LentDatabase(String url) {
        this.url = url;
    }

    String url() {
        return url;
    }

    synchronized @Nullable ServerSession takeSession(byte[] request) {
        for (Iterator<ServerSession> kept = sessions.iterator(); kept.hasNext(); ) {
            ServerSession session = kept.next();
            if (session.answers(request)) {
                kept.remove();
                try {
                    session.awaitForgotten();
                    return session;
                } catch (IOException killed) {
                    session.end();
                }
            }
        }
        return null;
    }

    /** Keeps a session for later connections. The last kept session is used first. */
    synchronized boolean keepSession(ServerSession session) {
        if (dropped || sessions.size() >= MOST_SESSIONS) {
            return false;
        }
        sessions.addFirst(session);
        return true;
    }

    private synchronized int kept() {
        return sessions.size();
    }

    /** Cleans the database. Returns false if that fails or the database was lent often enough. */
    boolean clean() {
        if (++loans > MOST_LOANS) {
            return false;
        }
        try {
            if (cleaning == null) {
                cleaning = new DatabaseCleaning(url);
            }
            return cleaning.clean(kept());
        } catch (SQLException e) {
            return false;
        }
    }

    void drop() {
        synchronized (this) {
            dropped = true;
            sessions.forEach(ServerSession::end);
            sessions.clear();
        }
        if (cleaning != null) {
            cleaning.close();
        }
        PostgresServer.drop(url);
    }
}
