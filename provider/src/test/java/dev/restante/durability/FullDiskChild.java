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
 * Sends numbered messages of 1,000 characters and tells of each send that has returned; receives each one as well if
 * told to. Waits for its end where a send is refused.
 */
final class FullDiskChild {

    static final String QUEUE = "full-disk";

    private static final String FILLING = "x".repeat(6_000);

    private FullDiskChild() {}

    /** Who does not receive is to be refused some time, which takes as long as the store may. */
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
                TextMessage message = session.createTextMessage(FILLING);
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
