package dev.restante.socket;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.SaturatingTime;
import dev.restante.model.WorkerThread;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Unix domain socket through which other processes of the same user administer an embedded store.
 *
 * <p>A separate thread opens the socket, because disks may hang. All changes of files are made under the lock of the
 * database. Therefore {@link #close} waits for that thread once it changes files. Before, the thread only reads, and
 * makes no changes after the close. Thread-safe.
 */
public final class LocalSocket implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LocalSocket.class);

    private enum SocketPhase {
        /** No file was changed. */
        CHECKING,
        /** The directory may be changed and the socket may be opened. */
        CREATING,
        /** No further change is allowed. */
        CLOSED
    }

    private final Path database;
    private final SocketDirectory directory;
    private final ServedNode servedNode;
    private final SocketTimeouts timeouts;
    private final WorkerThread opening;

    @GuardedBy("this")
    private SocketPhase phase = SocketPhase.CHECKING;

    /** Acceptor, set by the opening thread; null while the socket is not open. */
    private volatile @Nullable SocketAcceptor acceptor;

    private LocalSocket(Path database, ServedNode servedNode, SocketTimeouts timeouts) {
        this.database = database;
        this.directory = new SocketDirectory(database);
        this.servedNode = servedNode;
        this.timeouts = timeouts;
        this.opening = new WorkerThread(this::createOrLog, "restante-socket-open");
    }

    /**
     * Creates a socket that is not open.
     *
     * @param database the path of the database without file extension
     */
    public static LocalSocket of(Path database, ServedNode servedNode) {
        return of(database, servedNode, SocketTimeouts.DEFAULT);
    }

    static LocalSocket of(Path database, ServedNode servedNode, SocketTimeouts timeouts) {
        return new LocalSocket(database, servedNode, timeouts);
    }

    /**
     * Opens the socket; called once, with the lock of the database until {@link #close}. A failure is only logged,
     * because the store works without the socket. Slow opening is logged and continues in the background.
     *
     * @return true if the socket is open
     */
    public boolean open() {
        try {
            opening.start();
        } catch (OutOfMemoryError e) {
            logFailure(e);
            return false;
        }
        if (!opening.awaitEnd(SaturatingTime.toNanos(timeouts.opening()))) {
            LOG.warn(
                    "Other processes cannot administer {} yet, because opening its local socket takes"
                            + " longer than {}. Restante continues to open it.",
                    database,
                    timeouts.opening());
        }
        return acceptor != null;
    }

    private void createOrLog() {
        try {
            create();
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            logFailure(e);
        }
    }

    private void logFailure(Throwable failure) {
        LOG.warn(
                "Other processes cannot administer {} while this process has it open,"
                        + " because its local socket cannot be opened: {}",
                database,
                failure.toString());
    }

    private void create() throws IOException {
        SocketDirectory.SocketDirectoryState state = directory.inspect();
        if (!beginCreating()) {
            return;
        }
        SocketDirectory.BoundSocket bound = directory.bind(state);
        try {
            acceptor = SocketAcceptor.start(bound, servedNode, timeouts);
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            bound.channel().close();
            directory.remove(bound);
            throw e;
        }
    }

    private synchronized boolean beginCreating() {
        if (phase == SocketPhase.CHECKING) {
            phase = SocketPhase.CREATING;
        }
        return phase == SocketPhase.CREATING;
    }

    private synchronized boolean startClose() {
        boolean making = phase == SocketPhase.CREATING;
        phase = SocketPhase.CLOSED;
        return making;
    }

    /** Closes all connections. Their running calls continue to their end. */
    @Override
    public void close() {
        if (!startClose()) {
            return;
        }
        opening.awaitEnd();
        SocketAcceptor open = acceptor;
        if (open != null) {
            open.close();
            directory.remove(open.bound());
        }
    }
}
