package dev.restante.feature.body;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.PeekLock;
import dev.restante.RestanteMessagingModes;
import dev.restante.admin.MessageBody;
import dev.restante.admin.MessageEdit;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.PageRequest;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RedriveOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import dev.restante.option.DuplicateIdSource;
import dev.restante.rule.RuleAction;
import dev.restante.rule.RuleFilter;
import dev.restante.rule.SubscriptionRule;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A large body goes where its message goes, and is stored once wherever that is. */
public abstract class LargeBodyMoveContract extends LargeBodyFixture {

    private static final String DEAD_LETTERS = "q/$DeadLetterQueue";

    private RestanteAdmin admin;

    @BeforeEach
    final void openAdministration() throws JMSException {
        admin = factory.admin();
        admin.createQueue("q", QueueOptions.defaults());
    }

    @AfterEach
    final void closeAdministration() {
        admin.close();
    }

    private void deadLetter() throws JMSException {
        try (Session session = connection.createSession(RestanteMessagingModes.INDIVIDUAL_ACKNOWLEDGE);
                MessageConsumer consumer = session.createConsumer(queue)) {
            PeekLock.of(receive(consumer)).deadLetter("Because", "in words", Map.of());
        }
    }

    @Test
    @DisplayName("LRG-04 a dead letter keeps its body, and takes it back when it is redriven")
    void shouldRedrive() throws JMSException, SQLException {
        sendLarge(queue);
        deadLetter();
        assertStoredOnce();
        admin.messages(DEAD_LETTERS).redrive(RedriveOptions.all());
        time.jump(Duration.ofMinutes(2));
        assertStoredOnce();
        receiveWhole(queue);
        awaitNothingLeft();
    }

    @Test
    @DisplayName("LRG-04 BEY-08 what is made of a dead letter when it is edited has its body")
    void shouldResubmit() throws JMSException, SQLException {
        sendLarge(queue);
        deadLetter();
        assertThat(admin.messages(DEAD_LETTERS)
                        .resubmit(MessageFilter.all(), MessageEdit.nothing().withType("edited"), done -> true)
                        .done())
                .isEqualTo(1);
        time.jump(Duration.ofMinutes(2));
        assertStoredOnce();
        receiveWhole(queue);
        awaitNothingLeft();
    }

    @Test
    @DisplayName("LRG-04 a message that expires takes its body to the dead letters")
    void shouldExpire() throws JMSException, SQLException {
        admin.alterQueue("q", QueueOptions.defaults().withDeadLetterOnExpiry(true));
        try (Session session = autoSession();
                MessageProducer producer = session.createProducer(queue)) {
            producer.setTimeToLive(10_000);
            producer.send(large(session));
        }
        time.jump(Duration.ofMinutes(2));
        eventually("it is dead-lettered", () -> admin.statistics("q").deadLettered() == 1);
        assertStoredOnce();
        receiveWhole(queue(DEAD_LETTERS));
        awaitNothingLeft();
    }

    @Test
    @DisplayName("LRG-02 a message that expires and is dropped, is purged, or goes with its queue takes its body along")
    void shouldGoUnread() throws JMSException {
        try (Session session = autoSession();
                MessageProducer producer = session.createProducer(queue)) {
            producer.setTimeToLive(10_000);
            producer.send(large(session));
            time.jump(Duration.ofSeconds(30));
            eventually("it is dropped", () -> stored("COUNT(*) FROM restante_message") == 0);
            awaitNothingLeftInAMinute();

            producer.setTimeToLive(0);
            producer.send(large(session));
        }
        assertThat(admin.messages("q").purge(MessageFilter.all()).done()).isEqualTo(1);
        awaitNothingLeftInAMinute();

        sendLarge(queue);
        admin.deleteQueue("q", true);
        awaitNothingLeftInAMinute();
    }

    @Test
    @DisplayName("LRG-04 it outlives a restart, with and without a receiver that had it")
    void shouldOutliveARestart() throws JMSException, SQLException {
        admin.close();
        reopen();
        sendLarge(queue);
        receive(connection.createSession(Session.CLIENT_ACKNOWLEDGE).createConsumer(queue));
        reopen();
        assertStoredOnce();
        time.jump(Duration.ofMinutes(2));
        receiveWhole(queue);
        awaitNothingLeft();
        admin = factory.admin();
    }

