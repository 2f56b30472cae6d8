package dev.restante.ra.outbound;

import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionEvent;
import jakarta.resource.spi.ConnectionEventListener;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.ConnectionRequestInfo;
import jakarta.resource.spi.ManagedConnection;
import jakarta.resource.spi.ManagedConnectionFactory;
import java.io.Serial;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connection allocator for use outside a container, with one managed connection for each handle. */
public final class UnmanagedConnectionAllocator implements ConnectionManager {

    @Serial
    private static final long serialVersionUID = 1L;

    private static final Logger LOG = LoggerFactory.getLogger(UnmanagedConnectionAllocator.class);

    @Override
    public Object allocateConnection(ManagedConnectionFactory factory, ConnectionRequestInfo info)
            throws ResourceException {
        ManagedConnection made = factory.createManagedConnection(null, info);
        DestroyOnClose destroying = new DestroyOnClose(made);
        made.addConnectionEventListener(destroying);
        try {
            return made.getConnection(null, info);
        } catch (ResourceException failure) {
            destroying.destroy();
            throw failure;
        }
    }

    private record DestroyOnClose(ManagedConnection connection) implements ConnectionEventListener {
        @Override
        public void connectionClosed(ConnectionEvent event) {
            destroy();
        }

        @Override
        public void connectionErrorOccurred(ConnectionEvent event) {
            // The application must still close its handle.
        }

        @Override
        public void localTransactionStarted(ConnectionEvent event) {
            // No other object needs this event.
        }

        @Override
        public void localTransactionCommitted(ConnectionEvent event) {
            // No other object needs this event.
        }

        @Override
        public void localTransactionRolledback(ConnectionEvent event) {
            // No other object needs this event.
        }

        private void destroy() {
            try {
                connection.destroy();
            } catch (ResourceException failure) {
                LOG.debug("A connection that is not managed by a container could not be closed", failure);
            }
        }
    }
}
