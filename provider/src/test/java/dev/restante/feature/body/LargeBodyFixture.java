package dev.restante.feature.body;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.testing.PatternStream;
import jakarta.jms.BytesMessage;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;

/** Queue, and bodies that are too large to be stored with their messages. */
public abstract class LargeBodyFixture extends JmsContract {

    static final String INPUT = "JMS_Restante_InputStream";
    static final String OUTPUT = "JMS_Restante_OutputStream";

    static final int CHUNK = 256 << 10;

    /** Length of six chunks, of which the last is not full. */
    public static final int LARGE = 5 * CHUNK + 1_000;

    private static final int CHUNKS = 6;

    Queue queue;

    @BeforeEach
    final void makeQueue() throws JMSException {
        queue = queue("q");
    }

    static BytesMessage large(Session session) throws JMSException {
        BytesMessage message = session.createBytesMessage();
        message.setObjectProperty(INPUT, new PatternStream(LARGE));
        return message;
    }

    public static void sendLarge(Session session, Destination destination) throws JMSException {
        try (MessageProducer producer = session.createProducer(destination)) {
            producer.send(large(session));
        }
    }

    final void sendLarge(Destination destination) throws JMSException {
        try (Session session = autoSession()) {
            sendLarge(session, destination);
        }
    }

    /** Asserts that the message has the whole body and nothing else. */
    public static void assertWhole(Message message) throws JMSException {
        assertWhole(message, LARGE);
    }

    static void assertWhole(Message message, long length) throws JMSException {
        PatternStream.Check check = new PatternStream.Check();
        message.setObjectProperty(OUTPUT, check);
        assertThat(check.length()).isEqualTo(length);
        assertThat(((BytesMessage) message).getBodyLength()).isEqualTo(length);
    }

    final void receiveWhole(Destination destination) throws JMSException {
        try (Session session = autoSession();
                MessageConsumer consumer = session.createConsumer(destination)) {
            assertWhole(receive(consumer));
        }
    }

    final void assertNoChunks() throws SQLException {
        assertThat(chunks()).isZero();
    }

    final long chunks() throws SQLException {
        return stored("COUNT(*) FROM restante_large_body_chunk");
    }

    /** Asserts that one large body is stored, and nothing else. */
    final void assertStoredOnce() throws SQLException {
        assertThat(chunks()).isEqualTo(CHUNKS);
    }

    /** Waits until the store has no rows of large bodies. */
    final void awaitNothingLeft() {
        awaitNothingLeft(this);
    }

    /**
     * Waits until the store has no rows of large bodies, although no node noticed their deletion. A node checks once a
     * minute.
     */
    final void awaitNothingLeftInAMinute() {
        awaitNothingLeftInAMinute(this);
    }

    /** Waits until the store of a test has no rows of large bodies. */
    public static void awaitNothingLeft(JmsContract test) {
        eventually("all large bodies are deleted", () -> rows(test) == 0);
    }

    /**
     * Waits until the store of a test has no rows of large bodies, although no node noticed their deletion. Several
     * minutes pass, because a running check can be too early.
     */
    public static void awaitNothingLeftInAMinute(JmsContract test) {
        AtomicLong looks = new AtomicLong();
        eventually("all large bodies are deleted", () -> {
            boolean gone = rows(test) == 0;
            if (!gone && looks.getAndIncrement() % 200 == 0) {
                test.time.jump(Duration.ofSeconds(61));
            }
            return gone;
        });
    }

    private static long rows(JmsContract test) throws SQLException {
        long rows = 0;
        for (String table : List.of(
                "large_body", "large_body_chunk", "large_body_reference", "large_body_retention", "deleted_body")) {
            rows += test.stored("COUNT(*) FROM restante_" + table);
        }
        return rows;
    }
}