    @Test
    @DisplayName("LRG-04, TOP-01 all subscriptions of a topic read the one body, and it goes with the last of them")
    void shouldFanOut() throws JMSException, SQLException {
        admin.topics().create("t", TopicOptions.defaults());
        admin.topics().createSubscription("t", null, "one", true, null, QueueOptions.defaults());
        admin.topics().createSubscription("t", null, "two", true, null, QueueOptions.defaults());
        admin.topics()
                .rules(null, "two")
                .add(new SubscriptionRule("marked", RuleFilter.everyMessage(), RuleAction.mark()));
        try (Session session = autoSession()) {
            Topic topic = session.createTopic("t");
            MessageConsumer passing = session.createConsumer(topic);
            sendLarge(topic);
            assertStoredOnce();
            time.jump(Duration.ofMinutes(2));
            assertWhole(receive(passing));
            passing.close();
            try (MessageConsumer one = session.createSharedDurableConsumer(topic, "one")) {
                assertWhole(receive(one));
            }
            assertStoredOnce();
            try (MessageConsumer two = session.createSharedDurableConsumer(topic, "two")) {
                assertWhole(receive(two));
                assertWhole(receive(two));
            }
        }
        awaitNothingLeft();
    }

    @Test
    @DisplayName("LRG-02 what is sent to a topic that nobody is subscribed to leaves nothing")
    void shouldLeaveNothingWithoutSubscriptions() throws JMSException {
        try (Session session = autoSession()) {
            sendLarge(session.createTopic("lonely"));
        }
        awaitNothingLeft();
    }

    @Test
    @DisplayName("LRG-04 forwarding shares the body, when it is sent and later, to a queue and to a topic")
    void shouldForward() throws JMSException, SQLException {
        admin.createQueue("end", QueueOptions.defaults());
        admin.topics().create("t", TopicOptions.defaults());
        admin.topics().createSubscription("t", null, "s", true, null, QueueOptions.defaults());
        sendLarge(queue);
        admin.alterQueue("q", QueueOptions.defaults().withForwardTo("end"));
        eventually("it is forwarded", () -> admin.statistics("end").available() == 1);
        time.jump(Duration.ofMinutes(2));
        assertStoredOnce();
        receiveWhole(queue("end"));
        awaitNothingLeft();

        sendLarge(queue);
        receiveWhole(queue("end"));
        awaitNothingLeft();

        admin.alterQueue("q", QueueOptions.defaults().withForwardToTopic("t"));
        sendLarge(queue);
        time.jump(Duration.ofMinutes(2));
        assertStoredOnce();
        try (Session session = autoSession();
                MessageConsumer consumer = session.createSharedDurableConsumer(session.createTopic("t"), "s")) {
            assertWhole(receive(consumer));
        }
        awaitNothingLeft();
    }

    @Test
    @DisplayName("LRG-04 each copy of a repeated send has the one body")
    void shouldRepeat() throws JMSException, SQLException {
        try (Session session = autoSession();
                MessageProducer producer = session.createProducer(queue);
                MessageConsumer consumer = session.createConsumer(queue)) {
            BytesMessage message = large(session);
            message.setLongProperty("AMQ_SCHEDULED_DELAY", 60_000);
            message.setLongProperty("AMQ_SCHEDULED_PERIOD", 60_000);
            message.setIntProperty("AMQ_SCHEDULED_REPEAT", 1);
            producer.send(message);
            for (int copy = 0; copy < 2; copy++) {
                assertNothing(consumer);
                assertStoredOnce();
                time.jump(Duration.ofSeconds(61));
                assertWhole(receive(consumer));
            }
        }
        awaitNothingLeft();
    }

    @Test
    @DisplayName("LRG-05 duplicates of large bodies are detected by their contents")
    void shouldDetectDuplicates() throws JMSException, SQLException {
        admin.alterQueue(
                "q",
                QueueOptions.defaults()
                        .withDuplicateDetectionWindow(Duration.ofHours(1))
                        .withDuplicateIdFrom(DuplicateIdSource.BODY));
        sendLarge(queue);
        sendLarge(queue);
        eventually("one body is stored", () -> chunks() <= 6);
        assertStoredOnce();
        assertThat(admin.statistics("q").available()).isEqualTo(1);
        receiveWhole(queue);
        awaitNothingLeft();
    }

    @Test
    @DisplayName("LRG-05 administrators see how long a large body is")
    void shouldBeShown() throws JMSException {
        sendLarge(queue);
        assertThat(admin.messages("q")
                        .peek(MessageFilter.all(), PageRequest.first(1).withBodies())
                        .messages()
                        .get(0)
                        .body())
                .isEqualTo(new MessageBody.Apart(LARGE));
    }
}
