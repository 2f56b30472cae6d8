package dev.restante.durability;

import dev.restante.RestanteConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Session;

/** Child that opens a store, sends a message and keeps the store open, or reports a failure. Argument: URL. */
final class OpenStoreChild {

    static final String QUEUE = "q";

    private OpenStoreChild() {}

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
