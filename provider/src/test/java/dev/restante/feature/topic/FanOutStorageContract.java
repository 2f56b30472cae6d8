package dev.restante.feature.topic;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Storage of messages that many subscriptions share. */
public abstract class FanOutStorageContract extends TopicContract {

    private static final int SUBSCRIPTIONS = 100;
    private static final int MESSAGES = 3;
    private static final int BODY_BYTES = 20_000;

    private void publishBodies() throws JMSException {
        try (Session session = connection.createSession();
                MessageProducer producer = session.createProducer(topic)) {
            for (int number = 0; number < MESSAGES; number++) {
                BytesMessage message = session.createBytesMessage();
                message.writeBytes(new byte[BODY_BYTES]);
                producer.send(message);
            }
        }
    }

    private List<MessageConsumer> subscribe(Session session) throws JMSException {
        List<MessageConsumer> consumers = new ArrayList<>();
        for (int number = 0; number < SUBSCRIPTIONS; number++) {
            consumers.add(session.createSharedDurableConsumer(topic, "s" + number));
        }
        return consumers;
    }

    private static void receiveAll(List<MessageConsumer> consumers) throws JMSException {
        for (MessageConsumer consumer : consumers) {
            for (int number = 0; number < MESSAGES; number++) {
                Message message = receive(consumer);
                assertThat(message.getBody(byte[].class)).hasSize(BODY_BYTES);
            }
            assertNothing(consumer);
        }
    }

    private void assertBodiesStoredOnce() throws SQLException {
        assertThat(stored("COUNT(*) FROM restante_message")).isEqualTo(MESSAGES);
        assertThat(stored("SUM(OCTET_LENGTH(body)) FROM restante_message")).isEqualTo((long) MESSAGES * BODY_BYTES);
        if (url().startsWith("jdbc:hsqldb")) {
            assertThat(stored("COUNT(body) FROM restante_direct_delivery")).isZero();
        }
    }

    private void assertNothingStored() throws SQLException {
        assertThat(stored("COUNT(*) FROM restante_message")).isZero();
        assertThat(stored("COUNT(*) FROM restante_shared_message")).isZero();
        assertThat(stored("COUNT(*) FROM restante_delivery")).isZero();
        if (url().startsWith("jdbc:hsqldb")) {
            assertThat(stored("COUNT(*) FROM restante_direct_delivery")).isZero();
        }
    }

    @Test
    @DisplayName("TOP-01 100 inactive subscriptions share one stored body, which is deleted with its last delivery")
    void shouldStoreABodyOnceForThoseWhoWait() throws Exception {
        try (Session session = connection.createSession()) {
            subscribe(session);
        }
        publishBodies();
        assertBodiesStoredOnce();
        assertThat(stored("COUNT(*) FROM restante_delivery")).isEqualTo((long) SUBSCRIPTIONS * MESSAGES);

        try (Session session = connection.createSession()) {
            receiveAll(subscribe(session));
        }
        assertNothingStored();
    }

    @Test
    @DisplayName(
            "TOP-01 100 subscriptions with consumers share one stored body, which is deleted with its last delivery")
    void shouldStoreABodyOnceForThoseWhoListen() throws Exception {
        try (Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE)) {
            List<MessageConsumer> consumers = subscribe(session);
            for (MessageConsumer consumer : consumers) {
                assertNothing(consumer);
            }
            publishBodies();
            receiveAll(consumers);
            assertBodiesStoredOnce();

            session.recover();
            receiveAll(consumers);
            assertBodiesStoredOnce();

            publishBodies();
            Message last = receive(consumers.get(0));
            last.acknowledge();
        }
        try (Session session = connection.createSession()) {
            for (MessageConsumer consumer : subscribe(session)) {
                while (consumer.receiveNoWait() != null) {
                    // The loop only drains the subscription.
                }
            }
        }
        assertNothingStored();
    }
}
