package dev.restante.feature.admin;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.admin.MessageBody;
import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessagesAdmin;
import dev.restante.admin.PageRequest;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Queue, and the administration of its messages. */
public abstract class MessagesAdminFixture extends JmsContract {

    RestanteAdmin admin;
    Session session;
    Queue queue;
    MessagesAdmin messages;

    @BeforeEach
    final void openAdministration() throws JMSException {
        admin = administration();
        session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        queue = queue("q");
        messages = admin.messages("q");
    }

    @AfterEach
    final void closeAdministration() {
        admin.close();
    }

    static final MessageFilter ALL = MessageFilter.all();
    static final PageRequest WITH_BODIES = PageRequest.first(1_000).withBodies();

    static String text(MessageDescription message) {
        return message.body() instanceof MessageBody.Text text ? text.text() : String.valueOf(message.body());
    }

    List<String> texts(MessageFilter filter) throws JMSException {
        return messages.peek(filter, WITH_BODIES).messages().stream()
                .map(MessagesAdminContract::text)
                .toList();
    }

    void send(String text, Map<String, Integer> properties, long delayMillis) throws JMSException {
        try (MessageProducer producer = session.createProducer(queue)) {
            TextMessage message = session.createTextMessage(text);
            for (Map.Entry<String, Integer> property : properties.entrySet()) {
                message.setIntProperty(property.getKey(), property.getValue());
            }
            producer.setDeliveryDelay(delayMillis);
            producer.send(message);
        }
    }

    /**
     * Creates one message in each state except EXPIRED, with the state as its text. Returns the consumer that holds the
     * lock.
     */
    MessageConsumer oneOfEach() throws JMSException {
        send(queue, "LOCKED", "DEFERRED", "AVAILABLE");
        send("SCHEDULED", Map.of(), 3_600_000);
        MessageConsumer consumer = session.createConsumer(queue);
        receive(consumer);
        PeekLock.of(receive(consumer)).defer();
        return consumer;
    }

    static void send(Session session, Topic topic, int count) throws JMSException {
        try (MessageProducer producer = session.createProducer(topic)) {
            for (int i = 0; i < count; i++) {
                producer.send(session.createTextMessage("m" + i));
            }
        }
    }
}
