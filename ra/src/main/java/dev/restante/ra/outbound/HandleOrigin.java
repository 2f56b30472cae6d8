package dev.restante.ra.outbound;

import jakarta.resource.NotSupportedException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.LazyAssociatableConnectionManager;
import jakarta.resource.spi.ManagedConnectionFactory;

/** Container, factory and request from which a handle obtains its connection again. */
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
