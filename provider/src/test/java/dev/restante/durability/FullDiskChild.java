package dev.restante.durability;

import dev.restante.RestanteConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * Child that sends numbered messages of 6,000 characters and reports each send that has returned. On request it also
 * receives each message. It waits for its end when a send fails.
 */
final class FullDiskChild {

    static final String QUEUE = "full-disk";

    private static final String BODY = "x".repeat(6_000);

    private FullDiskChild() {}

    /**
     * Connects. A child that does not receive has a short store timeout, because its send fails only after this
     * timeout.
     */
    private static Connection connect(RestanteConnectionFactory factory, boolean receives) throws JMSException {
        if (!receives) {
            factory.setStoreTimeout(Duration.ofSeconds(4));
        }
        return factory.createConnection();
    }

    public static void main(String[] arguments) throws JMSException, InterruptedException {
        int messages = Integer.parseInt(arguments[1]);
        boolean receives = Boolean.parseBoolean(arguments[2]);
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(arguments[0]);
                Connection connection = connect(factory, receives)) {
            Session session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
            MessageProducer producer = session.createProducer(session.createQueue(QUEUE));
            MessageConsumer consumer = receives ? session.createConsumer(session.createQueue(QUEUE)) : null;
            connection.start();
            for (int number = 1; number <= messages; number++) {
                TextMessage message = session.createTextMessage(BODY);
                message.setIntProperty("Number", number);
                try {
                    producer.send(message);
                } catch (JMSException refused) {
                    ChildJvm.tell("refused " + refused.getMessage());
                    new CountDownLatch(1).await();
                }
                ChildJvm.tell("sent " + number);
                if (consumer != null) {
                    ChildJvm.tell("received " + consumer.receive().getIntProperty("Number"));
                }
            }
            ChildJvm.tell("end");
        }
    }
}
