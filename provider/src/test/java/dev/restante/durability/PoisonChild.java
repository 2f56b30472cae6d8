package dev.restante.durability;

import dev.restante.RestanteConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.util.concurrent.CountDownLatch;

/**
 * Child with a listener that halts its JVM at a poison message and ends in order at the last message. Argument: URL.
 */
final class PoisonChild {

    static final String QUEUE = "jobs";

    /**
     * Property with the effect of a message on its receiver: {@link #POISON}, {@link #LAST}, or absent for no effect.
     */
    static final String EFFECT = "Effect";

    static final String POISON = "poison";
    static final String LAST = "last";
    static final int HALTED = 66;

    private PoisonChild() {}

    public static void main(String[] arguments) throws JMSException, InterruptedException {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(arguments[0]);
        Connection connection = factory.createConnection();
        Session session = connection.createSession(Session.AUTO_ACKNOWLEDGE);
        session.createConsumer(session.createQueue(QUEUE)).setMessageListener(PoisonChild::work);
        connection.start();
        new CountDownLatch(1).await();
    }

    private static void work(Message message) {
        try {
            String effect = String.valueOf(message.getStringProperty(EFFECT));
            ChildJvm.tell("got " + effect + " " + message.getIntProperty("JMSXDeliveryCount"));
            switch (effect) {
                case POISON -> Runtime.getRuntime().halt(HALTED);
                case LAST -> new Thread(() -> System.exit(0)).start();
                default -> {}
            }
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    }
}
