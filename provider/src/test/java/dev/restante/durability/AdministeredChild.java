package dev.restante.durability;

import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.io.IOException;

/**
 * Application on an embedded store that a tool administers. It has messages, and locks a message until a line tells it
 * to complete the message. Argument: URL.
 */
public final class AdministeredChild {

    static final String WAITING = "waiting";
    static final String HELD = "held";

    private AdministeredChild() {}

    public static void main(String[] arguments) throws JMSException, IOException {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(arguments[0]);
        Connection connection = factory.createConnection();
        connection.start();
        Session session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
        try (var producer = session.createProducer(null)) {
            for (String text : new String[] {"one", "two", "three"}) {
                producer.send(session.createQueue(WAITING), session.createTextMessage(text));
            }
            producer.send(session.createQueue(HELD), session.createTextMessage("mine"));
        }
        PeekLock lock =
                PeekLock.of(session.createConsumer(session.createQueue(HELD)).receive(60_000));
        ChildJvm.tell("holds " + lock.sequenceNumber());
        System.in.read();
        try {
            lock.complete();
            ChildJvm.tell("completed");
        } catch (JMSException lost) {
            ChildJvm.tell("lost " + lost.getErrorCode());
        }
        while (System.in.read() >= 0) {
            // Waits for the end of the test.
        }
    }
}
