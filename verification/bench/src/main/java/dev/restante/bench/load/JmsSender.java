package dev.restante.bench.load;

import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;

/**
 * Sender that puts each body into a JMS message and sends it with the producers of one session, on its own connection.
 */
final class JmsSender implements Sender {

    private static final int PRIORITIES = 10;

    private final Connection connection;
    private final Session session;
    private final Load.MessageVariety variety;
    private final List<MessageProducer> producers = new ArrayList<>();

    private JmsSender(Connection connection, Session session, Load.MessageVariety variety) {
        this.connection = connection;
        this.session = session;
        this.variety = variety;
    }

    static JmsSender open(ConnectionFactory factory, Load load) throws JMSException {
        boolean transacted = load.mode() == Load.SendMode.TRANSACTED;
        Connection connection = factory.createConnection();
        try {
            Session session = connection.createSession(
                    transacted, transacted ? Session.SESSION_TRANSACTED : Session.AUTO_ACKNOWLEDGE);
            JmsSender sender = new JmsSender(connection, session, load.variety());
            sender.openProducers(load);
            return sender;
        } catch (JMSException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private void openProducers(Load load) throws JMSException {
        List<Destination> destinations = new ArrayList<>();
        DestinationLayout layout = load.layout();
        int queues = layout.queues(load.consumers());
        for (int index = 0; index < queues; index++) {
            destinations.add(session.createQueue(layout.queueName(index)));
        }
        if (queues == 0) {
            destinations.add(session.createTopic(layout.topicName()));
        }
        for (Destination destination : destinations) {
            MessageProducer producer = session.createProducer(destination);
            producer.setDeliveryMode(load.deliveryMode());
            producers.add(producer);
        }
    }

    @Override
    public void send(long sequence, byte[] body) throws JMSException {
        producer(sequence).send(message(sequence, body));
    }

    @Override
    public void send(long sequence, byte[] body, SendCompletion completion) throws JMSException {
        producer(sequence).send(message(sequence, body), new CompletionListener() {
            @Override
            public void onCompletion(Message message) {
                completion.completed();
            }

            @Override
            public void onException(Message message, Exception exception) {
                completion.failed(exception);
            }
        });
    }

    @Override
    public void commit() throws JMSException {
        session.commit();
    }

    private MessageProducer producer(long sequence) throws JMSException {
        MessageProducer producer = producers.get((int) (sequence % producers.size()));
        if (variety == Load.MessageVariety.PRIORITIES) {
            producer.setPriority((int) (sequence % PRIORITIES));
        }
        return producer;
    }

    private BytesMessage message(long sequence, byte[] body) throws JMSException {
        BytesMessage message = session.createBytesMessage();
        if (variety == Load.MessageVariety.GROUPS) {
            message.setStringProperty("JMSXGroupID", "g" + sequence);
        }
        message.writeBytes(body);
        return message;
    }

    @Override
    public void close() throws JMSException {
        connection.close();
    }
}
