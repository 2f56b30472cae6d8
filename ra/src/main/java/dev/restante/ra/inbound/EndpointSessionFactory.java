package dev.restante.ra.inbound;

import dev.restante.ra.server.TrackedXaResource;
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
 * Factory of endpoint sessions: session, endpoint and XA resource (RA-21).
 *
 * @param notifiesServer true if the adapter notifies the server before and after each delivery (option B)
 */
record EndpointSessionFactory(
        MessageEndpointFactory factory,
        WorkManager workManager,
        boolean transacted,
        int acknowledgeMode,
        boolean notifiesServer) {

    private static final Method ON_MESSAGE = onMessage();

    private static Method onMessage() {
        try {
            return MessageListener.class.getMethod("onMessage", Message.class);
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
    }

    static EndpointSessionFactory of(
            MessageEndpointFactory factory, WorkManager workManager, ActivationSettings.DeliverySettings delivery)
            throws NoSuchMethodException {
        return new EndpointSessionFactory(
                factory,
                workManager,
                factory.isDeliveryTransacted(ON_MESSAGE),
                delivery.sessionMode(),
                delivery.notifiesServer());
    }

    /** Returns the source of sessions on a connection. */
    EndpointSessionPool.EndpointSessionSource bind(Connection connection) {
        return new EndpointSessionPool.EndpointSessionSource() {
            @Override
            public EndpointSession open(EndpointSession.EndpointSessionOwner owner)
                    throws UnavailableException, JMSException {
                return transacted
                        ? openTransacted(owner, (XAConnection) connection)
                        : openNonTransacted(owner, connection);
            }

            @Override
            public void schedule(EndpointSession session) throws WorkException {
                workManager.scheduleWork(session);
            }
        };
    }

    private EndpointSession openTransacted(EndpointSession.EndpointSessionOwner owner, XAConnection connection)
            throws UnavailableException, JMSException {
        XASession session = connection.createXASession();
        return createSession(owner, session.getSession(), new TrackedXaResource(session.getXAResource()));
    }

    private EndpointSession openNonTransacted(EndpointSession.EndpointSessionOwner owner, Connection connection)
            throws UnavailableException, JMSException {
        return createSession(owner, connection.createSession(false, acknowledgeMode), null);
    }

    private EndpointSession createSession(
            EndpointSession.EndpointSessionOwner owner, Session session, @Nullable TrackedXaResource resource)
            throws UnavailableException, JMSException {
        MessageEndpoint endpoint = null;
        try {
            endpoint = factory.createEndpoint(resource);
            EndpointListener listener = new EndpointListener((MessageListener) endpoint, resource);
            session.setMessageListener(listener);
            return new EndpointSession(owner, session, endpoint, listener, notifiesServer ? ON_MESSAGE : null);
        } catch (UnavailableException | JMSException | RuntimeException | Error failure) {
            if (endpoint != null) {
                endpoint.release();
            }
            session.close();
            throw failure;
        }
    }
}
