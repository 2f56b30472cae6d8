package dev.restante.feature.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import dev.restante.option.DuplicateIdSource;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("sources of duplicate ids")
public abstract class DuplicateIdSourceContract extends JmsContract {

    private static final String ID = "JMS_Restante_DuplicateId";
    private static final Duration WINDOW = Duration.ofMinutes(5);

    private RestanteAdmin admin;
    private Session session;

    @BeforeEach
    final void openSession() throws JMSException {
        admin = factory.admin();
        session = connection.createSession();
    }

    @AfterEach
    final void closeAdministration() {
        admin.close();
    }

    private Queue queueWith(DuplicateIdSource source) throws JMSException {
        String name = source.kind().name();
        admin.createQueue(
                name,
                QueueOptions.defaults().withDuplicateDetectionWindow(WINDOW).withDuplicateIdSource(source));
        return session.createQueue(name);
    }

    private void send(Queue queue, Message... messages) throws JMSException {
        try (MessageProducer producer = session.createProducer(queue)) {
            for (Message message : messages) {
                producer.send(message);
            }
        }
    }

    private TextMessage text(String text) throws JMSException {
        return session.createTextMessage(text);
    }

    private TextMessage with(String text, String property, Object value) throws JMSException {
        TextMessage message = text(text);
        message.setObjectProperty(property, value);
        return message;
    }

    private TextMessage correlated(String text, String id) throws JMSException {
        TextMessage message = text(text);
        message.setJMSCorrelationID(id);
        return message;
    }

    private TextMessage correlated(String text, byte[] id) throws JMSException {
        TextMessage message = text(text);
        message.setJMSCorrelationIDAsBytes(id);
        return message;
    }

    private long count(Queue queue) throws JMSException {
        return admin.statistics(queue.getQueueName()).available();
    }

    @Test
    @DisplayName("SND-07 the correlation id can be the duplicate id, and messages without one are no duplicates")
    void shouldCompareCorrelationIds() throws JMSException {
        Queue queue = queueWith(DuplicateIdSource.CORRELATION_ID);
        String large = "x".repeat(5_000);
        send(
                queue,
                correlated("a", "1"),
                correlated("again", "1"),
                correlated("b", large),
                correlated("again", large),
                correlated("c", large + "y"),
                correlated("d", "nul\0"),
                correlated("again", "nul\0"),
                correlated("e", new byte[] {1, 2}),
                correlated("again", new byte[] {1, 2}),
                text("f"),
                text("g"),
                with("h", ID, "1"));
        assertThat(drain(queue)).containsExactly("a", "b", "c", "d", "e", "f", "g", "h");
    }

    @Test
    @DisplayName("SND-07 a chosen property of any type can be the duplicate id")
    void shouldCompareAProperty() throws JMSException {
        Queue queue = queueWith(DuplicateIdSource.property("order"));
        send(
                queue,
                with("a", "order", 7L),
                with("again", "order", 7L),
                with("again", "order", "7"),
                with("b", "order", 8),
                with("c", "other", 7L),
                text("d"));
        assertThat(drain(queue)).containsExactly("a", "b", "c", "d");
    }

    @Test
    @DisplayName("SND-07 the body with its type can be the duplicate id, and an explicit duplicate id takes precedence")
    void shouldCompareBodies() throws JMSException {
        Queue queue = queueWith(DuplicateIdSource.BODY);
        BytesMessage bytes = session.createBytesMessage();
        bytes.writeBytes("a".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        MapMessage map = session.createMapMessage();
        map.setString("a", "a");
        send(queue, text("a"), with("a", "colour", "red"), text("b"), bytes, map, session.createMessage());
        assertThat(count(queue)).isEqualTo(5);
        send(queue, session.createMessage(), with("a", ID, "own"), with("c", ID, "own"));
        assertThat(count(queue)).isEqualTo(6);
    }

    @Test
    @DisplayName("SND-07 body and properties can be the duplicate id, whatever the order of the properties is")
    void shouldCompareContents() throws JMSException {
        Queue queue = queueWith(DuplicateIdSource.CONTENT);
        TextMessage one = with("a", "colour", "red");
        one.setIntProperty("size", 1);
        TextMessage same = with("a", "size", 1);
        same.setStringProperty("colour", "red");
        send(queue, one, same, with("a", "colour", "red"), with("a", "colour", "blue"), with("b", "colour", "red"));
        assertThat(count(queue)).isEqualTo(4);
    }

    @Test
    @DisplayName(
            "SND-07 the source of duplicate ids also applies to topics, after a restart, and to forwarded messages")
    void shouldCompareOfTopicsAndLater() throws JMSException {
        admin.close();
        reopen();
        openSession();
        admin.topics()
                .create(
                        "t",
                        TopicOptions.defaults()
                                .withDuplicateDetectionWindow(WINDOW)
                                .withDuplicateIdSource(DuplicateIdSource.BODY));
        Queue last = queueWith(DuplicateIdSource.BODY);
        admin.createQueue("first", QueueOptions.defaults().withForwardTo(last.getQueueName()));
        Topic topic = session.createTopic("t");
        session.createSharedDurableConsumer(topic, "s").close();
        try (MessageProducer producer = session.createProducer(topic)) {
            producer.send(text("a"));
            producer.send(text("a"));
        }
        send(session.createQueue("first"), text("a"), text("a"));
        admin.close();
        reopen();
        openSession();
        try (MessageProducer producer = session.createProducer(topic)) {
            producer.send(text("a"));
        }
        send(session.createQueue("first"), text("a"));
        assertThat(admin.topics().statistics(null, "s").available()).isOne();
        assertThat(count(last)).isOne();
        time.jump(WINDOW.plusSeconds(1));
        send(session.createQueue("first"), text("a"));
        try (MessageConsumer consumer = session.createConsumer(last)) {
            assertThat(List.of(text(receive(consumer)), text(receive(consumer))))
                    .containsExactly("a", "a");
            assertNothing(consumer);
        }
    }
}
