package dev.restante.feature.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.RestanteConsumer;
import dev.restante.RestanteMessageGroup;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups of subscriptions: senders do not know the subscriptions, and some subscriptions allow only one consumer. */
@DisplayName("message groups of subscriptions")
public abstract class SubscriptionGroupContract extends JmsContract {

    private static final QueueOptions REQUIRED = QueueOptions.defaults().withGroupsRequired(true);

    private RestanteAdmin admin;
    private Session sender;
    private MessageProducer publisher;

    @BeforeEach
    final void createTopic() throws JMSException {
        admin = factory.admin();
        admin.topics().create("t", TopicOptions.defaults());
        sender = connection.createSession();
        publisher = sender.createProducer(sender.createTopic("t"));
    }

    @AfterEach
    final void closeAdministration() {
        admin.close();
    }

    private void require(String subscription) throws JMSException {
        admin.topics().createSubscription("t", null, subscription, true, null, REQUIRED);
    }

    private void publish(String... names) throws JMSException {
        for (String name : names) {
            publisher.send(grouped(sender, name));
        }
    }

    private MessageConsumer subscriber(Session session, String subscription) throws JMSException {
        return session.createSharedDurableConsumer(session.createTopic("t"), subscription);
    }

    private List<String> had(String subscription) throws JMSException {
        try (Session session = connection.createSession();
                MessageConsumer consumer = subscriber(session, subscription)) {
            return names(consumer);
        }
    }

    private static List<String> names(MessageConsumer consumer) throws JMSException {
        List<String> names = new ArrayList<>();
        for (Message next = consumer.receiveNoWait(); next != null; next = consumer.receiveNoWait()) {
            names.add(text(next));
        }
        return names;
    }

    private static String deadLetters(String subscription) {
        return "t/Subscriptions/:" + subscription + "/$DeadLetterQueue";
    }

    private Message dead(Session session, String queue) throws JMSException {
        Queue deadLetters = session.createQueue(queue);
        try (MessageConsumer consumer = session.createConsumer(deadLetters)) {
            return receive(consumer);
        }
    }

    private static void assertWithoutGroup(Message dead, String name, String source) throws JMSException {
        assertThat(text(dead)).isEqualTo(name);
        assertThat(dead.getStringProperty("DeadLetterReason")).isEqualTo("Session id is null.");
        assertThat(dead.getStringProperty("DeadLetterErrorDescription"))
                .contains("requires groups, and the message has no JMSXGroupID");
        assertThat(dead.getStringProperty("DeadLetterSource")).isEqualTo(source);
    }

    private static void assertCode(ThrowingCallable call, String code) {
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(call)
                .satisfies(refused -> assertThat(refused.getErrorCode()).isEqualTo(code));
    }

    @ParameterizedTest
    @ValueSource(ints = {DeliveryMode.PERSISTENT, DeliveryMode.NON_PERSISTENT})
    @DisplayName("GRP-05 each subscription that requires groups dead-letters messages without a group, and the send "
            + "succeeds")
    void shouldDeadLetterWhatHasNoGroup(int deliveryMode) throws JMSException {
        require("strict");
        require("other");
        admin.topics().createSubscription("t", null, "lax", true, null, QueueOptions.defaults());
        publisher.setDeliveryMode(deliveryMode);
        publish("-1", "a1");
        eventually(
                "the copy of the message is stored",
                () -> admin.topics().statistics(null, "other").available() == 1);
        assertThat(had("strict")).containsExactly("a1");
        assertThat(had("other")).containsExactly("a1");
        assertThat(had("lax")).containsExactly("-1", "a1");
        try (Session session = autoSession()) {
            assertWithoutGroup(dead(session, deadLetters("strict")), "-1", "t/Subscriptions/:strict");
            assertWithoutGroup(dead(session, deadLetters("other")), "-1", "t/Subscriptions/:other");
        }
        assertThat(admin.topics().statistics(null, "lax").deadLettered()).isZero();
    }

