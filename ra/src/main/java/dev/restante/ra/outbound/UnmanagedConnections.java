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

/** In place of a container's: a managed connection for each handle, destroyed with it. */
public final class UnmanagedConnections implements ConnectionManager {

    @Serial
    private static final long serialVersionUID = 1L;

    private static final Logger LOG = LoggerFactory.getLogger(UnmanagedConnections.class);

    @Override
    public Object allocateConnection(ManagedConnectionFactory factory, ConnectionRequestInfo info)
            throws ResourceException {
        ManagedConnection made = factory.createManagedConnection(null, info);
        Destroying destroying = new Destroying(made);
        made.addConnectionEventListener(destroying);
        try {
            return made.getConnection(null, info);
        } catch (ResourceException failure) {
            destroying.destroy();
            throw failure;
        }
    }

    private record Destroying(ManagedConnection connection) implements ConnectionEventListener {
        @Override
        public void connectionClosed(ConnectionEvent event) {
            destroy();
        }

        @Override
        public void connectionErrorOccurred(ConnectionEvent event) {
            // The application still has to close its handle.
        }

        @Override
        public void localTransactionStarted(ConnectionEvent event) {
            // Nobody else is concerned.
        }

        @Override
        public void localTransactionCommitted(ConnectionEvent event) {
            // Nobody else is concerned.
        }

        @Override
        public void localTransactionRolledback(ConnectionEvent event) {
            // Nobody else is concerned.
        }

        private void destroy() {
            try {
                connection.destroy();
            } catch (ResourceException failure) {
                LOG.debug("A connection outside of a container could not be closed", failure);
            }
        }
    }
}
