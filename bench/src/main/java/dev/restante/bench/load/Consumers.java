package dev.restante.bench.load;

import dev.restante.bench.measure.Body;
import dev.restante.bench.measure.LatencyKind;
import dev.restante.bench.measure.Tally;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;

/** Listeners in {@code AUTO_ACKNOWLEDGE}, spread as a {@link Layout} says. */
public final class Consumers implements AutoCloseable {

    private static final String SUBSCRIPTION_NAME = "bench";

    private final ConnectionFactory factory;
    private final int bodyBytes;
    private final Tally tally;
    private final List<Connection> connections = new ArrayList<>();

    private Consumers(ConnectionFactory factory, int bodyBytes, Tally tally) {
        this.factory = factory;
        this.bodyBytes = bodyBytes;
        this.tally = tally;
    }

    static Consumers open(ConnectionFactory factory, Load load, int bodyBytes, Tally tally) throws JMSException {
        Consumers consumers = new Consumers(factory, bodyBytes, tally);
        try {
            switch (load.layout()) {
                case ONE_QUEUE -> consumers.openOnOneQueue(load);
                case TOPIC -> consumers.openOnTopic(load);
                case QUEUE_EACH -> consumers.openOnQueueEach(load);
            }
            for (Connection connection : consumers.connections) {
                connection.start();
            }
            return consumers;
        } catch (JMSException | RuntimeException e) {
            try {
                consumers.close();
            } catch (JMSException | RuntimeException further) {
                e.addSuppressed(further);
            }
            throw e;
        }
    }

    private void openOnOneQueue(Load load) throws JMSException {
        for (int index = 0; index < load.consumers(); index++) {
            Session session = connect("").createSession(false, Session.AUTO_ACKNOWLEDGE);
            session.createConsumer(session.createQueue(load.layout().queueName(0)), load.selector())
                    .setMessageListener(listener(0));
        }
    }

    private void openOnTopic(Load load) throws JMSException {
        for (int index = 0; index < load.consumers(); index++) {
            Session session = connect("bench-" + index).createSession(false, Session.AUTO_ACKNOWLEDGE);
            session.createDurableSubscriber(session.createTopic(load.layout().topicName()), SUBSCRIPTION_NAME)
                    .setMessageListener(listener(index));
        }
    }

    private void openOnQueueEach(Load load) throws JMSException {
        Connection connection = connect("");
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        for (int index = 0; index < load.consumers(); index++) {
            if (index > 0 && index % Layout.CONSUMERS_PER_SESSION == 0) {
                session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
            }
            session.createConsumer(session.createQueue(load.layout().queueName(index)))
                    .setMessageListener(listener(0));
        }
    }

    private Connection connect(String clientId) throws JMSException {
        Connection connection = factory.createConnection();
        connections.add(connection);
        if (!clientId.isEmpty()) {
            connection.setClientID(clientId);
        }
        connection.setExceptionListener(tally::fail);
        return connection;
    }

    private MessageListener listener(int copy) {
        return new CountingListener(bodyBytes, copy, tally);
    }

    @Override
    public void close() throws JMSException {
        for (Connection connection : connections) {
            connection.setExceptionListener(null);
            connection.close();
        }
    }

    /** Reads the whole body, as an application would. */
    private static final class CountingListener implements MessageListener {

        private final byte[] body;
        private final int copy;
        private final Tally tally;

        CountingListener(int bodyBytes, int copy, Tally tally) {
            body = new byte[bodyBytes];
            this.copy = copy;
            this.tally = tally;
        }

        @Override
        public void onMessage(Message message) {
            long nowNanos = System.nanoTime();
            try {
                BytesMessage bytes = (BytesMessage) message;
                if (bytes.getBodyLength() != body.length || bytes.readBytes(body) != body.length) {
                    throw new IllegalStateException(
                            "a body of %d bytes, not %d".formatted(bytes.getBodyLength(), body.length));
                }
                tally.record(LatencyKind.END_TO_END, nowNanos - Body.sentNanos(body));
                tally.countReceived(copy, Body.sequence(body));
            } catch (JMSException | RuntimeException e) {
                tally.fail(e);
            }
        }
    }
}
