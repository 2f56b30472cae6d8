package dev.restante.feature.body;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.PeekLock;
import dev.restante.RestanteSessionModes;
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

/** Large bodies of messages that move. Each large body is stored once, wherever its message is. */
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
        try (Session session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
                MessageConsumer consumer = session.createConsumer(queue)) {
            PeekLock.of(receive(consumer)).deadLetter("Because", "in words", Map.of());
        }
    }

    @Test
    @DisplayName("LRG-04 a dead letter keeps its large body, also through a redrive")
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
    @DisplayName("LRG-04 BEY-08 a resubmitted dead letter has the large body of the original")
    void shouldResubmit() throws JMSException, SQLException {
        sendLarge(queue);
        deadLetter();
        assertThat(admin.messages(DEAD_LETTERS)
                        .resubmit(MessageFilter.all(), MessageEdit.none().withType("edited"), done -> true)
                        .processed())
                .isEqualTo(1);
        time.jump(Duration.ofMinutes(2));
        assertStoredOnce();
        receiveWhole(queue);
        awaitNothingLeft();
    }

    @Test
    @DisplayName("LRG-04 an expired message keeps its large body as a dead letter")
    void shouldExpire() throws JMSException, SQLException {
        admin.alterQueue("q", QueueOptions.defaults().withDeadLetterOnExpiry(true));
        try (Session session = autoSession();
                MessageProducer producer = session.createProducer(queue)) {
            producer.setTimeToLive(10_000);
            producer.send(large(session));
        }
        time.jump(Duration.ofMinutes(2));
        eventually(
                "the expired message is dead-lettered",
                () -> admin.statistics("q").deadLettered() == 1);
        assertStoredOnce();
        receiveWhole(queue(DEAD_LETTERS));
        awaitNothingLeft();
    }

    @Test
    @DisplayName("LRG-02 the large body of a dropped, purged or deleted message is deleted")
    void shouldGoUnread() throws JMSException {
        try (Session session = autoSession();
                MessageProducer producer = session.createProducer(queue)) {
            producer.setTimeToLive(10_000);
            producer.send(large(session));
            time.jump(Duration.ofSeconds(30));
            eventually("the expired message is dropped", () -> stored("COUNT(*) FROM restante_message") == 0);
            awaitNothingLeftInAMinute();

            producer.setTimeToLive(0);
            producer.send(large(session));
        }
        assertThat(admin.messages("q").purge(MessageFilter.all()).processed()).isEqualTo(1);
        awaitNothingLeftInAMinute();

        sendLarge(queue);
        admin.deleteQueue("q", true);
        awaitNothingLeftInAMinute();
    }

    @Test
    @DisplayName("LRG-04 a large body outlives a restart, even if a consumer had received its message")
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
    @DisplayName(
            "LRG-04, TOP-01 all subscriptions of a topic share a large body, which is deleted with its last delivery")
    void shouldFanOut() throws JMSException, SQLException {
        admin.topics().create("t", TopicOptions.defaults());
        admin.topics().createSubscription("t", null, "one", true, null, QueueOptions.defaults());
        admin.topics().createSubscription("t", null, "two", true, null, QueueOptions.defaults());
        admin.topics()
                .rules(null, "two")
                .add(new SubscriptionRule("marked", RuleFilter.matchAll(), RuleAction.markOnly()));
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
    @DisplayName("LRG-02 a large body for a topic without subscriptions leaves nothing in the store")
    void shouldLeaveNothingWithoutSubscriptions() throws JMSException {
        try (Session session = autoSession()) {
            sendLarge(session.createTopic("lonely"));
        }
        awaitNothingLeft();
    }

    @Test
    @DisplayName("LRG-04 forwarding shares a large body, at the send or later, with a queue or a topic")
    void shouldForward() throws JMSException, SQLException {
        admin.createQueue("end", QueueOptions.defaults());
        admin.topics().create("t", TopicOptions.defaults());
        admin.topics().createSubscription("t", null, "s", true, null, QueueOptions.defaults());
        sendLarge(queue);
        admin.alterQueue("q", QueueOptions.defaults().withForwardTo("end"));
        eventually("the message is forwarded", () -> admin.statistics("end").available() == 1);
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
    @DisplayName("LRG-04 all copies of a repeated send share one large body")
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
    @DisplayName("LRG-05 duplicates of large bodies are detected by their content")
    void shouldDetectDuplicates() throws JMSException, SQLException {
        admin.alterQueue(
                "q",
                QueueOptions.defaults()
                        .withDuplicateDetectionWindow(Duration.ofHours(1))
                        .withDuplicateIdSource(DuplicateIdSource.BODY));
        sendLarge(queue);
        sendLarge(queue);
        eventually("only one large body is stored", () -> chunks() <= 6);
        assertStoredOnce();
        assertThat(admin.statistics("q").available()).isEqualTo(1);
        receiveWhole(queue);
        awaitNothingLeft();
    }

    @Test
    @DisplayName("LRG-05 administrators see the length of a large body")
    void shouldBeShown() throws JMSException {
        sendLarge(queue);
        assertThat(admin.messages("q")
                        .peek(MessageFilter.all(), PageRequest.first(1).withBodies())
                        .messages()
                        .get(0)
                        .body())
                .isEqualTo(new MessageBody.Large(LARGE));
    }
}
