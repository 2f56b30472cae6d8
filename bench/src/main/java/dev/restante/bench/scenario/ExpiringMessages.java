package dev.restante.bench.scenario;

import dev.restante.bench.contender.ExpiryHook;
import dev.restante.bench.contender.RunningBroker;
import dev.restante.bench.measure.Body;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntToLongFunction;

/** Messages that nobody receives before they expire and move to the dead-letter queue. */
final class ExpiringMessages {

    private static final String QUEUE_NAME = "bench.expiring";
    private static final int FILL_BATCH = 1_000;
    private static final long RECEIVE_TIMEOUT_MILLIS = 30_000;
    private static final long NOT_SEEN = -1;

    private final ConnectionFactory factory;
    private final ExpiryHook hook;
    private final int bodyBytes;

    /** None yet; makes the queue. */
    ExpiringMessages(RunningBroker broker, ExpiryHook hook, int bodyBytes) throws Exception {
        this.factory = broker.connectionFactory();
        this.hook = hook;
        this.bodyBytes = bodyBytes;
        hook.deadLetterOnExpiry(broker, QUEUE_NAME);
    }

    /**
     * Sends them.
     *
     * @param dueMillis when each is wanted to expire, by sequence number
     * @return when each expires
     * @throws IllegalStateException if the first one has expired before the last one was sent
     */
    long[] fill(int messages, IntToLongFunction dueMillis) throws JMSException {
        long[] expirations = new long[messages];
        Body body = new Body(bodyBytes, 1);
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
                MessageProducer producer = session.createProducer(session.createQueue(QUEUE_NAME))) {
            for (int sequence = 0; sequence < messages; sequence++) {
                producer.setTimeToLive(Math.max(1, dueMillis.applyAsLong(sequence) - System.currentTimeMillis()));
                BytesMessage message = session.createBytesMessage();
                message.writeBytes(body.next(sequence));
                producer.send(message);
                expirations[sequence] = message.getJMSExpiration();
                if ((sequence + 1) % FILL_BATCH == 0) {
                    session.commit();
                }
            }
            session.commit();
        }
        if (System.currentTimeMillis() > dueMillis.applyAsLong(0)) {
            throw new IllegalStateException("the fill took too long: the first message has expired");
        }
        return expirations;
    }

    /**
     * Receives them from the dead-letter queue.
     *
     * @return when each was moved, in epoch milliseconds, by sequence number
     * @throws IllegalStateException if one is missing or comes twice
     */
    long[] moved(int messages) throws JMSException {
        long[] movedMillis = new long[messages];
        Arrays.fill(movedMillis, NOT_SEEN);
        byte[] body = new byte[bodyBytes];
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession(false, Session.DUPS_OK_ACKNOWLEDGE);
                MessageConsumer consumer =
                        session.createConsumer(session.createQueue(hook.deadLetterQueueName(QUEUE_NAME)))) {
            connection.start();
            for (int received = 0; received < messages; received++) {
                if (!(consumer.receive(RECEIVE_TIMEOUT_MILLIS) instanceof BytesMessage message)) {
                    throw new IllegalStateException(
                            String.format(Locale.ROOT, "%,d of %,d messages moved", received, messages));
                }
                message.readBytes(body);
                int sequence = Math.toIntExact(Body.sequence(body));
                if (movedMillis[sequence] != NOT_SEEN) {
                    throw new IllegalStateException("message " + sequence + " moved twice");
                }
                movedMillis[sequence] = hook.movedAtEpochMillis(message);
            }
        }
        return movedMillis;
    }
}
