package dev.restante.ra.outbound;

import dev.restante.ra.base.Failures;
import dev.restante.ra.server.ServerTransactions;
import dev.restante.ra.server.TrackedResource;
import jakarta.jms.JMSException;
import jakarta.resource.NotSupportedException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionEvent;
import jakarta.resource.spi.ConnectionEventListener;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.DissociatableManagedConnection;
import jakarta.resource.spi.LocalTransaction;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionMetaData;
import jakarta.resource.spi.ResourceAdapterInternalException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import javax.security.auth.Subject;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to the store with its session, which the container pools, shares and enlists (RA-30). Any number of
 * handles stands for it; each has its own producers and consumers.
 *
 * <p>Identity is its equality. Thread-safe.
 */
public final class RestanteManagedConnection implements ManagedConnection, DissociatableManagedConnection, SessionHost {

    private static final Logger LOG = LoggerFactory.getLogger(RestanteManagedConnection.class);

    private final SessionRequest request;
    private final @Nullable Credentials credentials;
    private final PhysicalSession physical;
    private final @Nullable ServerTransactions joined;
    private final @Nullable TrackedResource resource;
    private final @Nullable OnePhaseTransaction localTransaction;
    private final Set<SessionHandle> handles = ConcurrentHashMap.newKeySet();
    private final Set<Belongings.Temporary> toDelete = new CopyOnWriteArraySet<>();
    private final List<ConnectionEventListener> listeners = new CopyOnWriteArrayList<>();
    private final AtomicBoolean broken = new AtomicBoolean();
    private volatile @Nullable PrintWriter logWriter;

    /**
     * For a session that was opened just now.
     *
     * @param credentials with which it was opened; null for those of the configuration
     * @param joined where the transactions are that the session joins; null if it has its own resource
     */
    public RestanteManagedConnection(
            SessionRequest request,
            @Nullable Credentials credentials,
            PhysicalSession physical,
            @Nullable ServerTransactions joined)
            throws JMSException {
        this.request = request;
        this.credentials = credentials;
        this.physical = physical;
        this.joined = joined;
        this.resource = physical.resource() == null ? null : new TrackedResource(physical.resource());
        this.localTransaction = resource == null ? null : new OnePhaseTransaction(resource);
        physical.onProblem(this::observe);
    }

    /** Whether it serves such a request with such credentials. */
    public boolean serves(SessionRequest wanted, @Nullable Credentials theirs) {
        return !broken.get()
                && request.kind() == wanted.kind()
                && (credentials == null ? theirs == null : credentials.equals(theirs));
    }

    @Override
    public boolean broken() {
        return broken.get();
    }

    @Override
    public PhysicalSession physical() {
        return physical;
    }

    @Override
    public boolean inTransaction() {
        return resource != null ? resource.working() : joined != null && joined.active();
    }

    // ---- handles ----

    @Override
    public Object getConnection(@Nullable Subject subject, @Nullable ConnectionRequestInfo info)
            throws ResourceException {
        SessionHandle handle = new SessionHandle(request.kind());
        attach(handle);
        return handle.face();
    }

    @Override
    public void associateConnection(Object connection) throws ResourceException {
        SessionHandle handle;
        try {
            handle = SessionHandle.of(connection);
        } catch (IllegalArgumentException foreign) {
            throw new ResourceException(
                    "Only a handle of Restante can be associated: " + foreign.getMessage(), foreign);
        }
        if (handle.kind() != request.kind()) {
            throw new ResourceException("A " + handle.kind().face().getSimpleName()
                    + " can't be associated with a connection that has a "
                    + request.kind().face().getSimpleName());
        }
        attach(handle);
    }

    private void attach(SessionHandle handle) throws ResourceException {
        if (broken.get()) {
            throw new ResourceAdapterInternalException("The connection to the store is broken");
        }
        try {
            SessionHost former = handle.attach(this);
            if (former != null) {
                former.moved(handle.face());
            }
            handles.add(handle);
        } catch (JMSException failure) {
            throw Failures.toContainer(failure, null);
        }
    }

