package dev.restante.testing;

import static dev.restante.testing.Eventually.PATIENCE_MILLIS;

import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.Map;

/** Dead letters of the queue {@code q}, created by a consumer. */
public final class DeadLetters {

    private DeadLetters() {}

    /** Creates dead letters with the texts m0, m1 and so on. */
    public static void make(RestanteConnectionFactory factory, int messages) throws JMSException {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE)) {
            connection.start();
            Queue queue = session.createQueue("q");
            try (var producer = session.createProducer(queue);
                    var consumer = session.createConsumer(queue)) {
                for (int i = 0; i < messages; i++) {
                    producer.send(session.createTextMessage("m" + i));
                    PeekLock.of(consumer.receive(PATIENCE_MILLIS)).deadLetter("test", null, Map.of());
                }
            }
        }
    }
}
