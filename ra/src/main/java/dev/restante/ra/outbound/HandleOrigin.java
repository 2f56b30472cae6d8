package dev.restante.ra.outbound;

import jakarta.resource.NotSupportedException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.LazyAssociatableConnectionManager;
import jakarta.resource.spi.ManagedConnectionFactory;

/**
 * The origin of a handle, from which its connection comes again after the container has taken that.
 *
 * @param container which has given it
 * @param managed for which it was asked
 * @param request with which it was asked
 */
record HandleOrigin(ConnectionManager container, ManagedConnectionFactory managed, SessionRequest request) {

    /** Has the container give the handle a connection. */
    void associate(Object face) throws ResourceException {
        if (!(container instanceof LazyAssociatableConnectionManager lazy)) {
            throw new NotSupportedException(
                    "The container has taken the connection from a handle, and gives none again");
        }
        lazy.associateConnection(face, managed, request);
    }

    /** A handle without a connection is closed. */
    void closed(Object face) {
        if (container instanceof LazyAssociatableConnectionManager lazy) {
            lazy.inactiveConnectionClosed(face, managed);
        }
    }
}
