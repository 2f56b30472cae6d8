package dev.restante.bench.load;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Listeners, spread as a {@link Layout} says. */
final class JmsConsumers implements Consumers {

    private static final String SUBSCRIPTION_NAME = "bench";

    private final ConnectionFactory factory;
    private final Load load;
    private final Arrivals arrivals;
    private final List<Connection> connections = new ArrayList<>();

    private JmsConsumers(ConnectionFactory factory, Load load, Arrivals arrivals) {
        this.factory = factory;
        this.load = load;
        this.arrivals = arrivals;
    }

    static Consumers open(ConnectionFactory factory, Load load, Arrivals arrivals) throws JMSException {
        JmsConsumers consumers = new JmsConsumers(factory, load, arrivals);
        try {
            switch (load.layout()) {
                case ONE_QUEUE -> consumers.openOnOneQueue();
                case TOPIC -> consumers.openOnTopic();
                case QUEUE_EACH, QUEUE_EACH_ONE_SESSION -> consumers.openOnQueueEach();
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

    private void openOnOneQueue() throws JMSException {
        for (int index = 0; index < load.consumers(); index++) {
            Session session = session(connect(""));
            session.createConsumer(session.createQueue(load.layout().queueName(0)), load.selector())
                    .setMessageListener(listener(0));
        }
    }

    private void openOnTopic() throws JMSException {
        for (int index = 0; index < load.consumers(); index++) {
            Session session = session(connect("bench-" + index));
            session.createDurableSubscriber(session.createTopic(load.layout().topicName()), SUBSCRIPTION_NAME)
                    .setMessageListener(listener(index));
        }
    }

    private void openOnQueueEach() throws JMSException {
        Connection connection = connect("");
        Session session = session(connection);
        for (int index = 0; index < load.consumers(); index++) {
            if (index > 0 && index % load.layout().consumersPerSession() == 0) {
                session = session(connection);
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
        connection.setExceptionListener(arrivals::fail);
        return connection;
    }

    private Session session(Connection connection) throws JMSException {
        return connection.createSession(
                false, load.clientAcknowledge() ? Session.CLIENT_ACKNOWLEDGE : Session.AUTO_ACKNOWLEDGE);
    }

    private MessageListener listener(int copy) {
        return new ReadingListener(copy, load.clientAcknowledge(), arrivals);
    }

    @Override
    public void close() throws JMSException {
        for (Connection connection : connections) {
            connection.setExceptionListener(null);
            connection.close();
        }
    }

    /** Reads the whole body, as an application would. */
    private static final class ReadingListener implements MessageListener {

        private final byte[] body;
        private final int copy;
        private final boolean acknowledging;
        private final Arrivals arrivals;

        ReadingListener(int copy, boolean acknowledging, Arrivals arrivals) {
            body = new byte[arrivals.bodyBytes()];
            this.copy = copy;
            this.acknowledging = acknowledging;
            this.arrivals = arrivals;
        }

        @Override
        public void onMessage(Message message) {
            long nowNanos = System.nanoTime();
            try {
                BytesMessage bytes = (BytesMessage) message;
                if (bytes.getBodyLength() != body.length || bytes.readBytes(body) != body.length) {
                    throw new IllegalStateException(String.format(
                            Locale.ROOT, "a body of %d bytes, not %d", bytes.getBodyLength(), body.length));
                }
                if (acknowledging) {
                    message.acknowledge();
                }
                arrivals.arrived(copy, body, nowNanos);
            } catch (JMSException | RuntimeException e) {
                arrivals.fail(e);
            }
        }
    }
}
