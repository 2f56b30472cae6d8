package dev.restante.testing.pool;

import dev.restante.testing.PostgresServer;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Database that tests use one after another, with the sessions that wait for their next connections. */
final class PooledDatabase {

    /**
     * Highest number of uses, because deleted rows and their index entries stay for a while and slow the database
     * down.
     */
    private static final int MAX_USES = 50;

    private static final int MAX_SESSIONS = 12;

    private final String url;
    private final Deque<PostgresSession> sessions = new ArrayDeque<>();
    private @Nullable DatabaseCleaner cleaning;
    private int uses = 1;
    private boolean dropped;

    PooledDatabase(String url) {
        this.url = url;
    }

    String url() {
        return url;
    }

    synchronized @Nullable PostgresSession pollSession(byte[] request) {
        for (Iterator<PostgresSession> kept = sessions.iterator(); kept.hasNext(); ) {
            PostgresSession session = kept.next();
            if (session.answers(request)) {
                kept.remove();
                try {
                    session.awaitReset();
                    return session;
                } catch (IOException killed) {
                    session.end();
                }
            }
        }
        return null;
    }

    /** Keeps a session for later connections. The last kept session is used first. */
    synchronized boolean keepSession(PostgresSession session) {
        if (dropped || sessions.size() >= MAX_SESSIONS) {
            return false;
        }
        sessions.addFirst(session);
        return true;
    }

    private synchronized int kept() {
        return sessions.size();
    }

    /** Cleans the database. Returns false if that fails or the database was used often enough. */
    boolean clean() {
        if (++uses > MAX_USES) {
            return false;
        }
        try {
            if (cleaning == null) {
                cleaning = new DatabaseCleaner(url);
            }
            return cleaning.clean(kept());
        } catch (SQLException e) {
            return false;
        }
    }

    void drop() {
        synchronized (this) {
            dropped = true;
            sessions.forEach(PostgresSession::end);
            sessions.clear();
        }
        if (cleaning != null) {
            cleaning.close();
        }
        PostgresServer.drop(url);
    }
}
