package dev.restante.feature.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import jakarta.jms.CompletionListener;
import jakarta.jms.DeliveryMode;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Forwarding. */
@DisplayName("forwarding")
public abstract class ForwardContract extends JmsContract {

    private static final Duration HOUR = Duration.ofHours(1);

    private RestanteAdmin admin;
    private Session session;
    private MessageProducer producer;
    private Queue from;
    private Queue to;

    @BeforeEach
    final void createQueues() throws JMSException {
        admin = factory.admin();
        admin.createQueue("to", QueueOptions.defaults());
        admin.createQueue("from", forwarding("to"));
        session = connection.createSession();
        producer = session.createProducer(null);
        from = session.createQueue("from");
        to = session.createQueue("to");
    }

    @AfterEach
    final void closeAdministration() {
        admin.close();
    }

    private static QueueOptions forwarding(String queue) {
        return QueueOptions.defaults().withForwardTo(queue);
    }

    private void createChain(String... names) throws JMSException {
        admin.createQueue(names[names.length - 1], QueueOptions.defaults());
        for (int i = names.length - 2; i >= 0; i--) {
            admin.createQueue(names[i], forwarding(names[i + 1]));
        }
    }

    private void subscribe(String topic, String name, QueueOptions options) throws JMSException {
        admin.topics().createSubscription(topic, null, name, true, null, options);
    }

    private long storedIn(String queue) throws SQLException {
        return stored("COUNT(*) FROM restante_delivery d JOIN restante_entity e ON e.id = d.entity WHERE e.name = '"
                + queue + "'");
    }

