package dev.restante.ra.outbound;

import dev.restante.ra.base.JcaExceptionTranslation;
import jakarta.jms.JMSException;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.ConnectionManager;
import jakarta.resource.spi.ManagedConnectionFactory;
import org.jspecify.annotations.Nullable;

/**
 * Requester that obtains session handles (proxies that application components use) from the container's connection
 * manager, for the connections of one managed connection factory.
 */
public record HandleAllocator(ConnectionManager container, ManagedConnectionFactory managed) {

    public SessionHandle allocate(SessionKind kind, @Nullable Credentials credentials) throws JMSException {
        SessionRequest request = new SessionRequest(kind, credentials);
        try {
            SessionHandle handle = SessionHandle.of(container.allocateConnection(managed, request));
            handle.setOrigin(new HandleOrigin(container, managed, request));
            return handle;
        } catch (ResourceException refusal) {
            throw JcaExceptionTranslation.toJmsException(refusal);
        }
    }
}
