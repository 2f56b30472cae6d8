package dev.restante.ra.outbound;

import jakarta.resource.NotSupportedException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.LazyAssociatableConnectionManager;
import jakarta.resource.spi.ManagedConnectionFactory;

/**
 * Container, factory and request that created a session handle (proxy for an application component), with calls that
 * reconnect the handle or report its closing.
 */
record HandleOrigin(ConnectionManager container, ManagedConnectionFactory managed, SessionRequest request) {

    /** Has the container associate the handle with a connection again. */
    void associate(Object face) throws ResourceException {
        if (!(container instanceof LazyAssociatableConnectionManager lazy)) {
            throw new NotSupportedException(
                    "The container dissociated the handle from its connection, and has no other connection for it");
        }
        lazy.associateConnection(face, managed, request);
    }

    /** Notifies the container that a handle without a connection is closed. */
    void closed(Object face) {
        if (container instanceof LazyAssociatableConnectionManager lazy) {
            lazy.inactiveConnectionClosed(face, managed);
        }
    }
}
