package dev.restante.durability;

import dev.restante.RestanteConnectionFactory;
import dev.restante.testing.PatternStream;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Child that sends and receives one large body while another thread sends and receives small messages. It reports the
 * durations. Arguments: URL, length in bytes.
 */
final class LargeTransferChild {

    private static final AtomicBoolean OVER = new AtomicBoolean();

    private LargeTransferChild() {}

    public static void main(String[] arguments) throws Exception {
        long length = Long.parseLong(arguments[1]);
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(arguments[0]);
                Connection connection = factory.createConnection()) {
            connection.start();
            SmallMessageLoop small = new SmallMessageLoop(connection);
            Thread traffic = new Thread(small);
            traffic.start();
            try (Session session = connection.createSession();
                    MessageProducer producer = session.createProducer(session.createQueue("large"));
                    MessageConsumer consumer = session.createConsumer(session.createQueue("large"))) {
                long begun = System.nanoTime();
                BytesMessage message = session.createBytesMessage();
                message.setObjectProperty("JMS_Restante_InputStream", new PatternStream(length));
                producer.send(message);
                ChildJvm.tell("sent " + millisSince(begun));
                begun = System.nanoTime();
                PatternStream.Check check = new PatternStream.Check();
                consumer.receive().setObjectProperty("JMS_Restante_OutputStream", check);
                ChildJvm.tell("received " + millisSince(begun));
                ChildJvm.tell("length " + check.length());
            }
            OVER.set(true);
            traffic.join();
            ChildJvm.tell("small " + small.count);
            ChildJvm.tell("slowest " + TimeUnit.NANOSECONDS.toMillis(small.slowestNanos));
        }
    }

    private static long millisSince(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
    }

    /** Sender and receiver of one small message after another. */
    private static final class SmallMessageLoop implements Runnable {
        private final Connection connection;
        private volatile long count;
        private volatile long slowestNanos;

        SmallMessageLoop(Connection connection) {
            this.connection = connection;
        }

        @Override
        @SuppressWarnings("NonAtomicVolatileUpdate")
        public void run() {
            try (Session session = connection.createSession();
                    MessageProducer producer = session.createProducer(session.createQueue("small"));
                    MessageConsumer consumer = session.createConsumer(session.createQueue("small"))) {
                while (!OVER.get()) {
                    long begun = System.nanoTime();
                    producer.send(session.createTextMessage("small"));
                    Message received = consumer.receive(60_000);
                    if (received == null) {
                        throw new IllegalStateException("a small message did not come");
                    }
                    slowestNanos = Math.max(slowestNanos, System.nanoTime() - begun);
                    count++;
                }
            } catch (JMSException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
