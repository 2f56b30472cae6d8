package dev.restante.ra;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.util.concurrent.atomic.AtomicInteger;

/** A resource adapter with one connection factory in a container, on a store of its own in memory. */
final class Deployment implements AutoCloseable {

    static final long PATIENCE_MILLIS = 10_000;

    private static final AtomicInteger STORES = new AtomicInteger();

    final TestContainer container = new TestContainer();
    final RestanteResourceAdapter adapter = new RestanteResourceAdapter();
    final RestanteManagedConnectionFactory managed;
    final RestanteJcaConnectionFactory factory;

    Deployment() throws Exception {
        this(new RestanteManagedConnectionFactory());
    }

    Deployment(RestanteManagedConnectionFactory managed) throws Exception {
        adapter.setUrl("jdbc:hsqldb:mem:deployment" + STORES.incrementAndGet());
        adapter.setOptions("lingerDuration=0s");
        managed.setResourceAdapter(adapter);
        this.managed = managed;
        this.factory = (RestanteJcaConnectionFactory) managed.createConnectionFactory(container);
    }

    void send(String queue, String text) throws JMSException {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession()) {
            session.createProducer(session.createQueue(queue)).send(session.createTextMessage(text));
        }
    }

    /** The body of the next message, or null. */
    String take(String queue) throws JMSException {
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
