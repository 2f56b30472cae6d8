package dev.restante.durability;

import dev.restante.RestanteConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.ServerSession;
import jakarta.jms.Session;

/**
 * Child that only listens, whose {@code main} ends before the message arrives. On request the listener closes the
 * connection.
 */
final class ListenerChild {

    private ListenerChild() {}

    public static void main(String[] arguments) throws JMSException {
        tellWarnings();
        RestanteConnectionFactory factory = new RestanteConnectionFactory(arguments[0]);
        boolean close = Boolean.parseBoolean(arguments[1]);
        Connection connection = factory.createConnection();
        Session session = connection.createSession();
        Queue queue = session.createQueue("late");
        session.createConsumer(queue).setMessageListener(message -> {
            ChildJvm.tell("got late");
            if (close) {
                Thread closer = new Thread(() -> close(connection));
                closer.setDaemon(true);
                closer.start();
            }
        });
        Session served = connection.createSession();
        connection.createConnectionConsumer(
                session.createQueue("served"), null, () -> new UnusedServerSession(served), 1);
        connection.start();
        MessageProducer producer = connection.createSession().createProducer(queue);
        producer.setDeliveryDelay(1_000);
        producer.send(session.createTextMessage("late"));
        ChildJvm.tell("main ends");
    }

    /** Prints the warnings of this process as lines for the test. It must be called before the first log entry. */
    static void tellWarnings() {
        System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", "warn");
        System.setProperty("org.slf4j.simpleLogger.logFile", "System.out");
    }

    /** Session of a connection consumer that receives no message. */
    private record UnusedServerSession(Session session) implements ServerSession {
        @Override
        public Session getSession() {
            return session;
        }

        @Override
        public void start() {
            ChildJvm.tell("started a server session");
        }
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (JMSException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