    @Test
    @DisplayName("GRP-05 messages without a group are dead-lettered at the commit or, if scheduled, when they are due")
    void shouldDeadLetterInEveryKindOfSend() throws JMSException {
        require("strict");
        try (Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
                Session session = autoSession();
                MessageConsumer consumer = subscriber(session, "strict")) {
            transacted.createProducer(transacted.createTopic("t")).send(grouped(transacted, "-1"));
            assertThat(admin.topics().statistics(null, "strict").deadLettered()).isZero();
            transacted.commit();
            assertThat(admin.topics().statistics(null, "strict").deadLettered()).isEqualTo(1);
            assertNothing(consumer);
            assertWithoutGroup(dead(session, deadLetters("strict")), "-1", "t/Subscriptions/:strict");
            publisher.setDeliveryDelay(Duration.ofMinutes(1).toMillis());
            publish("-2", "a2");
            Queue deadLetters = session.createQueue(deadLetters("strict"));
            try (MessageConsumer early = session.createConsumer(deadLetters)) {
                assertNothing(early);
            }
            time.jump(Duration.ofSeconds(61));
            assertWithoutGroup(dead(session, deadLetters("strict")), "-2", "t/Subscriptions/:strict");
            assertThat(text(receive(consumer))).isEqualTo("a2");
        }
    }

    @Test
    @DisplayName("GRP-05 consumers still receive messages that a subscription got before it required groups")
    void shouldKeepWhatIsThere() throws JMSException {
        admin.topics().createSubscription("t", null, "s", true, null, QueueOptions.defaults());
        publish("-1");
        admin.topics().alterSubscription(null, "s", REQUIRED);
        publish("-2", "a1");
        assertThat(had("s")).containsExactly("-1", "a1");
        assertThat(admin.topics().statistics(null, "s").deadLettered()).isEqualTo(1);
    }

    @Test
    @DisplayName("GRP-05, FWD-01 an entity that requires groups dead-letters forwarded messages without a group")
    void shouldDeadLetterWhatIsForwarded() throws JMSException {
        admin.createQueue("end", REQUIRED);
        admin.topics()
                .createSubscription(
                        "t", null, "on", true, null, QueueOptions.defaults().withForwardTo("end"));
        admin.topics().create("first", TopicOptions.defaults());
        admin.topics()
                .createSubscription(
                        "first",
                        null,
                        "further",
                        true,
                        null,
                        QueueOptions.defaults().withForwardToTopic("t"));
        require("strict");
        sender.createProducer(sender.createTopic("first")).send(grouped(sender, "-1"));
        try (Session session = autoSession()) {
            assertWithoutGroup(dead(session, deadLetters("strict")), "-1", "t/Subscriptions/:strict");
            assertWithoutGroup(dead(session, "end/$DeadLetterQueue"), "-1", "end");
        }
        // The send does not forward this message. The subscription forwards it later.
        publisher.setDeliveryDelay(Duration.ofMinutes(1).toMillis());
        publish("-2", "a2");
        time.jump(Duration.ofSeconds(61));
        try (Session session = autoSession();
                MessageConsumer end = session.createConsumer(session.createQueue("end"))) {
            assertWithoutGroup(dead(session, "end/$DeadLetterQueue"), "-2", "end");
            assertThat(text(receive(end))).isEqualTo("a2");
            assertNothing(end);
        }
    }

    @Test
    @DisplayName("GRP-05, FWD-01 a subscription that forwards and requires groups forwards messages with a group")
    void shouldForwardWhatHasAGroup() throws JMSException {
        admin.createQueue("end", QueueOptions.defaults());
        admin.topics().createSubscription("t", null, "s", true, null, REQUIRED.withForwardTo("end"));
        publish("-1", "a1");
        assertThat(drain(queue("end"))).containsExactly("a1");
        try (Session session = autoSession()) {
            assertWithoutGroup(dead(session, deadLetters("s")), "-1", "t/Subscriptions/:s");
        }
    }

