package dev.restante.ra.inbound;

import dev.restante.ra.server.TrackedResource;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.Session;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import jakarta.resource.spi.UnavailableException;
import jakarta.resource.spi.endpoint.MessageEndpoint;
import jakarta.resource.spi.endpoint.MessageEndpointFactory;
import jakarta.resource.spi.work.WorkException;
import jakarta.resource.spi.work.WorkManager;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * The source of an activation's sessions: a session of the connection, an endpoint of the server, and in transacted
 * delivery the session's resource between the two (RA-21).
 *
 * @param transacted whether the server has deliveries in a transaction
 * @param acknowledgeMode of sessions whose deliveries are not transacted
 * @param told whether the server is told of deliveries before and after them (option B)
 */
record EndpointSource(
        MessageEndpointFactory factory, WorkManager works, boolean transacted, int acknowledgeMode, boolean told) {

    private static final Method ON_MESSAGE = onMessage();

    private static Method onMessage() {
        try {
            return MessageListener.class.getMethod("onMessage", Message.class);
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
    }

    /** As the server's factory and the activation say. */
    static EndpointSource of(MessageEndpointFactory factory, WorkManager works, ActivationSettings.Delivery delivery)
            throws NoSuchMethodException {
        return new EndpointSource(
                factory, works, factory.isDeliveryTransacted(ON_MESSAGE), delivery.sessionMode(), delivery.told());
    }

    /** Opens its sessions on a connection. */
    EndpointPool.Source on(Connection connection) {
        return new EndpointPool.Source() {
            @Override
            public EndpointSession open(EndpointSession.Owner owner) throws UnavailableException, JMSException {
                return transacted ? openTransacted(owner, (XAConnection) connection) : openAlone(owner, connection);
            }

            @Override
            public void schedule(EndpointSession session) throws WorkException {
                works.scheduleWork(session);
            }
        };
    }

    private EndpointSession openTransacted(EndpointSession.Owner owner, XAConnection connection)
            throws UnavailableException, JMSException {
        XASession session = connection.createXASession();
        return with(owner, session.getSession(), new TrackedResource(session.getXAResource()));
    }

    private EndpointSession openAlone(EndpointSession.Owner owner, Connection connection)
            throws UnavailableException, JMSException {
        return with(owner, connection.createSession(false, acknowledgeMode), null);
    }

    private EndpointSession with(EndpointSession.Owner owner, Session session, @Nullable TrackedResource resource)
            throws UnavailableException, JMSException {
        MessageEndpoint endpoint = null;
        try {
            endpoint = factory.createEndpoint(resource);
            EndpointListener listener = new EndpointListener((MessageListener) endpoint, resource);
            session.setMessageListener(listener);
            return new EndpointSession(owner, session, endpoint, listener, told ? ON_MESSAGE : null);
        } catch (UnavailableException | JMSException | RuntimeException | Error failure) {
            if (endpoint != null) {
                endpoint.release();
            }
            session.close();
            throw failure;
        }
    }
}
