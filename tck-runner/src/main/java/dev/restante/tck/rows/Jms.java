package dev.restante.tck.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.tck.provider.RunningProvider;
import dev.restante.tck.provider.UnderTest;
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
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What one test needs of the provider: destinations of its own, and connections that are closed after it. For the
 * test's thread only.
 */
final class Jms implements AutoCloseable {

    /** How long to wait for a message that must come. */
    static final long SOON_MILLIS = 10_000;
    /** How long to wait for a message that must not come. */
    static final long NEVER_MILLIS = 300;

    private static final AtomicInteger NAMES = new AtomicInteger();

    private final RunningProvider provider = UnderTest.get();
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private @Nullable ConnectionFactory factory;

    /** A name that nobody else uses. */
    String name() {
        return "row_" + NAMES.incrementAndGet();
    }

    Queue queue() throws Exception {
        return provider.queue(name());
    }

    Topic topic() throws Exception {
        return provider.topic(name());
    }

    ConnectionFactory factory() throws Exception {
        ConnectionFactory made = factory;
        if (made == null) {
            made = provider.connectionFactory(null);
            factory = made;
        }
        return made;
    }

    /** A factory with a client id configured. */
    ConnectionFactory factory(String clientId) throws Exception {
        return provider.connectionFactory(clientId);
    }

    /** Closes something after the test. */
    <T extends AutoCloseable> T closing(T closeable) {
        open.push(closeable);
        return closeable;
    }

    JMSContext context() throws Exception {
        return closing(factory().createContext());
    }

    JMSContext context(int sessionMode) throws Exception {
        return closing(factory().createContext(sessionMode));
    }

    /** A context with a client id. */
    JMSContext contextOf(String clientId) throws Exception {
        JMSContext context = context();
        context.setClientID(clientId);
        return context;
    }

    /** A connection that has not been started. */
    Connection stopped() throws Exception {
        return closing(factory().createConnection());
    }

    /** A started connection. */
    Connection connection() throws Exception {
        Connection connection = stopped();
        connection.start();
        return connection;
    }

    /** A session of a started connection of its own. */
    Session session() throws Exception {
        return session(Session.AUTO_ACKNOWLEDGE);
    }

    Session session(int mode) throws Exception {
        return connection().createSession(mode);
    }

    /** A session of a started connection of its own with a client id. */
    Session sessionOf(String clientId) throws Exception {
        Connection connection = stopped();
        connection.setClientID(clientId);
        connection.start();
        return connection.createSession();
    }

    /** Sends a text with a session of its own. */
    void send(Destination destination, String... texts) throws Exception {
        try (JMSContext context = factory().createContext()) {
            for (String text : texts) {
                context.createProducer().send(destination, text);
            }
        }
    }

    /** Sends the numbers of a range, without its end, as texts and as the property n. */
    void sendNumbered(Topic topic, int from, int to) throws Exception {
        try (JMSContext context = factory().createContext()) {
            for (int n = from; n < to; n++) {
                context.createProducer().setProperty("n", n).send(topic, "" + n);
            }
        }
    }

    /** Sends a message through the provider and returns what arrives, received in a session of its own. */
    @SuppressWarnings("unchecked") // a message keeps its kind; if it does not, the test fails with the cast
    <M extends Message> M pass(M message) throws Exception {
        Queue queue = queue();
        Session session = session();
        session.createProducer(queue).send(message);
        return (M) next(session.createConsumer(queue));
    }

    /** The next message, which must come. */
    static Message next(MessageConsumer consumer) throws JMSException {
        Message message = consumer.receive(SOON_MILLIS);
        if (message == null) {
            throw new AssertionError("no message came");
        }
        return message;
    }

    /** The body of the next text message, which must come. */
    static @Nullable String nextText(MessageConsumer consumer) throws JMSException {
        return next(consumer).getBody(String.class);
    }

    /** All elements of an enumeration, which the API returns without their type. */
    static List<Object> all(Enumeration<?> enumeration) {
        return new ArrayList<>(Collections.list(enumeration));
    }

    /** True if no message comes. */
    static boolean silent(MessageConsumer consumer) throws JMSException {
        return consumer.receive(NEVER_MILLIS) == null;
    }

    /** Receives texts in their order; fails if another message comes. */
    static void expectTexts(MessageConsumer consumer, String... texts) throws JMSException {
        for (String text : texts) {
            assertThat(nextText(consumer)).isEqualTo(text);
        }
        assertThat(silent(consumer)).isTrue();
    }

    /** All texts that the consumers get; fails if one comes twice. */
    static Set<String> drain(MessageConsumer... consumers) throws JMSException {
        Set<String> texts = new HashSet<>();
        for (MessageConsumer consumer : consumers) {
            for (Message message = consumer.receive(1_000); message != null; message = consumer.receive(NEVER_MILLIS)) {
                assertThat(texts.add(message.getBody(String.class))).isTrue();
            }
        }
        return texts;
    }

    @Override
    public void close() throws Exception {
        while (!open.isEmpty()) {
            open.pop().close();
        }
    }
}
