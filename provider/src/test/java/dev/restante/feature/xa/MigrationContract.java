package dev.restante.feature.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.JmsContract;
import dev.restante.api.ErrorCodes;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Properties and session modes of other providers that Restante supports. */
public abstract class MigrationContract extends JmsContract {

    private static final long HOUR_MILLIS = Duration.ofHours(1).toMillis();

    private Session session;
    private Queue queue;
    private MessageProducer producer;
    private MessageConsumer consumer;

    @BeforeEach
    void openSession() throws JMSException {
        session = autoSession();
        queue = session.createQueue("q");
        producer = session.createProducer(queue);
        consumer = session.createConsumer(queue);
    }

    private TextMessage message(String property, Object value) throws JMSException {
        TextMessage message = session.createTextMessage(property);
        message.setObjectProperty(property, value);
        return message;
    }

    private void assertComesAfterAnHour(Message sent) throws JMSException {
        assertThat(sent.getJMSDeliveryTime()).isEqualTo(sent.getJMSTimestamp() + HOUR_MILLIS);
        time.jump(Duration.ofMinutes(59));
        assertNothing(consumer);
        time.jump(Duration.ofMinutes(2));
        Message received = receive(consumer);
        assertThat(received.getJMSDeliveryTime()).isEqualTo(sent.getJMSDeliveryTime());
        for (String name : List.of("AMQ_SCHEDULED_DELAY", "AMQ_SCHEDULED_PERIOD", "AMQ_SCHEDULED_REPEAT")) {
            assertThat(received.propertyExists(name)).as(name).isFalse();
        }
    }

    @Test
    @DisplayName("EXP-11 AMQ_SCHEDULED_DELAY delays a message, even as a string, and consumers do not see it")
    void shouldDelayAsClassicDoes() throws JMSException {
        for (Object delay : new Object[] {HOUR_MILLIS, (int) HOUR_MILLIS, String.valueOf(HOUR_MILLIS)}) {
            TextMessage message = message("AMQ_SCHEDULED_DELAY", delay);
            message.setLongProperty("AMQ_SCHEDULED_PERIOD", 1_000);
            message.setIntProperty("AMQ_SCHEDULED_REPEAT", 0);
            producer.send(message);
            assertThat(message.getObjectProperty("AMQ_SCHEDULED_DELAY")).isEqualTo(delay);
            assertComesAfterAnHour(message);
        }
    }

    @Test
    @DisplayName("EXP-11 _AMQ_SCHED_DELIVERY sets the delivery time of a message, and consumers do not see it")
    void shouldScheduleAsArtemisDoes() throws JMSException {
        Message first = session.createMessage();
        producer.send(first);
        receive(consumer);
        long due = first.getJMSTimestamp() + 2 * HOUR_MILLIS;
        TextMessage message = message("_AMQ_SCHED_DELIVERY", due);
        producer.send(message);
        assertThat(message.getJMSDeliveryTime()).isEqualTo(due);
        time.jump(Duration.ofMinutes(119));
        assertNothing(consumer);
        time.jump(Duration.ofMinutes(2));
        Message received = receive(consumer);
        assertThat(received.propertyExists("_AMQ_SCHED_DELIVERY")).isFalse();
    }

    @Test
    @DisplayName("a time in the past and a negative delay mean now, and a delay of the producer takes precedence")
    void shouldOrderDelays() throws JMSException {
        for (Message message : new Message[] {
            message("_AMQ_SCHED_DELIVERY", 1L),
            message("_AMQ_SCHED_DELIVERY", Long.MIN_VALUE),
            message("AMQ_SCHEDULED_DELAY", -5),
            message("AMQ_SCHEDULED_CRON", " ")
        }) {
            producer.send(message);
            assertThat(message.getJMSDeliveryTime()).isEqualTo(message.getJMSTimestamp());
            receive(consumer);
        }
        producer.setDeliveryDelay(HOUR_MILLIS);
        TextMessage message = message("AMQ_SCHEDULED_DELAY", 5L);
        producer.send(message);
        assertComesAfterAnHour(message);
    }

    @Test
    @DisplayName("a delay that is not a whole number is rejected")
    void shouldRefuseSchedules() throws JMSException {
        for (Message message :
                new Message[] {message("AMQ_SCHEDULED_DELAY", "soon"), message("_AMQ_SCHED_DELIVERY", 1.5)}) {
            assertThatExceptionOfType(MessageFormatException.class)
                    .isThrownBy(() -> producer.send(message))
                    .withMessageContaining("must be a whole number")
                    .satisfies(refused -> assertThat(refused.getErrorCode()).isEqualTo(ErrorCodes.INVALID_MESSAGE));
        }
        assertNothing(consumer);
    }

    @Test
    @DisplayName("CON-28 session mode 4 acknowledges single messages, as in ActiveMQ Classic")
    void shouldAcknowledgeIndividually() throws JMSException {
        consumer.close();
        send(queue, "a", "b", "c");
        try (Session individual = connection.createSession(false, 4)) {
            assertThat(individual.getAcknowledgeMode()).isEqualTo(4);
            MessageConsumer own = individual.createConsumer(queue);
            receive(own);
            receive(own).acknowledge();
            receive(own);
        }
        assertThat(drain(queue)).containsExactly("a", "c");
    }

    @Test
    @DisplayName("GRP, SND-06 group ids and duplicate ids of other providers are transmitted as properties")
    void shouldCarryProperties() throws JMSException {
        TextMessage message = session.createTextMessage("a");
        message.setStringProperty("_AMQ_DUPL_ID", "d1");
        message.setStringProperty("JMS_SQS_DeduplicationId", "d2");
        message.setStringProperty("JMSXGroupID", "g");
        producer.send(message);
        Message received = receive(consumer);
        assertThat(received.getStringProperty("_AMQ_DUPL_ID")).isEqualTo("d1");
        assertThat(received.getStringProperty("JMS_SQS_DeduplicationId")).isEqualTo("d2");
        assertThat(received.getStringProperty("JMSXGroupID")).isEqualTo("g");
    }
}
