package dev.restante.bench;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;

/** Listeners in {@code AUTO_ACKNOWLEDGE} on one queue, each with its own connection. */
final class Consumers implements AutoCloseable {

    private final List<Connection> connections;

    private Consumers(List<Connection> connections) {
        this.connections = connections;
    }

    static Consumers open(ConnectionFactory factory, String queueName, Load load, int bodyBytes, Tally tally)
            throws JMSException {
        Consumers consumers = new Consumers(new ArrayList<>());
        for (int index = 0; index < load.consumers(); index++) {
            Connection connection = factory.createConnection();
            consumers.connections.add(connection);
            connection.setExceptionListener(tally::fail);
            Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
            session.createConsumer(session.createQueue(queueName), load.selector())
                    .setMessageListener(new CountingListener(bodyBytes, tally));
            connection.start();
        }
        return consumers;
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
        private final Tally tally;

        CountingListener(int bodyBytes, Tally tally) {
            body = new byte[bodyBytes];
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
                tally.countReceived(Body.sequence(body));
            } catch (JMSException | RuntimeException e) {
                tally.fail(e);
            }
        }
    }
}
