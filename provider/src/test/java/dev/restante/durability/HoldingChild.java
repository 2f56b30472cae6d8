package dev.restante.durability;

import dev.restante.RestanteConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Session;

/** Opens a store, sends a message to it and keeps it open; tells where it can't. Argument: URL. */
final class HoldingChild {

    static final String QUEUE = "q";

    private HoldingChild() {}

    public static void main(String[] arguments) {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(arguments[0]);
        try {
            Connection connection = factory.createConnection();
            Session session = connection.createSession();
            session.createProducer(session.createQueue(QUEUE)).send(session.createTextMessage("kept"));
            ChildJvm.tell("open");
            System.in.read();
        } catch (JMSException | java.io.IOException e) {
            ChildJvm.tell("failed " + e);
        }
    }
}
