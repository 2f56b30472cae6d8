package dev.restante.durability;

import dev.restante.RestanteConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.concurrent.CountDownLatch;

/** Application whose listener is running when the JVM ends. The listener returns when the node is closed. */
final class BusyListenerChild {

    private BusyListenerChild() {}

    public static void main(String[] arguments) throws JMSException {
        ListenerChild.tellWarnings();
        Connection connection = new RestanteConnectionFactory(arguments[0]).createConnection();
        Session session = connection.createSession();
        Queue queue = session.createQueue("busy");
        CountDownLatch nodeClosed = new CountDownLatch(1);
        session.createConsumer(queue).setMessageListener(message -> {
            Thread listening = Thread.currentThread();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                awaitNodeClosed(connection, queue);
                nodeClosed.countDown();
                awaitIdle(listening);
            }));
            ChildJvm.tell("at work");
            try {
                nodeClosed.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        connection.start();
        Session sending = connection.createSession();
        sending.createProducer(queue).send(sending.createMessage());
    }

    private static void awaitNodeClosed(Connection connection, Queue queue) {
        try (Session probe = connection.createSession()) {
            while (true) {
                probe.createProducer(queue).send(probe.createMessage());
            }
        } catch (JMSException closed) {
            ChildJvm.tell("closed " + closed.getErrorCode());
        }
    }

    /** Waits until the thread waits for its next message or has ended. */
    private static void awaitIdle(Thread listening) {
        while (listening.getState() != Thread.State.WAITING && listening.isAlive()) {
            Thread.onSpinWait();
        }
    }
}
