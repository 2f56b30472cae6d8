package dev.restante.feature.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

/** Fixture of topic tests: one topic, and methods that publish messages. */
public abstract class TopicContract extends JmsContract {

    public Topic topic;

    @BeforeEach
    public final void nameTopic() throws JMSException {
        topic = topic("news");
    }

    public final Topic topic(String name) throws JMSException {
        try (Session session = connection.createSession()) {
            return session.createTopic(name);
        }
    }

    /** Publishes messages through the connection of the test. */
    public final void publish(Topic to, String... texts) throws JMSException {
        publish(connection, to, texts);
    }

    public static void publish(Connection publisher, Topic to, String... texts) throws JMSException {
        try (Session session = publisher.createSession();
                MessageProducer producer = session.createProducer(to)) {
            for (String text : texts) {
                producer.send(session.createTextMessage(text));
            }
        }
    }

    /** Publishes a message with a property {@code color}. */
    public final void publishColored(String color, String text) throws JMSException {
        try (Session session = connection.createSession();
                MessageProducer producer = session.createProducer(topic)) {
            Message message = session.createTextMessage(text);
            message.setStringProperty("color", color);
            producer.send(message);
        }
    }

    /** Creates a started connection with a client id. */
    public final Connection connectionOf(String clientId) throws JMSException {
        Connection made = factory.createConnection();
        made.setClientID(clientId);
        made.start();
        return made;
    }

    /** Asserts that the consumer receives exactly these messages. */
    public static void assertReceives(MessageConsumer consumer, String... texts) throws JMSException {
        List<String> received = new ArrayList<>();
        for (int i = 0; i < texts.length; i++) {
            received.add(text(receive(consumer)));
        }
        assertThat(received).containsExactly(texts);
        assertNothing(consumer);
    }
}