    private void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String text) {
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(call)
                .withMessageContaining(text)
                .satisfies(refusal -> assertThat(refusal.getErrorCode()).isEqualTo("RESTANTE-INVALID-ARGUMENT"));
    }

    @Test
    @DisplayName("FWD-01 what is sent to a queue that forwards is stored in the last one of the chain by the send")
    void shouldStoreAtTheEndOfTheChain() throws JMSException, SQLException {
        createChain("a", "b", "c", "d", "e");
        send(session.createQueue("a"), "m1", "m2");

        assertThat(storedIn("e")).isEqualTo(2);
        assertThat(stored("COUNT(*) FROM restante_delivery")).isEqualTo(2);
        assertThat(drain(session.createQueue("e"))).containsExactly("m1", "m2");
    }

    @Test
    @DisplayName("FWD-01 a forwarded message has all that its sender gave it, and the destination that it was sent to")
    void shouldKeepHeadersAndProperties() throws JMSException {
        TextMessage message = session.createTextMessage("m");
        message.setJMSCorrelationID("c");
        message.setJMSType("t");
        message.setJMSReplyTo(to);
        message.setStringProperty("JMSXGroupID", "g");
        message.setStringProperty("JMS_Restante_DuplicateId", "d");
        message.setIntProperty("n", 7);
        producer.send(from, message, DeliveryMode.NON_PERSISTENT, 8, HOUR.toMillis());

        try (MessageConsumer consumer = session.createConsumer(to)) {
            Message received = receive(consumer);
            assertThat(text(received)).isEqualTo("m");
            assertThat(received.getJMSDestination()).isEqualTo(from);
            assertThat(received.getJMSMessageID()).isEqualTo(message.getJMSMessageID());
            assertThat(received.getJMSTimestamp()).isEqualTo(message.getJMSTimestamp());
            assertThat(received.getJMSExpiration()).isEqualTo(message.getJMSTimestamp() + HOUR.toMillis());
            assertThat(received.getJMSPriority()).isEqualTo(8);
            assertThat(received.getJMSDeliveryMode()).isEqualTo(DeliveryMode.NON_PERSISTENT);
            assertThat(received.getJMSCorrelationID()).isEqualTo("c");
            assertThat(received.getJMSType()).isEqualTo("t");
            assertThat(received.getJMSReplyTo()).isEqualTo(to);
            assertThat(received.getStringProperty("JMSXGroupID")).isEqualTo("g");
            assertThat(received.getStringProperty("JMS_Restante_DuplicateId")).isEqualTo("d");
            assertThat(received.getIntProperty("n")).isEqualTo(7);
            assertThat(received.getJMSRedelivered()).isFalse();
        }
    }

    @Test
    @DisplayName("FWD-01, TTL-09, TTL-20 each queue of the chain caps the time to live")
    void shouldCapTheTimeToLiveByEach() throws JMSException {
        admin.alterQueue("from", forwarding("to").withDefaultTimeToLive(HOUR));
        TextMessage message = session.createTextMessage("m");
        producer.send(from, message);
        assertThat(message.getJMSExpiration() - message.getJMSTimestamp()).isEqualTo(HOUR.toMillis());
        try (MessageConsumer consumer = session.createConsumer(to)) {
            assertThat(receive(consumer).getJMSExpiration()).isEqualTo(message.getJMSExpiration());
        }
        admin.alterQueue("to", QueueOptions.defaults().withDefaultTimeToLive(HOUR.dividedBy(2)));
        producer.send(from, message, DeliveryMode.PERSISTENT, 4, HOUR.toMillis());
        assertThat(message.getJMSExpiration() - message.getJMSTimestamp())
                .isEqualTo(HOUR.dividedBy(2).toMillis());
        time.jump(HOUR.dividedBy(2).plusSeconds(1));
        eventually("it has expired", () -> admin.statistics("to").available() == 0);
    }

    @Test
    @DisplayName("FWD-01 a send to a queue that forwards reaches a waiting receiver in memory, or born acquired")
    void shouldReachAWaitingReceiver() throws JMSException, SQLException {
        Session receiving = connection.createSession(false, Session.CLIENT_ACKNOWLEDGE);
        List<String> texts = new ArrayList<>();
        CountDownLatch received = new CountDownLatch(2);
        receiving.createConsumer(to).setMessageListener(message -> {
            try {
                texts.add(text(message));
                received.countDown();
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
        });
        producer.send(from, session.createTextMessage("durable"));
        producer.send(from, session.createTextMessage("fleeting"), DeliveryMode.NON_PERSISTENT, 4, 0);
        await(received);
        assertThat(texts).containsExactly("durable", "fleeting");
        assertThat(stored("COUNT(*) FROM restante_delivery WHERE persistent = FALSE"))
                .isZero();
    }

    @Test
    @DisplayName("FWD-01 sends of a transaction are forwarded by its commit, and not at all by its rollback")
    void shouldForwardInTransactions() throws JMSException {
        admin.topics().create("t", TopicOptions.defaults());
        subscribe("t", "s", forwarding("to"));
        try (Session transacted = connection.createSession(true, Session.SESSION_TRANSACTED);
                MessageProducer sending = transacted.createProducer(null)) {
            sending.send(from, transacted.createTextMessage("undone"));
            sending.send(transacted.createTopic("t"), transacted.createTextMessage("undone"));
            transacted.rollback();
            sending.send(from, transacted.createTextMessage("1"));
            sending.send(transacted.createTopic("t"), transacted.createTextMessage("2"));
            assertThat(admin.statistics("to").available()).isZero();
            transacted.commit();
        }
        assertThat(drain(to)).containsExactly("1", "2");
    }

    @Test
    @DisplayName("FWD-01 asynchronous sends are forwarded in order")
    void shouldForwardAsynchronousSends() throws JMSException {
        CountDownLatch done = new CountDownLatch(100);
        CompletionListener listener = new CompletionListener() {
            @Override
            public void onCompletion(Message message) {
                done.countDown();
            }

            @Override
            public void onException(Message message, Exception exception) {
                throw new AssertionError(exception);
            }
        };
        for (int i = 0; i < 100; i++) {
            producer.send(from, session.createTextMessage("m" + i), listener);
        }
        await(done);
        assertThat(drain(to))
                .isEqualTo(IntStream.range(0, 100).mapToObj(i -> "m" + i).toList());
    }

    @Test
    @DisplayName("FWD-01 a scheduled message is forwarded when it becomes available")
    void shouldForwardWhatWasScheduled() throws JMSException {
        producer.setDeliveryDelay(HOUR.toMillis());
        producer.send(from, session.createTextMessage("m"));
        assertThat(admin.statistics("from").scheduled()).isEqualTo(1);
        assertThat(admin.statistics("to").scheduled()).isZero();

        time.jump(HOUR.plusSeconds(1));
        try (MessageConsumer consumer = session.createConsumer(to)) {
            assertThat(text(receive(consumer))).isEqualTo("m");
        }
        assertThat(admin.statistics("from").scheduled()).isZero();
    }

    @Test
    @DisplayName("FWD-01 a queue can forward to a topic, whose subscriptions get what they want")
    void shouldForwardToATopic() throws JMSException, SQLException {
        admin.topics().create("t", TopicOptions.defaults());
        admin.topics().createSubscription("t", null, "all", true, null, QueueOptions.defaults());
        admin.topics().createSubscription("t", null, "red", true, "colour = 'red'", QueueOptions.defaults());
        admin.createQueue("out", QueueOptions.defaults().withForwardToTopic("t"));
        for (String colour : List.of("red", "blue")) {
            Message message = session.createTextMessage(colour);
            message.setStringProperty("colour", colour);
            producer.send(session.createQueue("out"), message);
        }
        assertThat(stored("COUNT(*) FROM restante_message")).isEqualTo(2);
        Topic topic = session.createTopic("t");
        try (MessageConsumer all = session.createSharedDurableConsumer(topic, "all");
                MessageConsumer red = session.createSharedDurableConsumer(topic, "red", "colour = 'red'")) {
            assertThat(text(receive(all))).isEqualTo("red");
            assertThat(text(receive(all))).isEqualTo("blue");
            assertThat(text(receive(red))).isEqualTo("red");
            assertNothing(red);
        }
    }

    @Test
    @DisplayName(
            "FWD-01, TOP-01 subscriptions forward to queues and other topics by the same operation, and the message is stored once")
    void shouldForwardFromSubscriptions() throws JMSException, SQLException {
        admin.topics().create("second", TopicOptions.defaults());
        subscribe("second", "plain2", QueueOptions.defaults());
        subscribe("second", "on2", forwarding("to"));
        admin.topics().create("first", TopicOptions.defaults());
        subscribe("first", "plain1", QueueOptions.defaults());
        subscribe("first", "on1", QueueOptions.defaults().withForwardToTopic("second"));
        subscribe("first", "direct", forwarding("from"));
        producer.send(session.createTopic("first"), session.createTextMessage("m"));

        assertThat(stored("COUNT(*) FROM restante_message")).isEqualTo(1);
        assertThat(storedIn("to")).isEqualTo(2);
        assertThat(stored("COUNT(*) FROM restante_delivery")).isEqualTo(4);
        assertThat(drain(to)).containsExactly("m", "m");
        try (MessageConsumer one = session.createSharedDurableConsumer(session.createTopic("first"), "plain1");
                MessageConsumer two = session.createSharedDurableConsumer(session.createTopic("second"), "plain2")) {
            assertThat(text(receive(one))).isEqualTo("m");
            assertThat(text(receive(two))).isEqualTo("m");
        }
        eventually("nothing is left", () -> stored("COUNT(*) FROM restante_message") == 0);
    }

    @Test
    @DisplayName("FWD-01 non-persistent and delayed messages of a topic go on from its subscriptions")
    void shouldForwardFleetingOnesFromSubscriptions() throws JMSException {
        admin.topics().create("t", TopicOptions.defaults());
        subscribe("t", "s", forwarding("from"));
        Topic topic = session.createTopic("t");
        try (MessageConsumer consumer = session.createConsumer(to)) {
            producer.send(topic, session.createTextMessage("fleeting"), DeliveryMode.NON_PERSISTENT, 4, 0);
            assertThat(text(receive(consumer))).isEqualTo("fleeting");
            producer.setDeliveryDelay(HOUR.toMillis());
            producer.send(topic, session.createTextMessage("late"));
            assertNothing(consumer);
            time.jump(HOUR.plusSeconds(1));
            assertThat(text(receive(consumer))).isEqualTo("late");
        }
    }

    @Test
    @DisplayName(
            "FWD-01 what a queue has when the option is set goes on in its order, to a queue and to a topic; what is deferred or dead stays")
    void shouldForwardWhatIsThere() throws JMSException {
        int count = 1_201;
        List<String> texts = IntStream.range(0, count).mapToObj(i -> "m" + i).toList();
        Queue full = queue("full");
        try (Session transacted = connection.createSession(true, Session.SESSION_TRANSACTED)) {
            send(transacted, full, "dead", "deferred");
            send(transacted, full, texts.toArray(String[]::new));
            transacted.commit();
        }
        try (Session peeking = connection.createSession(false, Session.CLIENT_ACKNOWLEDGE);
                MessageConsumer consumer = peeking.createConsumer(full)) {
            PeekLock.of(receive(consumer)).deadLetter("test", "test", java.util.Map.of());
            PeekLock.of(receive(consumer)).defer();
        }
        // What a fetch was bringing when the consumer closed comes back a moment later, and would go on later.
        eventually("all is back", () -> admin.statistics("full").available() == count);
        admin.alterQueue("full", forwarding("to"));
        eventually("all has gone on", () -> admin.statistics("to").available() == count);
        assertThat(admin.statistics("full").deferred()).isEqualTo(1);
        assertThat(admin.statistics("full").deadLettered()).isEqualTo(1);

        admin.topics().create("t", TopicOptions.defaults());
        subscribe("t", "s", QueueOptions.defaults());
        admin.alterQueue("to", QueueOptions.defaults().withForwardToTopic("t"));
        List<String> received = new ArrayList<>();
        try (MessageConsumer consumer = session.createSharedDurableConsumer(session.createTopic("t"), "s")) {
            for (int i = 0; i < count; i++) {
                received.add(text(receive(consumer)));
            }
            assertNothing(consumer);
        }
        assertThat(received).isEqualTo(texts);
    }

    @Test
    @DisplayName("FWD-01 nobody can begin to receive from what forwards; it can be browsed")
    void shouldRefuseReceivers() throws JMSException {
        assertThatExceptionOfType(InvalidDestinationException.class)
                .isThrownBy(() -> session.createConsumer(from))
                .withMessageContaining("forwards to 'to'")
                .satisfies(refusal -> assertThat(refusal.getErrorCode()).isEqualTo("RESTANTE-ENTITY-INVALID"));
        assertThat(session.createBrowser(from).getEnumeration().hasMoreElements())
                .isFalse();
        admin.topics().create("t", TopicOptions.defaults());
        subscribe("t", "s", forwarding("to"));
        assertThatExceptionOfType(InvalidDestinationException.class)
                .isThrownBy(() -> session.createSharedDurableConsumer(session.createTopic("t"), "s"));
        admin.topics().deleteSubscription(null, "s");
    }

    @Test
    @DisplayName(
            "FWD-01 a consumer that is open when the option is set gets nothing more, not even what was fetched for it, until the option is taken back")
    void shouldLetOpenConsumersWait() throws JMSException {
        Queue plain = queue("plain");
        Session receiving = connection.createSession(false, Session.CLIENT_ACKNOWLEDGE);
        try (MessageConsumer consumer = receiving.createConsumer(plain)) {
            send(plain, "1", "2", "3");
            Message held = receive(consumer);
            admin.alterQueue("plain", forwarding("to"));
            assertThat(consumer.receive(BRIEFLY_MILLIS)).isNull();
            send(plain, "4");
            assertThat(consumer.receiveNoWait()).isNull();
            eventually("they have gone on", () -> admin.statistics("to").available() == 3);
            PeekLock.of(held).abandon();
            // Tried again at intervals of half a second, by a clock that stands still, where the consumer's node was
            // asked
            // first: whenever that was.
            eventually("so has what it had", () -> {
                time.jump(Duration.ofSeconds(1));
                return admin.statistics("to").available() == 4;
            });
            assertThat(consumer.receive(BRIEFLY_MILLIS)).isNull();

            admin.alterQueue("plain", QueueOptions.defaults());
            send(plain, "5");
            assertThat(text(receive(consumer))).isEqualTo("5");
        }
        assertThat(drain(to)).containsExactly("2", "3", "4", "1");
    }

    @Test
    @DisplayName("FWD-01 a target that is not there, temporary, or a dead-letter queue is refused")
    void shouldRefuseBadTargets() throws JMSException {
        assertRefused(() -> admin.createQueue("x", forwarding("nowhere")), "does not exist");
        assertRefused(() -> admin.createQueue("x", QueueOptions.defaults().withForwardToTopic("to")), "does not exist");
        assertRefused(() -> admin.alterQueue("to", forwarding("from/$DeadLetterQueue")), "does not exist");
        assertRefused(() -> admin.alterQueue("from/$DeadLetterQueue", forwarding("to")), "dead-letter queue");
        String temporary = session.createTemporaryQueue().getQueueName();
        assertRefused(() -> admin.alterQueue("to", forwarding(temporary)), "temporary");
        assertThat(admin.queues().stream().noneMatch(queue -> queue.name().equals("x")))
                .isTrue();
    }

    @Test
    @DisplayName("FWD-01 a circle is refused, also one through topics, subscriptions and dead letters")
    void shouldRefuseCircles() throws JMSException {
        assertRefused(() -> admin.alterQueue("to", forwarding("to")), "back to itself");
        assertRefused(() -> admin.alterQueue("to", forwarding("from")), "back to itself");
        assertRefused(() -> admin.createQueue("self", forwarding("self")), "back to itself");

        admin.topics().create("t", TopicOptions.defaults());
        subscribe("t", "s", forwarding("from"));
        assertRefused(() -> admin.alterQueue("to", QueueOptions.defaults().withForwardToTopic("t")), "back to itself");
        admin.createQueue("in", QueueOptions.defaults().withForwardToTopic("t"));
        assertRefused(() -> admin.alterQueue("to", forwarding("in")), "back to itself");
        assertRefused(() -> subscribe("t", "s2", QueueOptions.defaults().withForwardToTopic("t")), "back to itself");
        assertRefused(
                () -> admin.topics()
                        .alterSubscription(null, "s", QueueOptions.defaults().withForwardToTopic("t")),
                "back to itself");
        assertRefused(() -> admin.alterQueue("to", QueueOptions.defaults().withDeadLetterTo("in")), "back to itself");
    }

    @Test
    @DisplayName("FWD-01 more than four steps are refused, wherever in the chain one is added")
    void shouldRefuseLongChains() throws JMSException {
        createChain("a", "b", "c", "d", "e");
        createChain("x", "y");
        assertRefused(() -> admin.createQueue("before", forwarding("a")), "5 steps");
        assertRefused(() -> admin.alterQueue("e", forwarding("y")), "5 steps");
        assertRefused(() -> admin.alterQueue("y", forwarding("b")), "5 steps");
        admin.alterQueue("y", forwarding("c"));
        admin.topics().create("t", TopicOptions.defaults());
        subscribe("t", "s", forwarding("b"));
        assertRefused(() -> admin.createQueue("before", QueueOptions.defaults().withForwardToTopic("t")), "steps");
    }

    @Test
    @DisplayName(
            "FWD-01 where a target is deleted, messages become dead letters of what forwards to it, and say so, until there is one again")
    void shouldDeadLetterWhereTheChainBreaks() throws JMSException {
        createChain("a", "b", "c");
        admin.topics().create("t", TopicOptions.defaults());
        subscribe("t", "s", forwarding("a"));
        producer.setDeliveryDelay(HOUR.toMillis());
        producer.send(session.createQueue("a"), session.createTextMessage("scheduled"));
        producer.setDeliveryDelay(0);
        admin.deleteQueue("c");
        producer.send(session.createQueue("a"), session.createTextMessage("sent"));
        producer.send(session.createTopic("t"), session.createTextMessage("published"));
        time.jump(HOUR.plusSeconds(1));
        try (MessageConsumer dead = session.createConsumer(session.createQueue("b/$DeadLetterQueue"))) {
            for (String text : List.of("sent", "published", "scheduled")) {
                Message letter = receive(dead);
                assertThat(text(letter)).isEqualTo(text);
                assertThat(letter.getStringProperty("DeadLetterReason")).isEqualTo("ForwardTargetNotFound");
                assertThat(letter.getStringProperty("DeadLetterErrorDescription"))
                        .contains("'b'", "'c'");
                assertThat(letter.getStringProperty("DeadLetterSource")).isEqualTo("b");
            }
            assertNothing(dead);
        }
        admin.createQueue("c", QueueOptions.defaults());
        producer.send(session.createQueue("a"), session.createTextMessage("again"));
        assertThat(drain(session.createQueue("c"))).containsExactly("again");
    }

    @Test
    @DisplayName("FWD-01 a transaction whose target goes before it commits is committed to where the chain leads then")
    void shouldFollowTheChainOfTheCommit() throws JMSException {
        try (Session transacted = connection.createSession(true, Session.SESSION_TRANSACTED);
                MessageProducer sending = transacted.createProducer(from)) {
            sending.send(transacted.createTextMessage("m"));
            admin.deleteQueue("to");
            transacted.commit();
        }
        assertThat(drain(session.createQueue("from/$DeadLetterQueue"))).containsExactly("m");
    }

    @Test
    @DisplayName(
            "FWD-01, SND-06 each queue of the chain drops its duplicates, what a topic brings it and what was scheduled, too")
    void shouldDetectDuplicatesAtTheTarget() throws JMSException {
        admin.alterQueue("to", QueueOptions.defaults().withDuplicateDetectionWindow(HOUR.multipliedBy(3)));
        admin.topics().create("t", TopicOptions.defaults());
        subscribe("t", "s", forwarding("from"));
        Message message = session.createTextMessage("m");
        message.setStringProperty("JMS_Restante_DuplicateId", "a");
        producer.send(from, message);
        producer.send(from, message);
        producer.send(session.createTopic("t"), message);
        producer.setDeliveryDelay(HOUR.toMillis());
        producer.send(from, message);
        time.jump(HOUR.plusSeconds(1));
        producer.setDeliveryDelay(0);
        Message other = session.createTextMessage("other");
        other.setStringProperty("JMS_Restante_DuplicateId", "b");
        producer.send(session.createTopic("t"), other);
        try (MessageConsumer consumer = session.createConsumer(to)) {
            assertThat(text(receive(consumer))).isEqualTo("m");
            assertThat(text(receive(consumer))).isEqualTo("other");
            eventually(
                    "the scheduled one has gone on",
                    () -> admin.statistics("from").scheduled() == 0
                            && admin.statistics("from").available() == 0);
            assertNothing(consumer);
        }
    }

    @Test
    @DisplayName("FWD-01, FWD-02 dead letters that go to a queue which forwards go on")
    void shouldForwardDeadLettersOfOthers() throws JMSException {
        admin.createQueue("poison", QueueOptions.defaults().withDeadLetterTo("from"));
        send(session.createQueue("poison"), "m");
        try (Session peeking = connection.createSession(false, Session.CLIENT_ACKNOWLEDGE);
                MessageConsumer consumer = peeking.createConsumer(session.createQueue("poison"))) {
            PeekLock.of(receive(consumer)).deadLetter("bad", "very bad", java.util.Map.of());
        }
        try (MessageConsumer consumer = session.createConsumer(to)) {
            Message dead = receive(consumer);
            assertThat(dead.getStringProperty("DeadLetterReason")).isEqualTo("bad");
            assertThat(dead.getStringProperty("DeadLetterSource")).isEqualTo("poison");
        }
    }

    @Test
    @DisplayName("FWD-01, BEY-04 the option is what it was set to, and its alteration holds for the next message")
    void shouldAlterTheTarget() throws JMSException {
        admin.createQueue("other", QueueOptions.defaults());
        assertThat(admin.queue("from").options().forwardTo()).isEqualTo("to");
        assertThat(admin.queue("from").options().forwardToTopic()).isNull();
        send(from, "1");
        admin.alterQueue("from", forwarding("other"));
        send(from, "2");
        admin.alterQueue("from", admin.queue("from").options().withForwardTo(null));
        send(from, "3");
        assertThat(drain(to)).containsExactly("1");
        assertThat(drain(session.createQueue("other"))).containsExactly("2");
        assertThat(drain(from)).containsExactly("3");
    }
}