    /** The handles live on without a connection; all of them, or none. */
    @Override
    public void dissociateConnections() throws ResourceException {
        for (SessionHandle handle : handles) {
            if (!handle.movable()) {
                throw new NotSupportedException(
                        "A handle has temporary destinations, which belong to this connection to the store");
            }
        }
        handles.forEach(SessionHandle::dissociate);
        handles.clear();
    }

    @Override
    public void closed(Object face, List<Belongings.Temporary> left) {
        toDelete.addAll(left);
        if (handles.remove(SessionHandle.of(face))) {
            tell(ConnectionEvent.CONNECTION_CLOSED, face, null, ConnectionEventListener::connectionClosed);
        }
    }

    @Override
    public void moved(Object face) {
        handles.remove(SessionHandle.of(face));
    }

    // ---- events ----

    @Override
    public void observe(Exception failure) {
        if (LostConnection.shows(failure, physical) && broken.compareAndSet(false, true)) {
            LOG.debug("A managed connection is broken", failure);
            log(failure);
            tell(
                    ConnectionEvent.CONNECTION_ERROR_OCCURRED,
                    null,
                    failure,
                    ConnectionEventListener::connectionErrorOccurred);
        }
    }

    private void log(Exception failure) {
        PrintWriter writer = logWriter;
        if (writer != null) {
            writer.println("Restante: a connection to the store is lost: " + failure);
            writer.flush();
        }
    }

    private void tell(
            int id,
            @Nullable Object face,
            @Nullable Exception failure,
            BiConsumer<ConnectionEventListener, ConnectionEvent> how) {
        ConnectionEvent event =
                failure == null ? new ConnectionEvent(this, id) : new ConnectionEvent(this, id, failure);
        if (face != null) {
            event.setConnectionHandle(face);
        }
        listeners.forEach(listener -> how.accept(listener, event));
    }

    @Override
    public void addConnectionEventListener(ConnectionEventListener listener) {
        listeners.add(listener);
    }

    @Override
    public void removeConnectionEventListener(ConnectionEventListener listener) {
        listeners.remove(listener);
    }

    // ---- the end of a use, and of all ----

    /**
     * Ends all handles, and leaves the connection as it was at first; what is in a transaction is the transaction
     * manager's.
     */
    @Override
    public void cleanup() throws ResourceException {
        endHandles();
        try {
            if (localTransaction != null) {
                localTransaction.reset();
            }
            if (resource != null && localTransaction != null && resource.takenAway()) {
                // The session refuses work outside of transactions until it has worked for another one.
                localTransaction.begin();
                localTransaction.rollback();
            }
            for (Belongings.Temporary each : toDelete) {
                each.delete();
            }
            toDelete.clear();
            physical.stop();
            physical.autoStart(true);
        } catch (JMSException | RuntimeException failure) {
            throw new ResourceAdapterInternalException("The connection can't be used again: " + failure, failure);
        }
    }

    @Override
    public void destroy() throws ResourceException {
        broken.set(true);
        endHandles();
        try {
            physical.close();
        } catch (JMSException failure) {
            throw new ResourceAdapterInternalException("The connection can't be closed: " + failure, failure);
        }
    }

    private void endHandles() {
        for (SessionHandle handle : handles) {
            toDelete.addAll(handle.detach());
        }
        handles.clear();
    }

    // ---- what the container asks for ----

    @Override
    public XAResource getXAResource() throws ResourceException {
        return owned(resource);
    }

    @Override
    public LocalTransaction getLocalTransaction() throws ResourceException {
        return owned(localTransaction);
    }

    private static <T> T owned(@Nullable T part) throws ResourceException {
        if (part == null) {
            throw new NotSupportedException(
                    "With joinTransactions there is nothing to enlist: sessions work in the transactions of the data source");
        }
        return part;
    }

    @Override
    public ManagedConnectionMetaData getMetaData() throws ResourceException {
        try {
            return new StoreMetaData(
                    physical.metaData().getProviderVersion(), credentials == null ? "" : credentials.user());
        } catch (JMSException | RuntimeException failure) {
            throw new ResourceAdapterInternalException("The connection can't be asked: " + failure, failure);
        }
    }

    @Override
    public void setLogWriter(@Nullable PrintWriter out) {
        logWriter = out;
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return logWriter;
    }
}
