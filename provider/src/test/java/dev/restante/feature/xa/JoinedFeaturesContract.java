package dev.restante.feature.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.MovableClock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSession;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import dev.restante.api.JdbcTransactionProvider;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Joined transactions with topics, message groups, delivery options and administration. */
@Timeout(60)
@DisplayName("joined transactions with other features")
public abstract class JoinedFeaturesContract extends JoinedFixture {

    @Test
    @DisplayName(
            "BEY-01 FWD-01 a joined receive of a shared message blocks no other receive, and the last one deletes it")
    void shouldShareMessages() throws Exception {
        try (RestanteAdmin admin = factory.admin();
                JMSContext context = factory.createContext()) {
            admin.topics().create("t", TopicOptions.defaults());
            for (String copy : List.of("one", "two")) {
                admin.createQueue(copy, QueueOptions.defaults());
                admin.topics()
                        .createSubscription(
                                "t",
                                null,
                                copy,
                                true,
                                null,
                                QueueOptions.defaults().withForwardTo(copy));
            }
            context.createProducer().send(context.createTopic("t"), "a");
            assertThat(stored("COUNT(*) FROM restante_shared_message")).isOne();
            try (MessageConsumer consumer = session.createConsumer(session.createQueue("one"))) {
                receive(consumer);
            }
            assertThat(drainAll(session.createQueue("two"), 1)).containsExactly("a");
            jdbc.commit();
            eventually(
                    "no message and no delivery is stored",
                    () -> stored("COUNT(*) FROM restante_shared_message") == 0
                            && stored("COUNT(*) FROM restante_message") == 0
                            && stored("COUNT(*) FROM restante_delivery") == 0);
        }
    }

    @Test
    @DisplayName("BEY-01, LVQ-06 a joined transaction can receive a message with a last-value key, but cannot send one")
    void shouldReceiveValues() throws Exception {
        try (RestanteAdmin admin = factory.admin();
                JMSContext context = factory.createContext()) {
            admin.createQueue("values", QueueOptions.defaults().withLastValueKey("key"));
            context.createProducer().setProperty("key", "a").send(context.createQueue("values"), "a1");
            try (MessageConsumer consumer = session.createConsumer(session.createQueue("values"));
                    MessageProducer producer = session.createProducer(session.createQueue("values"))) {
                receive(consumer);
                context.createProducer().setProperty("key", "b").send(context.createQueue("values"), "b1");
                producer.send(session.createTextMessage("ordinary"));
                Message value = session.createTextMessage("b2");
                value.setStringProperty("key", "b");
                assertThatExceptionOfType(JMSException.class)
                        .isThrownBy(() -> producer.send(value))
                        .withMessageContaining("because it would block other sends with this key");
            }
            jdbc.commit();
            assertThat(drainAll(session.createQueue("values"), 2)).containsExactlyInAnyOrder("b1", "ordinary");
            eventually("no last-value key is stored", () -> stored("COUNT(*) FROM restante_last_value") == 0);
        }
    }

    @Test
    @DisplayName("BEY-01 TTL-04 delivery delay, time to live and groups apply to messages of a joined transaction")
    void shouldKeepOptions() throws Exception {
        try (MessageProducer producer = session.createProducer(out)) {
            producer.setDeliveryDelay(Duration.ofHours(1).toMillis());
            producer.send(session.createTextMessage("late"));
            producer.setDeliveryDelay(0);
            producer.setTimeToLive(Duration.ofMinutes(1).toMillis());
            producer.send(session.createTextMessage("short-lived"));
            producer.setTimeToLive(0);
            producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
            producer.send(session.createTextMessage("volatile"));
            producer.setDeliveryMode(DeliveryMode.PERSISTENT);
            producer.send(grouped(session, "g1"));
            producer.send(grouped(session, "g2"));
        }
        jdbc.commit();
        eventually("four messages are available", () -> content(out).get(0) == 4);
        time.jump(Duration.ofMinutes(2));
        assertThat(drainAll(out, 3)).containsExactly("volatile", "g1", "g2");
        time.jump(Duration.ofHours(1));
        assertThat(drainAll(out, 1)).containsExactly("late");
    }

    @Test
    @DisplayName(
            "BEY-01 GRP-01 another session gets the next message of a group after the joined transaction has ended")
    void shouldGoOnWithGroup() throws Exception {
        try (MessageProducer producer = session.createProducer(in)) {
            producer.send(grouped(session, "g1"));
            producer.send(grouped(session, "g2"));
        }
        jdbc.commit();
        try (MessageConsumer consumer = session.createConsumer(in)) {
            assertThat(text(receive(consumer))).isEqualTo("g1");
        }
        try (Session other = autoSession();
                MessageConsumer consumer = other.createConsumer(in)) {
            assertThat(consumer.receive(BRIEFLY_MILLIS)).isNull();
            jdbc.commit();
            assertThat(text(receive(consumer))).isEqualTo("g2");
        }
    }

    @Test
    @DisplayName("BEY-01 SND-05 a joined transaction completes a non-persistent message that was never stored")
    void shouldReceiveNonPersistent() throws Exception {
        try (MessageConsumer consumer = session.createConsumer(in);
                Session other = autoSession();
                MessageProducer producer = other.createProducer(in)) {
            assertNothing(consumer);
            producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
            producer.send(other.createTextMessage("a"));
            assertThat(text(receive(consumer))).isEqualTo("a");
            jdbc.commit();
            awaitContent(in, 0, 0);
        }
    }

