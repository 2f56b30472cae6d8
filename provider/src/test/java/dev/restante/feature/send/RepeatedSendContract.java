package dev.restante.feature.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.JmsContract;
import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessagePage;
import dev.restante.admin.MessageState;
import dev.restante.admin.MessagesAdmin;
import dev.restante.admin.PageRequest;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RedriveOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import dev.restante.api.ErrorCodes;
import dev.restante.model.UsesDefaultTimeZone;
import dev.restante.option.CatchUpPolicy;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Repeated sends of applications, and their administration. */
public abstract class RepeatedSendContract extends JmsContract {

    private static final long HOUR_MILLIS = Duration.ofHours(1).toMillis();

    private Session session;
    private Queue queue;
    private MessageProducer producer;
    private MessageConsumer consumer;

    @BeforeEach
    final void createQueue() throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            admin.createQueue("q", QueueOptions.defaults());
        }
        open();
    }

    private void open() throws JMSException {
        session = autoSession();
        queue = session.createQueue("q");
        producer = session.createProducer(queue);
        consumer = session.createConsumer(queue);
    }

    private TextMessage message(Map<String, ?> properties) throws JMSException {
        TextMessage message = session.createTextMessage("m");
        for (Map.Entry<String, ?> property : properties.entrySet()) {
            message.setObjectProperty(property.getKey(), property.getValue());
        }
        return message;
    }

    private TextMessage send(Map<String, ?> properties) throws JMSException {
        TextMessage message = message(properties);
        producer.send(message);
        return message;
    }

    private List<MessageDescription> listed() throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            return listed(admin.messages("q"));
        }
    }

    private static List<MessageDescription> listed(MessagesAdmin messages) throws JMSException {
        MessagePage page = messages.peek(MessageFilter.all().withStates(MessageState.SCHEDULED), PageRequest.first(10));
        return page.messages();
    }

    @Test
    @DisplayName("SCH-01 as in ActiveMQ Classic, separate copies are sent after the delay and then after each period")
    void shouldRepeatAsClassicDoes() throws JMSException {
        TextMessage sent = send(Map.of(
                "AMQ_SCHEDULED_DELAY",
                HOUR_MILLIS,
                "AMQ_SCHEDULED_PERIOD",
                2 * HOUR_MILLIS,
                "AMQ_SCHEDULED_REPEAT",
                2,
                "kept",
                "x"));
        assertThat(sent.getJMSDeliveryTime()).isEqualTo(sent.getJMSTimestamp() + HOUR_MILLIS);
        assertThat(sent.getLongProperty("AMQ_SCHEDULED_DELAY")).isEqualTo(HOUR_MILLIS);
        time.jump(Duration.ofMinutes(59));
        assertNothing(consumer);
        time.jump(Duration.ofMinutes(2));
        Message first = receive(consumer);
        assertThat(first.getBody(String.class)).isEqualTo("m");
        assertThat(first.getStringProperty("kept")).isEqualTo("x");
        assertThat(first.getStringProperty("scheduledJobId")).isEqualTo(sent.getJMSMessageID());
        for (String order : List.of("AMQ_SCHEDULED_DELAY", "AMQ_SCHEDULED_PERIOD", "AMQ_SCHEDULED_REPEAT")) {
            assertThat(first.propertyExists(order)).as(order).isFalse();
        }
        assertThat(first.getJMSTimestamp()).isEqualTo(sent.getJMSTimestamp());
        for (int i = 0; i < 2; i++) {
            time.jump(Duration.ofHours(2));
            Message next = receive(consumer);
            assertThat(next.getJMSMessageID()).isNotEqualTo(first.getJMSMessageID());
            assertThat(next.getJMSDeliveryTime() - first.getJMSDeliveryTime()).isEqualTo((i + 1L) * 2 * HOUR_MILLIS);
            assertThat(next.getJMSRedelivered()).isFalse();
        }
        time.jump(Duration.ofHours(20));
        assertNothing(consumer);
        assertThat(listed()).isEmpty();
    }

    @Test
    @DisplayName(
            "SCH-01 without a delay, the first copy comes after one period, and a copy that is sent on is not repeated")
    void shouldBeginWithThePeriod() throws JMSException {
        send(Map.of("AMQ_SCHEDULED_PERIOD", String.valueOf(HOUR_MILLIS), "AMQ_SCHEDULED_REPEAT", "1"));
        time.jump(Duration.ofMinutes(59));
        assertNothing(consumer);
        time.jump(Duration.ofMinutes(2));
        Message first = receive(consumer);
        producer.send(first);
        receive(consumer);
        time.jump(Duration.ofHours(1));
        receive(consumer);
        time.jump(Duration.ofHours(5));
        assertNothing(consumer);
        producer.setDeliveryDelay(2 * HOUR_MILLIS);
        TextMessage sent = send(Map.of("JMS_Restante_SchedulePeriod", HOUR_MILLIS, "JMS_Restante_ScheduleRepeat", -1));
        assertThat(sent.getJMSDeliveryTime())
                .as("the delivery delay of the producer applies first")
                .isEqualTo(sent.getJMSTimestamp() + 2 * HOUR_MILLIS);
        assertThat(listed().get(0).repeatSchedule().repeatCount()).isEqualTo(-1);
    }

    @Test
    @DisplayName("SCH-03 properties of Restante set a cron expression with a time zone")
    void shouldFollowCron() throws JMSException {
        TextMessage sent = send(Map.of(
                "JMS_Restante_ScheduleCron", "0 9 * * *",
                "JMS_Restante_ScheduleTimeZone", "Asia/Tokyo",
                "JMS_Restante_ScheduleCatchUp", "NONE"));
        // The sender computes the delivery time from its own clock, which can differ from the store clock by the
        // duration of a query. Copies are due exactly by the store clock.
        Instant due =
                Instant.ofEpochMilli(sent.getJMSDeliveryTime()).plusMillis(500).truncatedTo(ChronoUnit.SECONDS);
        assertThat(due.toString()).endsWith("T00:00:00Z");
        MessageDescription listed = listed().get(0);
        assertThat(listed.state()).isEqualTo(MessageState.SCHEDULED);
        assertThat(listed.repeatSchedule())
                .isEqualTo(new MessageDescription.RepeatSchedule(
                        "0 9 * * *", "Asia/Tokyo", Duration.ZERO, Duration.ZERO, 0, CatchUpPolicy.NONE, null));
        for (int day = 0; day < 2; day++) {
            time.jump(Duration.between(Instant.ofEpochMilli(time.storeMillis()), due.plus(Duration.ofDays(day)))
                    .plusSeconds(2));
            Message copy = receive(consumer);
            assertThat(copy.getJMSDeliveryTime())
                    .isEqualTo(due.plus(Duration.ofDays(day)).toEpochMilli());
            for (String order : List.of(
                    "JMS_Restante_ScheduleCron", "JMS_Restante_ScheduleTimeZone", "JMS_Restante_ScheduleCatchUp")) {
                assertThat(copy.propertyExists(order)).isFalse();
            }
        }
    }

    @Test
    @DisplayName(
            "SCH-01 AMQ_SCHEDULED_CRON uses the time zone of the sender, and a property of Restante takes precedence")
    @UsesDefaultTimeZone
    void shouldTakeTheZoneOfTheSender() throws JMSException {
        send(Map.of("AMQ_SCHEDULED_CRON", "0 12 * * 1", "JMS_Restante_ScheduleCron", "5 * * * *"));
        MessageDescription.RepeatSchedule repeatSchedule = listed().get(0).repeatSchedule();
        assertThat(repeatSchedule.cron()).isEqualTo("5 * * * *");
        assertThat(repeatSchedule.timeZone()).isEqualTo(ZoneId.systemDefault().getId());
    }

    @Test
    @DisplayName("SCH-06 a send with a malformed or invalid repeat schedule is rejected")
    void shouldRefuseWhatIsMalformed() throws JMSException {
        for (Map<String, ?> malformed : List.<Map<String, ?>>of(
                Map.of("AMQ_SCHEDULED_CRON", "every day"),
                Map.of("AMQ_SCHEDULED_CRON", "0 0 12 * * ?"),
                Map.of("AMQ_SCHEDULED_REPEAT", 9),
                Map.of("AMQ_SCHEDULED_REPEAT", 9, "AMQ_SCHEDULED_PERIOD", 99),
                Map.of("AMQ_SCHEDULED_REPEAT", "often", "AMQ_SCHEDULED_PERIOD", 1_000),
                Map.of("AMQ_SCHEDULED_REPEAT", 1L << 40, "AMQ_SCHEDULED_PERIOD", 1_000),
                Map.of("AMQ_SCHEDULED_REPEAT", -2, "AMQ_SCHEDULED_PERIOD", 1_000),
                Map.of("AMQ_SCHEDULED_PERIOD", -1),
                Map.of("AMQ_SCHEDULED_PERIOD", 1.5),
                Map.of("JMS_Restante_ScheduleCron", "0 * * * *", "JMS_Restante_ScheduleTimeZone", "Mars"),
                Map.of("JMS_Restante_ScheduleTimeZone", "UTC"),
                Map.of("JMS_Restante_ScheduleCatchUp", "ONE"),
                Map.of("JMS_Restante_ScheduleCron", "0 * * * *", "JMS_Restante_ScheduleCatchUp", "one"))) {
            assertThatExceptionOfType(MessageFormatException.class)
                    .as("%s", malformed)
                    .isThrownBy(() -> send(malformed))
                    .satisfies(refused -> assertThat(refused.getErrorCode()).isEqualTo(ErrorCodes.INVALID_MESSAGE));
        }
        assertThat(listed()).isEmpty();
        assertNothing(consumer);
    }

    @Test
    @DisplayName(
            "BEY-04 SCH-08 administrators see repeated sends, their remaining copies and time to live, and cancel them")
    void shouldBeListedAndCancelled() throws JMSException {
        producer.setTimeToLive(90_000);
        TextMessage sent =
                send(Map.of("AMQ_SCHEDULED_PERIOD", HOUR_MILLIS, "AMQ_SCHEDULED_REPEAT", 5, "colour", "red"));
        send(Map.of("AMQ_SCHEDULED_PERIOD", HOUR_MILLIS, "AMQ_SCHEDULED_REPEAT", 5, "colour", "blue"));
        time.jump(Duration.ofMinutes(61));
        receive(consumer);
        receive(consumer);
        try (RestanteAdmin admin = factory.admin()) {
            assertThat(admin.statistics("q").scheduled()).isEqualTo(2);
            MessageDescription listed = listed(admin.messages("q")).get(0);
            assertThat(listed.repeatSchedule())
                    .isEqualTo(new MessageDescription.RepeatSchedule(
                            null,
                            null,
                            Duration.ZERO,
                            Duration.ofHours(1),
                            4,
                            CatchUpPolicy.ONE,
                            Duration.ofSeconds(90)));
            assertThat(listed.expiresAt()).isNull();
            assertThat(listed.headers().messageId()).isEqualTo(sent.getJMSMessageID());
            assertThat(listed.scheduledFor().toEpochMilli()
                            - listed.headers().timestamp().toEpochMilli())
                    .isBetween(2 * HOUR_MILLIS - 1_000, 2 * HOUR_MILLIS + 1_000);
            assertThat(admin.messages("q").cancelScheduled(MessageFilter.all().withSelector("colour = 'red'")))
                    .isEqualTo(1);
            time.jump(Duration.ofHours(1));
            assertThat(receive(consumer).getStringProperty("colour")).isEqualTo("blue");
            assertThat(admin.messages("q").purge(MessageFilter.all()).processed())
                    .isEqualTo(1);
            assertThat(admin.statistics("q").scheduled()).isZero();
            time.jump(Duration.ofHours(1));
            assertNothing(consumer);
        }
    }

    @Test
    @DisplayName(
            "SCH-07 copies to a topic go to its current subscriptions, and the topic lists and cancels repeated sends")
    void shouldRepeatToTopics() throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            admin.topics().create("news", TopicOptions.defaults());
            MessageProducer publisher = session.createProducer(session.createTopic("news"));
            publisher.send(message(Map.of("AMQ_SCHEDULED_PERIOD", HOUR_MILLIS, "AMQ_SCHEDULED_REPEAT", -1)));
            assertThat(listed(admin.topics().messages("news"))).hasSize(1);
            MessageConsumer subscriber = session.createConsumer(session.createTopic("news"));
            time.jump(Duration.ofMinutes(61));
            assertThat(receive(subscriber).getBody(String.class)).isEqualTo("m");
            assertThat(admin.topics().messages("news").cancelScheduled(MessageFilter.all()))
                    .isEqualTo(1);
            time.jump(Duration.ofMinutes(61));
            assertNothing(subscriber);
        }
    }

    @Test
    @DisplayName("SCH-05 SCH-02 a repeated send outlives its node, and one copy is sent for all missed due times")
    void shouldCatchUpOnce() throws JMSException {
        // An in-memory store ends with its node.
        reopen();
        open();
        send(Map.of("AMQ_SCHEDULED_PERIOD", HOUR_MILLIS, "AMQ_SCHEDULED_REPEAT", -1));
        reopen();
        open();
        time.jump(Duration.ofMinutes(5 * 60 + 30));
        receive(consumer);
        assertNothing(consumer);
        time.jump(Duration.ofMinutes(31));
        receive(consumer);
    }

    @Test
    @DisplayName("SCH-02 an unreadable repeated send stays, and does not prevent other repeated sends")
    void shouldContainWhatIsDamaged() throws JMSException, SQLException {
        // Rows of an in-memory store can be changed as well.
        TextMessage damaged = send(Map.of("AMQ_SCHEDULED_PERIOD", HOUR_MILLIS, "AMQ_SCHEDULED_REPEAT", -1));
        send(Map.of("AMQ_SCHEDULED_PERIOD", HOUR_MILLIS, "AMQ_SCHEDULED_REPEAT", -1, "whole", true));
        assertThat(damaged).isNotNull();
        String bytes = url().startsWith("jdbc:postgresql") ? "'\\x09'::bytea" : "X'09'";
        assertThat(update(
                        "UPDATE restante_message SET header = " + bytes + " WHERE id = " + oldest("restante_message")))
                .isEqualTo(1);
        for (int i = 0; i < 2; i++) {
            time.jump(Duration.ofMinutes(61));
            assertThat(receive(consumer).getBooleanProperty("whole")).isTrue();
        }
        assertThat(listed()).hasSize(2);
    }

    @Test
    @DisplayName(
            "SCH-08 a redrive moves the copies of a repeated send to a dead-letter queue, not the repeated send itself")
    void shouldNotRedrive() throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            MessageProducer toDead = session.createProducer(session.createQueue("q/$DeadLetterQueue"));
            toDead.send(message(Map.of("AMQ_SCHEDULED_PERIOD", HOUR_MILLIS, "AMQ_SCHEDULED_REPEAT", -1)));
            time.jump(Duration.ofMinutes(61));
            eventually(
                    "a copy is sent",
                    () -> admin.statistics("q/$DeadLetterQueue").available() == 1);
            assertThat(admin.messages("q/$DeadLetterQueue")
                            .redrive(RedriveOptions.all().withTarget("q"))
                            .processed())
                    .isEqualTo(1);
            receive(consumer);
            assertThat(listed(admin.messages("q/$DeadLetterQueue"))).hasSize(1);
        }
    }
}