    @Test
    @DisplayName(
            "GRP-01 a non-durable subscription delivers each group to one consumer, and other messages to any consumer")
    void shouldHonourGroupsInSubscriptionsThatDoNotLast() throws JMSException {
        try (Session first = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
                Session second = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE)) {
            MessageConsumer one = first.createSharedConsumer(first.createTopic("t"), "s");
            MessageConsumer other = second.createSharedConsumer(second.createTopic("t"), "s");
            publish("a1", "a2", "b1", "-1");
            Message a1 = receive(one);
            assertThat(text(a1)).isEqualTo("a1");
            assertThat(text(receive(other))).isEqualTo("b1");
            assertThat(text(receive(other))).isEqualTo("-1");
            assertNothing(other);
            PeekLock.of(a1).abandon();
            assertThat(text(receive(other))).isEqualTo("a1");
        }
    }

    @Test
    @DisplayName("GRP-05, GRP-04 a consumer accepts many groups of an unshared subscription, which is in use until all "
            + "close")
    void shouldAcceptManyGroupsOfAnUnsharedSubscription() throws JMSException {
        try (Connection own = factory.createConnection()) {
            own.setClientID("c");
            own.start();
            admin.topics().createSubscription("t", "c", "s", false, null, REQUIRED);
            Session session = own.createSession();
            Topic topic = session.createTopic("t");
            MessageConsumer consumer = session.createDurableConsumer(topic, "s");
            publish("a1", "b1", "c1", "a2");
            RestanteMessageGroup b = RestanteConsumer.of(consumer).acceptGroup("b");
            RestanteMessageGroup a = RestanteConsumer.of(consumer)
                    .acceptAnyGroup(PATIENCE_MILLIS)
                    .orElseThrow();
            assertThat(a.id()).isEqualTo("a");
            assertCode(() -> RestanteConsumer.of(consumer).acceptGroup("a"), "RESTANTE-GROUP-LOCKED");
            assertThat(text(receive(consumer))).isEqualTo("c1");
            assertNothing(consumer);
            assertThat(names(b.consumer())).containsExactly("b1");
            consumer.close();
            assertCode(() -> RestanteConsumer.of(consumer).acceptGroup("d"), "RESTANTE-CLOSED");
            a.setState(new byte[] {7});
            assertThat(names(a.consumer())).containsExactly("a1", "a2");
            b.close();
            assertCode(() -> session.createDurableConsumer(topic, "s"), "RESTANTE-SUBSCRIPTION-IN-USE");
            a.close();
            try (MessageConsumer next = session.createDurableConsumer(topic, "s");
                    RestanteMessageGroup again = RestanteConsumer.of(next).acceptGroup("a")) {
                assertThat(again.state()).contains(new byte[] {7});
            }
        }
    }

    @Test
    @DisplayName("GRP-05, SUB-20 with noLocal, an accepted group gets no messages of its own connection")
    void shouldLeaveOutItsOwn() throws JMSException {
        try (Connection own = factory.createConnection()) {
            own.setClientID("c");
            own.start();
            Session session = own.createSession();
            Topic topic = session.createTopic("t");
            MessageConsumer consumer = session.createDurableConsumer(topic, "s", "JMSPriority = 4", true);
            try (RestanteMessageGroup a = RestanteConsumer.of(consumer).acceptGroup("a")) {
                session.createProducer(topic).send(grouped(session, "a1"));
                publisher.setPriority(9);
                publish("a2");
                publisher.setPriority(4);
                publish("a3", "b1");
                assertThat(names(a.consumer())).containsExactly("a3");
                assertThat(names(consumer)).containsExactly("b1");
            }
        }
    }

    @Test
    @DisplayName(
            "GRP-05 groups of non-durable subscriptions can be accepted, and keep the subscription until they close")
    void shouldAcceptGroupsOfSubscriptionsThatDoNotLast() throws JMSException {
        try (Session session = autoSession()) {
            Topic topic = session.createTopic("t");
            for (boolean shared : new boolean[] {false, true}) {
                MessageConsumer consumer =
                        shared ? session.createSharedConsumer(topic, "s") : session.createConsumer(topic);
                RestanteMessageGroup a = RestanteConsumer.of(consumer).acceptGroup("a");
                publish("a1", "b1");
                assertThat(names(consumer)).containsExactly("b1");
                consumer.close();
                assertThat(names(a.consumer())).containsExactly("a1");
                publish("a2", "b2");
                assertThat(names(a.consumer())).containsExactly("a2");
                a.close();
            }
            assertThat(admin.topics().subscriptions("t")).isEmpty();
        }
    }

    @Test
    @DisplayName("GRP-05 consumers of a context accept groups, but the consumer of an accepted group does not")
    void shouldServeAContext() throws JMSException {
        require("s");
        publish("a1", "b1");
        try (JMSContext context = factory.createContext()) {
            JMSConsumer consumer = context.createSharedDurableConsumer(context.createTopic("t"), "s");
            try (RestanteMessageGroup a = RestanteConsumer.of(consumer)
                    .acceptAnyGroup(PATIENCE_MILLIS)
                    .orElseThrow()) {
                assertThat(text(receive(a.consumer()))).isEqualTo("a1");
                assertCode(() -> RestanteConsumer.of(a.consumer()).acceptGroup("b"), "RESTANTE-ILLEGAL-STATE");
                assertCode(() -> RestanteConsumer.of(a.consumer()).acceptAnyGroupNoWait(), "RESTANTE-ILLEGAL-STATE");
            }
        }
    }

    @Test
    @DisplayName("GRP-04 a consumer of a queue accepts groups of the messages that match its selector")
    void shouldAcceptByAQueuesConsumer() throws JMSException {
        Queue queue = queue("q");
        try (Session session = autoSession();
                MessageConsumer consumer = session.createConsumer(queue, "JMSPriority > 4 OR JMSPriority = 0");
                MessageProducer producer = sender.createProducer(queue)) {
            producer.send(grouped(sender, "a1"));
            producer.setPriority(9);
            producer.send(grouped(sender, "b1"));
            producer.send(grouped(sender, "a2"));
            try (RestanteMessageGroup b =
                    RestanteConsumer.of(consumer).acceptAnyGroupNoWait().orElseThrow()) {
                assertThat(b.id()).isEqualTo("b");
                assertThat(names(b.consumer())).containsExactly("b1");
            }
            assertThat(names(consumer)).containsExactly("a2");
        }
        assertThat(drain(queue)).containsExactly("a1");
    }

    @Test
    @DisplayName("DEF-03 only the consumer of an accepted group receives the deferred messages of the group")
    void shouldKeepDeferredMessagesToTheGroup() throws JMSException {
        require("s");
        publish("a1");
        try (Session ours = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
                Session theirs = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
                MessageConsumer door = subscriber(ours, "s");
                MessageConsumer other = subscriber(theirs, "s");
                RestanteMessageGroup a = RestanteConsumer.of(door).acceptGroup("a")) {
            PeekLock lock = PeekLock.of(receive(a.consumer()));
            lock.defer();
            assertThat(RestanteConsumer.of(other).receiveDeferred(lock.sequenceNumber()))
                    .isNull();
            assertThat(RestanteConsumer.of(door).receiveDeferred(lock.sequenceNumber()))
                    .isNull();
            assertThat(text(RestanteConsumer.of(a.consumer()).receiveDeferred(lock.sequenceNumber())))
                    .isEqualTo("a1");
        }
    }

    @Test
    @DisplayName("VIS-06 a subscription that requires groups has an in-flight limit of 20,000 by default")
    void shouldHaveTheQuotaOfGroups() throws JMSException {
        require("s");
        assertThat(admin.topics().subscription("t/Subscriptions/:s").options().maxInFlight())
                .isEqualTo(20_000);
    }
}
