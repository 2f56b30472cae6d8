package dev.restante.ra;

import dev.restante.ra.SessionHandle.Lease;
import jakarta.jms.JMSException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionEvent;
import jakarta.resource.spi.ConnectionEventListener;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.LocalTransaction;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionMetaData;
import jakarta.resource.spi.ResourceAdapterInternalException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import javax.security.auth.Subject;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to the store with its session, which the container pools, shares and enlists (RA-30). Any number of handles stands for it; each has its own producers and consumers.
 *
 * <p>Identity is its equality. Thread-safe.
 */
final class RestanteManagedConnection implements ManagedConnection {

    private static final Logger LOG = LoggerFactory.getLogger(RestanteManagedConnection.class);

    private final SessionRequest request;
    private final @Nullable Credentials credentials;
    private final PhysicalSession physical;
    private final TrackedResource resource;
    private final LocalTransaction localTransaction;
    private final Set<SessionHandle> handles = ConcurrentHashMap.newKeySet();
    private final List<ConnectionEventListener> listeners = new CopyOnWriteArrayList<>();
    private volatile boolean broken;
    private volatile @Nullable PrintWriter logWriter;

    /**
     * For a session that was opened just now.
     *
     * @param credentials with which it was opened; null for those of the configuration
     */
    RestanteManagedConnection(SessionRequest request, @Nullable Credentials credentials, PhysicalSession physical)
            throws JMSException {
        this.request = request;
        this.credentials = credentials;
        this.physical = physical;
        this.resource = new TrackedResource(physical.resource());
        this.localTransaction = new OnePhaseTransaction(resource);
        physical.onProblem(this::failed);
    }

    /** Whether it serves such a request with such credentials. */
    boolean serves(SessionRequest wanted, @Nullable Credentials theirs) {
        return !broken
                && request.kind() == wanted.kind()
                && (credentials == null ? theirs == null : credentials.equals(theirs));
    }

    /** Whether it is known to be of no use any more. */
    boolean broken() {
        return broken;
    }

    SessionKind kind() {
        return request.kind();
    }

    PhysicalSession physical() {
        return physical;
    }

    /** Whether what its handles do now belongs to a transaction. */
    boolean inTransaction() {
        return resource.working();
    }

    @Override
    public Object getConnection(@Nullable Subject subject, @Nullable ConnectionRequestInfo info)
            throws ResourceException {
        if (broken) {
            throw new ResourceAdapterInternalException("The connection to the store is broken");
        }
        SessionHandle handle = new SessionHandle(request.kind());
        attach(handle);
        return handle.face();
    }

    @Override
    public void associateConnection(Object connection) throws ResourceException {
        attach(SessionHandle.of(connection));
    }

    private void attach(SessionHandle handle) {
        RestanteManagedConnection former = handle.attach(new Lease(this));
        if (former != null) {
            former.handles.remove(handle);
        }
        handles.add(handle);
    }

    /** An application closes its handle; the connection stays. */
    void closed(SessionHandle handle) {
        if (handles.remove(handle)) {
            tell(ConnectionEvent.CONNECTION_CLOSED, handle, null, ConnectionEventListener::connectionClosed);
        }
    }

    /** The store told that the connection is of no use any more. */
    void failed(Exception failure) {
        if (!broken) {
            broken = true;
            LOG.debug("A managed connection is broken", failure);
            tell(
                    ConnectionEvent.CONNECTION_ERROR_OCCURRED,
                    null,
                    failure,
                    ConnectionEventListener::connectionErrorOccurred);
        }
    }

    private void tell(
            int id,
            @Nullable SessionHandle handle,
            @Nullable Exception failure,
            BiConsumer<ConnectionEventListener, ConnectionEvent> how) {
        ConnectionEvent event =
                failure == null ? new ConnectionEvent(this, id) : new ConnectionEvent(this, id, failure);
        if (handle != null) {
            event.setConnectionHandle(handle.face());
        }
        listeners.forEach(listener -> how.accept(listener, event));
    }

    /** Ends all handles; what they had not committed or acknowledged is the transaction manager's, or given back. */
    @Override
    public void cleanup() throws ResourceException {
        for (SessionHandle handle : handles) {
            handle.detach();
        }
        handles.clear();
        try {
            physical.stop();
        } catch (JMSException | RuntimeException failure) {
            throw new ResourceAdapterInternalException("The connection can't be used again: " + failure, failure);
        }
    }

    @Override
    public void destroy() throws ResourceException {
        broken = true;
        handles.forEach(SessionHandle::detach);
        handles.clear();
        try {
            physical.close();
        } catch (JMSException failure) {
            throw new ResourceAdapterInternalException("The connection can't be closed: " + failure, failure);
        }
    }

    @Override
    public void addConnectionEventListener(ConnectionEventListener listener) {
        listeners.add(listener);
    }

    @Override
    public void removeConnectionEventListener(ConnectionEventListener listener) {
        listeners.remove(listener);
    }

    @Override
    public XAResource getXAResource() {
        return resource;
    }

    @Override
    public LocalTransaction getLocalTransaction() {
        return localTransaction;
    }

    @Override
    public ManagedConnectionMetaData getMetaData() {
        String user = credentials == null ? "" : credentials.user();
        return new ManagedConnectionMetaData() {
            @Override
            public String getEISProductName() {
                return "Restante";
            }

            @Override
            public String getEISProductVersion() {
                return "0.1";
            }

            @Override
            public int getMaxConnections() {
                return 0;
            }

            @Override
            public String getUserName() {
                return user;
            }
        };
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
