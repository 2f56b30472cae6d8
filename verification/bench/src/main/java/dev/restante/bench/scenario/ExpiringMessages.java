package dev.restante.bench.scenario;

import dev.restante.bench.contender.ExpirySupport;
import dev.restante.bench.contender.RunningBroker;
import dev.restante.bench.measure.BodyGenerator;
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

/** Load of messages that expire unreceived, which fills a queue and reads the move times from the dead-letter queue. */
final class ExpiringMessages {

    private static final String QUEUE_NAME = "bench.expiring";
    private static final int FILL_BATCH = 1_000;
    private static final long RECEIVE_TIMEOUT_MILLIS = 30_000;
    private static final long NOT_SEEN = -1;

    private final ConnectionFactory factory;
    private final ExpirySupport support;
    private final int bodyBytes;

    /** Configures the queue, without sending messages. */
    ExpiringMessages(RunningBroker broker, ExpirySupport support, int bodyBytes) throws Exception {
        this.factory = broker.connectionFactory();
        this.support = support;
        this.bodyBytes = bodyBytes;
        support.deadLetterOnExpiry(broker, QUEUE_NAME);
    }

    /**
     * Sends the messages.
     *
     * @param dueMillis the intended expiry time of each message, by sequence number
     * @return the actual expiry times
     * @throws IllegalStateException if the first message expires before the last one is sent
     */
    long[] fill(int messages, IntToLongFunction dueMillis) throws JMSException {
        long[] expirations = new long[messages];
        BodyGenerator bodyGenerator = new BodyGenerator(bodyBytes, 1);
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
                MessageProducer producer = session.createProducer(session.createQueue(QUEUE_NAME))) {
            for (int sequence = 0; sequence < messages; sequence++) {
                producer.setTimeToLive(Math.max(1, dueMillis.applyAsLong(sequence) - System.currentTimeMillis()));
                BytesMessage message = session.createBytesMessage();
                message.writeBytes(bodyGenerator.next(sequence));
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
     * Receives the messages from the dead-letter queue.
     *
     * @return the instants of the moves in epoch milliseconds, by sequence number
     * @throws IllegalStateException if a message is missing or duplicated
     */
    long[] moved(int messages) throws JMSException {
        long[] movedMillis = new long[messages];
        Arrays.fill(movedMillis, NOT_SEEN);
        byte[] body = new byte[bodyBytes];
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession(false, Session.DUPS_OK_ACKNOWLEDGE);
                MessageConsumer consumer =
                        session.createConsumer(session.createQueue(support.deadLetterQueueName(QUEUE_NAME)))) {
            connection.start();
            for (int received = 0; received < messages; received++) {
                if (!(consumer.receive(RECEIVE_TIMEOUT_MILLIS) instanceof BytesMessage message)) {
                    throw new IllegalStateException(
                            String.format(Locale.ROOT, "%,d of %,d messages moved", received, messages));
                }
                message.readBytes(body);
                int sequence = Math.toIntExact(BodyGenerator.sequence(body));
                if (movedMillis[sequence] != NOT_SEEN) {
                    throw new IllegalStateException("message " + sequence + " moved twice");
                }
                movedMillis[sequence] = support.movedAtEpochMillis(message);
            }
        }
        return movedMillis;
    }
}
