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

/** Connections with JMS message listeners that consume the messages of a load until the group is closed. */
final class JmsConsumerGroup implements ConsumerGroup {

    private static final String SUBSCRIPTION_NAME = "bench";

    private final ConnectionFactory factory;
    private final Load load;
    private final ArrivalCounter arrivalCounter;
    private final List<Connection> connections = new ArrayList<>();

    private JmsConsumerGroup(ConnectionFactory factory, Load load, ArrivalCounter arrivalCounter) {
        this.factory = factory;
        this.load = load;
        this.arrivalCounter = arrivalCounter;
    }

    static ConsumerGroup open(ConnectionFactory factory, Load load, ArrivalCounter arrivalCounter) throws JMSException {
        JmsConsumerGroup consumers = new JmsConsumerGroup(factory, load, arrivalCounter);
        try {
            switch (load.layout()) {
                case ONE_QUEUE -> consumers.openOnOneQueue();
                case TOPIC -> consumers.openOnTopic();
                case QUEUE_PER_CONSUMER, QUEUE_PER_CONSUMER_ONE_SESSION -> consumers.openOnQueueEach();
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
        connection.setExceptionListener(arrivalCounter::fail);
        return connection;
    }

    private Session session(Connection connection) throws JMSException {
        return connection.createSession(
                false, load.clientAcknowledge() ? Session.CLIENT_ACKNOWLEDGE : Session.AUTO_ACKNOWLEDGE);
    }

    private MessageListener listener(int copy) {
        return new ReadingListener(copy, load.clientAcknowledge(), arrivalCounter);
    }

    @Override
    public void close() throws JMSException {
        for (Connection connection : connections) {
            connection.setExceptionListener(null);
            connection.close();
        }
    }

    /** Listener that reads the complete body, as an application would. */
    private static final class ReadingListener implements MessageListener {

        private final byte[] body;
        private final int copy;
        private final boolean acknowledging;
        private final ArrivalCounter arrivalCounter;

        ReadingListener(int copy, boolean acknowledging, ArrivalCounter arrivalCounter) {
            body = new byte[arrivalCounter.bodyBytes()];
            this.copy = copy;
            this.acknowledging = acknowledging;
            this.arrivalCounter = arrivalCounter;
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
                arrivalCounter.received(copy, body, nowNanos);
            } catch (JMSException | RuntimeException e) {
                arrivalCounter.fail(e);
            }
        }
    }
}
