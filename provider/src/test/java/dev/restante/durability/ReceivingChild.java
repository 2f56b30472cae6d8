package dev.restante.durability;

import dev.restante.RestanteConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;

/**
 * Child that receives messages and reports each message before it continues. Arguments: URL, session mode, and the
 * number of messages after which it halts between receive and report, or -1 for never. At the end of the queue it ends
 * in order.
 */
final class ReceivingChild {

    static final String QUEUE = "received";
    static final int HALTED = 66;

    private ReceivingChild() {}

    public static void main(String[] arguments) throws JMSException {
        int haltAt = Integer.parseInt(arguments[2]);
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(arguments[0]);
                Connection connection = factory.createConnection();
                Session session = connection.createSession(Integer.parseInt(arguments[1]));
                MessageConsumer consumer = session.createConsumer(session.createQueue(QUEUE))) {
            connection.start();
            int received = 0;
            for (Message next = consumer.receive(100); next != null; next = consumer.receive(100)) {
                if (received == haltAt) {
                    Runtime.getRuntime().halt(HALTED);
                }
                received++;
                ChildJvm.tell(next.getBody(String.class));
            }
        }
    }
}
