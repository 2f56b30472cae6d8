package dev.restante.tck.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.tck.provider.ProviderUnderTest;
import dev.restante.tck.provider.RunningProvider;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Destination;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Fixture with destinations and connections of one test, which are closed after the test. Only the thread of the test
 * may use it.
 */
final class JmsFixture implements AutoCloseable {

    /** Timeout for a message that must arrive. */
    static final long ARRIVAL_TIMEOUT_MILLIS = 10_000;
    /** Timeout for a message that must not arrive. */
    static final long SILENCE_MILLIS = 300;

    private static final AtomicInteger NAMES = new AtomicInteger();

    private final RunningProvider provider = ProviderUnderTest.get();
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private @Nullable ConnectionFactory factory;

    /** Returns a name that no other test uses. */
    String uniqueName() {
        return "row_" + NAMES.incrementAndGet();
    }

    Queue queue() throws Exception {
        return provider.queue(uniqueName());
    }

    Topic topic() throws Exception {
        return provider.topic(uniqueName());
    }

    ConnectionFactory factory() throws Exception {
        ConnectionFactory made = factory;
        if (made == null) {
            made = provider.connectionFactory(null);
            factory = made;
        }
        return made;
    }

    ConnectionFactory factory(String clientId) throws Exception {
        return provider.connectionFactory(clientId);
    }

    /** Registers an object to be closed after the test. */
    <T extends AutoCloseable> T closeAfterTest(T closeable) {
        open.push(closeable);
        return closeable;
    }

    JMSContext context() throws Exception {
        return closeAfterTest(factory().createContext());
    }

    JMSContext context(int sessionMode) throws Exception {
        return closeAfterTest(factory().createContext(sessionMode));
    }

    JMSContext contextWithClientId(String clientId) throws Exception {
        JMSContext context = context();
        context.setClientID(clientId);
        return context;
    }

    Connection stoppedConnection() throws Exception {
        return closeAfterTest(factory().createConnection());
    }

    Connection connection() throws Exception {
        Connection connection = stoppedConnection();
        connection.start();
        return connection;
    }

    /** Returns a session of a new started connection. */
    Session session() throws Exception {
        return session(Session.AUTO_ACKNOWLEDGE);
    }

    Session session(int mode) throws Exception {
        return connection().createSession(mode);
    }

    Session sessionWithClientId(String clientId) throws Exception {
        Connection connection = stoppedConnection();
        connection.setClientID(clientId);
        connection.start();
        return connection.createSession();
    }

    /** Sends texts with a new session. */
    void send(Destination destination, String... texts) throws Exception {
        try (JMSContext context = factory().createContext()) {
            for (String text : texts) {
                context.createProducer().send(destination, text);
            }
        }
    }

    /** Sends the numbers of a half-open range as texts and as the property {@code n}. */
    void sendNumbered(Topic topic, int from, int to) throws Exception {
        try (JMSContext context = factory().createContext()) {
            for (int n = from; n < to; n++) {
                context.createProducer().setProperty("n", n).send(topic, "" + n);
            }
        }
    }

    /** Sends a message and returns the message that a new session receives. */
    @SuppressWarnings("unchecked") // a received message has the sent kind, or the cast fails the test
    <M extends Message> M sendAndReceive(M message) throws Exception {
        Queue queue = queue();
        Session session = session();
        session.createProducer(queue).send(message);
        return (M) next(session.createConsumer(queue));
    }

    /** Returns the next message, which must arrive. */
    static Message next(MessageConsumer consumer) throws JMSException {
        Message message = consumer.receive(ARRIVAL_TIMEOUT_MILLIS);
        if (message == null) {
            throw new AssertionError("no message was received");
        }
        return message;
    }

    /** Returns the body of the next text message, which must arrive. */
    static @Nullable String nextText(MessageConsumer consumer) throws JMSException {
        return next(consumer).getBody(String.class);
    }

    /** Returns the elements of an enumeration, which has no element type in the API. */
    static List<Object> toList(Enumeration<?> enumeration) {
        return new ArrayList<>(Collections.list(enumeration));
    }

    /** Returns whether no message arrives. */
    static boolean receivesNothing(MessageConsumer consumer) throws JMSException {
        return consumer.receive(SILENCE_MILLIS) == null;
    }

    /** Expects texts in this order and no further message. */
    static void expectTexts(MessageConsumer consumer, String... texts) throws JMSException {
        for (String text : texts) {
            assertThat(nextText(consumer)).isEqualTo(text);
        }
        assertThat(receivesNothing(consumer)).isTrue();
    }

    /**
     * Returns all texts that the consumers receive, and fails if a text arrives twice. Waits for {@code count} texts,
     * but not longer than {@link #ARRIVAL_TIMEOUT_MILLIS}.
     */
    static Set<String> drain(int count, MessageConsumer... consumers) throws JMSException {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ARRIVAL_TIMEOUT_MILLIS);
        Set<String> texts = new HashSet<>();
        boolean last;
        do {
            last = texts.size() >= count || System.nanoTime() > deadlineNanos;
            for (MessageConsumer consumer : consumers) {
                for (Message message = consumer.receive(SILENCE_MILLIS);
                        message != null;
                        message = consumer.receive(SILENCE_MILLIS)) {
                    assertThat(texts.add(message.getBody(String.class))).isTrue();
                }
            }
        } while (!last);
        return texts;
    }

    @Override
    public void close() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }
}
