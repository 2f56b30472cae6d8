package dev.restante.ra.outbound;

import dev.restante.ra.base.JcaExceptionTranslation;
import dev.restante.ra.server.DataSourceTransactionProvider;
import dev.restante.ra.server.TrackedXaResource;
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
 * Managed connection that the container pools, shares and enlists (RA-30). Thread-safe.
 *
 * <p>Several handles, each with its own producers and consumers, can share one connection. Equality is identity.
 */
public final class RestanteManagedConnection implements ManagedConnection, DissociatableManagedConnection, HandleHost {

    private static final Logger LOG = LoggerFactory.getLogger(RestanteManagedConnection.class);

    private final SessionRequest request;
    private final @Nullable Credentials credentials;
    private final PhysicalSession physical;
    private final @Nullable DataSourceTransactionProvider dataSourceTransactions;
    private final @Nullable TrackedXaResource resource;
    private final @Nullable OnePhaseTransaction localTransaction;
    private final Set<SessionHandle> handles = ConcurrentHashMap.newKeySet();
    private final Set<HandleResources.TemporaryResource> temporariesToDelete = new CopyOnWriteArraySet<>();
    private final List<ConnectionEventListener> listeners = new CopyOnWriteArrayList<>();
    private final AtomicBoolean broken = new AtomicBoolean();
    private volatile @Nullable PrintWriter logWriter;

    /**
     * Creates a managed connection for a session that was just opened.
     *
     * @param credentials the credentials with which it was opened; null if they come from the configuration
     * @param dataSourceTransactions the transactions that the session joins; null if it has its own XA resource
     */
    public RestanteManagedConnection(
            SessionRequest request,
            @Nullable Credentials credentials,
            PhysicalSession physical,
            @Nullable DataSourceTransactionProvider dataSourceTransactions)
            throws JMSException {
        this.request = request;
        this.credentials = credentials;
        this.physical = physical;
        this.dataSourceTransactions = dataSourceTransactions;
        this.resource = physical.resource() == null ? null : new TrackedXaResource(physical.resource());
        this.localTransaction = resource == null ? null : new OnePhaseTransaction(resource);
        physical.setExceptionListener(this::checkFailure);
    }

    /** Returns whether the connection fits a request with credentials. */
    public boolean matches(SessionRequest requested, @Nullable Credentials requestedCredentials) {
        return !broken.get()
                && request.kind() == requested.kind()
                && (credentials == null ? requestedCredentials == null : credentials.equals(requestedCredentials));
    }

    @Override
    public boolean isBroken() {
        return broken.get();
    }

    @Override
    public PhysicalSession session() {
        return physical;
    }

    @Override
    public boolean inTransaction() {
        return resource != null
                ? resource.isInTransaction()
                : dataSourceTransactions != null && dataSourceTransactions.isActive();
    }

    // ---- handles ----

    @Override
    public Object getConnection(@Nullable Subject subject, @Nullable ConnectionRequestInfo info)
            throws ResourceException {
        SessionHandle handle = new SessionHandle(request.kind());
        attach(handle);
        return handle.proxy();
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
            throw new ResourceException("A " + handle.kind().sessionInterface().getSimpleName()
                    + " cannot be associated with a connection that has a "
                    + request.kind().sessionInterface().getSimpleName());
        }
        attach(handle);
    }

    private void attach(SessionHandle handle) throws ResourceException {
        if (broken.get()) {
            throw new ResourceAdapterInternalException("The connection to the store is broken");
        }
        try {
            HandleHost former = handle.attach(this);
            if (former != null) {
                former.onHandleMoved(handle.proxy());
            }
            handles.add(handle);
        } catch (JMSException failure) {
            throw JcaExceptionTranslation.toResourceException(failure, null);
        }
    }

    /** Takes the connection from all handles, which stay open, or from none of them. */
    @Override
    public void dissociateConnections() throws ResourceException {
        for (SessionHandle handle : handles) {
            if (!handle.isMovable()) {
                throw new NotSupportedException(
                        "A handle with temporary destinations cannot be dissociated, because they belong to this"
                                + " connection to the store");
            }
        }
        handles.forEach(SessionHandle::dissociate);
        handles.clear();
    }

    @Override
    public void onHandleClosed(Object handle, List<HandleResources.TemporaryResource> remaining) {
        temporariesToDelete.addAll(remaining);
        if (handles.remove(SessionHandle.of(handle))) {
            fireEvent(ConnectionEvent.CONNECTION_CLOSED, handle, null, ConnectionEventListener::connectionClosed);
        }
    }

    @Override
    public void onHandleMoved(Object face) {
        handles.remove(SessionHandle.of(face));
    }

    // ---- events ----

    @Override
    public void checkFailure(Exception failure) {
        if (LostConnectionRule.isLost(failure, physical) && broken.compareAndSet(false, true)) {
            LOG.debug("A managed connection is broken", failure);
            log(failure);
            fireEvent(
                    ConnectionEvent.CONNECTION_ERROR_OCCURRED,
                    null,
                    failure,
                    ConnectionEventListener::connectionErrorOccurred);
        }
    }

    private void log(Exception failure) {
        PrintWriter writer = logWriter;
        if (writer != null) {
            writer.println("Restante: a connection to the store was lost: " + failure);
            writer.flush();
        }
    }

    private void fireEvent(
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

    // ---- cleanup and end ----

    /** Ends all handles and resets the connection. A running XA transaction stays with the transaction manager. */
    @Override
    public void cleanup() throws ResourceException {
        endHandles();
        try {
            if (localTransaction != null) {
                localTransaction.reset();
            }
            if (resource != null && localTransaction != null && resource.wasEndedByOtherThread()) {
                // The session rejects work outside a transaction until it has been in another transaction.
                localTransaction.begin();
                localTransaction.rollback();
            }
            for (HandleResources.TemporaryResource each : temporariesToDelete) {
                each.delete();
            }
            temporariesToDelete.clear();
            physical.stop();
            physical.setAutoStart(true);
        } catch (JMSException | RuntimeException failure) {
            throw new ResourceAdapterInternalException("The connection cannot be used again: " + failure, failure);
        }
    }

    @Override
    public void destroy() throws ResourceException {
        broken.set(true);
        endHandles();
        try {
            physical.close();
        } catch (JMSException failure) {
            throw new ResourceAdapterInternalException("The connection cannot be closed: " + failure, failure);
        }
    }

    private void endHandles() {
        for (SessionHandle handle : handles) {
            temporariesToDelete.addAll(handle.detach());
        }
        handles.clear();
    }

    // ---- requests of the container ----

    @Override
    public XAResource getXAResource() throws ResourceException {
        return requireEnlistable(resource);
    }

    @Override
    public LocalTransaction getLocalTransaction() throws ResourceException {
        return requireEnlistable(localTransaction);
    }

    private static <T> T requireEnlistable(@Nullable T part) throws ResourceException {
        if (part == null) {
            throw new NotSupportedException(
                    "With joinDataSourceTransactions there is no resource to enlist, because sessions take part in"
                            + " the transactions of the data source");
        }
        return part;
    }

    @Override
    public ManagedConnectionMetaData getMetaData() throws ResourceException {
        try {
            return new StoreMetaData(
                    physical.metaData().getProviderVersion(), credentials == null ? "" : credentials.user());
        } catch (JMSException | RuntimeException failure) {
            throw new ResourceAdapterInternalException(
                    "The metadata of the connection cannot be read: " + failure, failure);
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
