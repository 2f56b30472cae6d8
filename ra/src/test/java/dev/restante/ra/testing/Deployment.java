package dev.restante.ra.testing;

import dev.restante.ra.RestanteJcaConnectionFactory;
import dev.restante.ra.RestanteManagedConnectionFactory;
import dev.restante.ra.RestanteResourceAdapter;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.util.concurrent.atomic.AtomicInteger;

/** Resource adapter with one connection factory in a container, on its own in-memory store. */
public final class Deployment implements AutoCloseable {

    public static final long TIMEOUT_MILLIS = 10_000;

    private static final AtomicInteger STORES = new AtomicInteger();

    public final TestContainer container = new TestContainer();
    public final RestanteResourceAdapter adapter = new RestanteResourceAdapter();
    public final RestanteManagedConnectionFactory managed;
    public final RestanteJcaConnectionFactory factory;

    public Deployment() throws Exception {
        this(new RestanteManagedConnectionFactory());
    }

    public Deployment(RestanteManagedConnectionFactory managed) throws Exception {
        this(managed, "jdbc:hsqldb:mem:deployment" + STORES.incrementAndGet());
    }

    /** Creates a deployment on a store. */
    public Deployment(RestanteManagedConnectionFactory managed, String url) throws Exception {
        adapter.setUrl(url);
        adapter.setOptions("lingerDuration=0s");
        managed.setResourceAdapter(adapter);
        this.managed = managed;
        this.factory = (RestanteJcaConnectionFactory) managed.createConnectionFactory(container);
    }

    public void send(String queue, String text) throws JMSException {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession()) {
            session.createProducer(session.createQueue(queue)).send(session.createTextMessage(text));
        }
    }

    /** Returns the body of the next message, or null. */
    public String receiveNoWaitBody(String queue) throws JMSException {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession()) {
            connection.start();
            Message message = session.createConsumer(session.createQueue(queue)).receiveNoWait();
            return message == null ? null : message.getBody(String.class);
        }
    }

    @Override
    public void close() throws Exception {
        container.close();
        adapter.stop();
    }
}
