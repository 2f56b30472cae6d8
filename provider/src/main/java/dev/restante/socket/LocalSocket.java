package dev.restante.socket;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.Spans;
import dev.restante.model.WorkerThread;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The local socket through which other processes of the same user administer the node that has an embedded store in
 * files. Thread-safe.
 *
 * <p>A thread of its own opens it, because disks may hang. Whoever closes it meanwhile does not wait while that only
 * looks, and it changes nothing afterwards; once it changes anything, it is waited for, because all that it does is
 * done by whoever has the lock of the database.
 */
public final class LocalSocket implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LocalSocket.class);

    private enum Phase {
        /** Nothing is changed. */
        LOOKING,
        /** Its folder may be changed, and it may listen. */
        MAKING,
        /** Nothing is changed any more. */
        CLOSED
    }

    private final Path database;
    private final SocketFolder folder;
    private final Served served;
    private final SocketLimits limits;
    private final WorkerThread opening;

    @GuardedBy("this")
    private Phase phase = Phase.LOOKING;

    /** Null until it listens; set by the thread that opens it. */
    private volatile @Nullable SocketListener listener;

    private LocalSocket(Path database, Served served, SocketLimits limits) {
        this.database = database;
        this.folder = new SocketFolder(database);
        this.served = served;
        this.limits = limits;
        this.opening = new WorkerThread(this::makeOrTell, "restante-socket-open");
    }

    /**
     * One that does not listen yet.
     *
     * @param database its path without an ending
     */
    public static LocalSocket of(Path database, Served served) {
        return of(database, served, SocketLimits.DEFAULT);
    }

    static LocalSocket of(Path database, Served served, SocketLimits limits) {
        return new LocalSocket(database, served, limits);
    }

    /**
     * Listens for others; to be called once, by whoever has the lock of the database until this is closed. What fails
     * is logged, as the store can be used all the same. What takes long is logged, too, and goes on alone.
     *
     * @return whether it listens by now
     */
    public boolean open() {
        try {
            opening.start();
        } catch (OutOfMemoryError e) {
            tell(e);
            return false;
        }
        if (!opening.awaitEnd(Spans.nanos(limits.opening()))) {
            LOG.warn(
                    "No other process can look at {} yet: opening its local socket takes longer than {}, and goes on",
                    database,
                    limits.opening());
        }
        return listener != null;
    }

    private void makeOrTell() {
        try {
            make();
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            tell(e);
        }
    }

    private void tell(Throwable failure) {
        LOG.warn(
                "No other process can look at {} while this one has it: no local socket, {}",
                database,
                failure.toString());
    }

    private void make() throws IOException {
        SocketFolder.Found found = folder.look();
        if (!mayMake()) {
            return;
        }
        SocketFolder.Bound bound = folder.listen(found);
        try {
            listener = SocketListener.start(bound, served, limits);
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            bound.channel().close();
            folder.remove(bound);
            throw e;
        }
    }

    private synchronized boolean mayMake() {
        if (phase == Phase.LOOKING) {
            phase = Phase.MAKING;
        }
        return phase == Phase.MAKING;
    }

    private synchronized boolean endsMaking() {
        boolean making = phase == Phase.MAKING;
        phase = Phase.CLOSED;
        return making;
    }

    /** Ends all conversations; what they have called goes on until it ends. */
    @Override
    public void close() {
        if (!endsMaking()) {
            return;
        }
        opening.awaitEnd();
        SocketListener open = listener;
        if (open != null) {
            open.close();
            folder.remove(open.bound());
        }
    }
}
