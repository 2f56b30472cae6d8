package dev.restante.ra.outbound;

import dev.restante.ra.base.Failures;
import jakarta.jms.JMSException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.ManagedConnectionFactory;
import org.jspecify.annotations.Nullable;

/**
 * The source of a connection factory's handles.
 *
 * @param container which is asked
 * @param managed for which it is asked
 */
public record SessionSource(ConnectionManager container, ManagedConnectionFactory managed) {

    /** A handle from the container. */
    public SessionHandle allocate(SessionKind kind, @Nullable Credentials credentials) throws JMSException {
        SessionRequest request = new SessionRequest(kind, credentials);
        try {
            SessionHandle handle = SessionHandle.of(container.allocateConnection(managed, request));
            handle.origin(new HandleOrigin(container, managed, request));
            return handle;
        } catch (ResourceException refusal) {
            throw Failures.toApplication(refusal);
        }
    }
}