    @Test
    @DisplayName("BEY-01 operations that a joined transaction does not support fail, and the error explains the reason")
    void shouldRefuseTheRest() throws Exception {
        MessageConsumer consumer = session.createConsumer(in);
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> consumer.setMessageListener(message -> {}))
                .withMessageContaining("receive()");
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> session.createConsumer(session.createTopic("t")))
                .withMessageContaining("topics");
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> session.createConsumer(session.createTemporaryQueue()))
                .withMessageContaining("temporary queues");
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> {
                    try (MessageProducer producer = session.createProducer(session.createTopic("t"))) {
                        producer.send(session.createTextMessage("a"));
                    }
                })
                .withMessageContaining("topic 't'");
    }

    @Test
    @DisplayName("DEST-04, BEY-01 a name that means a subscription is rejected like a topic, and leaves nothing in use")
    void shouldRefuseSubscriptionsByName() throws Exception {
        try (Session other = autoSession()) {
            other.createSharedDurableConsumer(other.createTopic("t"), "s").close();
            Queue named = session.createQueue("t::s");
            for (ThrowingCallable call : List.<ThrowingCallable>of(
                    () -> session.createConsumer(named),
                    () -> RestanteSession.of(session).acceptGroup(named, "g"),
                    () -> RestanteSession.of(session).receiveDeferred(named, 1))) {
                assertThatExceptionOfType(JMSException.class)
                        .isThrownBy(call)
                        .withMessageContaining("topics")
                        .returns("RESTANTE-NOT-SUPPORTED", JMSException::getErrorCode);
            }
            other.unsubscribe("s");
        }
    }

    @Test
    @DisplayName("BEY-01 a factory that closes during a joined transaction does not wait for it and loses no message")
    void shouldCloseInTheMiddle() throws Exception {
        jdbc.close();
        reopen();
        openJoiningSession();
        send(in, "a");
        send(session, out, "b");
        try (MessageConsumer consumer = session.createConsumer(in)) {
            receive(consumer);
        }
        factory.close();
        if (!jdbc.isClosed()) {
            jdbc.rollback();
        }
        reopen();
        try (Session other = autoSession();
                MessageConsumer consumer = other.createConsumer(in)) {
            assertThat(text(receive(consumer))).isEqualTo("a");
        }
        assertThat(drain(out)).isEmpty();
    }

    @Test
    @DisplayName("BEY-01 DEF-01 a deferred message that a joined transaction received is deferred again by a rollback")
    void shouldDeferAgain() throws Exception {
        long number = deferred(in, "m");
        assertThat(RestanteSession.of(session).receiveDeferred(in, number)).isPresent();
        jdbc.rollback();
        eventually(
                "the message is deferred again",
                () -> RestanteSession.of(session).receiveDeferred(in, number).isPresent());
        jdbc.commit();
        try (RestanteAdmin admin = factory.admin()) {
            eventually(
                    "the deferred message is completed",
                    () -> admin.statistics("in").deferred() == 0);
        }
        assertThat(drain(in)).isEmpty();
    }

    @Test
    @DisplayName("STA-02, BEY-01 the end of a joined transaction settles its messages, even if their queue is paused")
    void shouldEndOnPausedQueues() throws Exception {
        send(in, "committed", "rolled back");
        try (RestanteAdmin admin = factory.admin();
                MessageConsumer consumer = session.createConsumer(in)) {
            assertThat(text(receive(consumer))).isEqualTo("committed");
            send(session, out, "sent");
            admin.disable("in");
            admin.disable("out");
            jdbc.commit();
            awaitContent(in, 1, 0);
            admin.resume("in");
            assertThat(text(receive(consumer))).isEqualTo("rolled back");
            admin.pause("in");
            jdbc.rollback();
            awaitContent(in, 1, 0);
            assertNothing(consumer);
            admin.resume("in");
            assertThat(text(receive(consumer))).isEqualTo("rolled back");
            jdbc.commit();
            admin.resume("out");
        }
        assertThat(drainAll(out, 1)).containsExactly("sent");
    }

    @Test
    @DisplayName("IDLE-02 a queue to which an open joined transaction has sent a message is not idle")
    void shouldKeepAQueueThatATransactionUses() throws Exception {
        MovableClock clock = new MovableClock(Instant.parse("2031-05-01T12:00:00Z"));
        try (RestanteConnectionFactory made = new RestanteConnectionFactory(newStoreUrl(directory.resolve("idle")))) {
            made.setLeaseDuration(Duration.ofDays(10));
            made.useClock(clock);
            try (RestanteAdmin admin = made.admin();
                    Connection own = jdbc(made.getUrl())) {
                own.setAutoCommit(false);
                QueueOptions mortal = QueueOptions.defaults().withAutoDeleteOnIdle(Duration.ofHours(1));
                admin.createQueue("used", mortal);
                try (JMSContext sending = made.joiningTransactions(JdbcTransactionProvider.of(own))
                        .createContext()) {
                    sending.createProducer().send(sending.createQueue("used"), "m");
                    for (int lives = 0; lives < 3; lives++) {
                        admin.createQueue("idle", mortal);
                        eventually("the other queue is deleted", () -> {
                            clock.advance(Duration.ofHours(1));
                            return admin.queues().stream()
                                    .noneMatch(queue -> queue.name().equals("idle"));
                        });
                    }
                    own.commit();
                }
                assertThat(admin.queue("used").name()).isEqualTo("used");
                eventually(
                        "the message is available",
                        () -> admin.statistics("used").available() == 1);
            }
        }
    }
}
