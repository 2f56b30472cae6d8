package dev.restante.feature.lastvalue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.restante.PeekLock;
import dev.restante.admin.QueueOptions;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Queues that keep the last value for each key, and the replacement of values. */
@DisplayName("last values")
public abstract class LastValueContract extends LastValueFixture {

    @Test
    @DisplayName("LVQ-01 a message replaces the available message with its key, and all other messages stay")
    void shouldReplaceWhatWaits() throws JMSException, SQLException {
        put("a1", "-1", "b1", "a2", "-2", "c1", "a3", "b2");

        assertThat(admin.statistics("values").available()).isEqualTo(5);
        assertThat(browse(session, queue)).containsExactly("-1", "-2", "c1", "a3", "b2");
        assertThat(drain(queue)).containsExactly("-1", "-2", "c1", "a3", "b2");
        connection.close();
        assertThat(stored("COUNT(*) FROM restante_last_value")).isZero();
        assertThat(stored("COUNT(*) FROM restante_message")).isZero();
    }

    @Test
    @DisplayName("LVQ-01 keys of any type and length are compared as texts, and only within one queue")
    void shouldCompareTexts() throws JMSException {
        admin.createQueue("other", LAST_VALUES);
        for (Object key : List.of(7, "7", 7L, "x".repeat(10_000) + "1", "x".repeat(10_000) + "2", "é ", "é")) {
            Message message = session.createTextMessage(key.getClass().getSimpleName());
            message.setObjectProperty(KEY, key);
            producer.send(message);
        }
        try (MessageProducer elsewhere = session.createProducer(session.createQueue("other"))) {
            elsewhere.send(value(session, "71"));
        }

        assertThat(drain(queue)).containsExactly("Long", "String", "String", "String", "String");
        assertThat(drain(session.createQueue("other"))).containsExactly("71");
    }

    @Test
    @DisplayName("LVQ-01 a replaced message stays replaced after a restart")
    void shouldOutliveRestarts() throws JMSException {
        openAgain();
        // After reopening, an in-memory store is a new store on disk.
        admin.alterQueue("values", LAST_VALUES);
        put("a1", "b1", "c1");
        Session locking = locking();
        text(receive(locking.createConsumer(queue)));
        openAgain();
        put("a2", "b2");
        openAgain();

        assertThat(drain(queue)).containsExactly("c1", "a2", "b2");
    }

    @Test
    @DisplayName("LVQ-01 lastValueKey and groupsRequired exclude each other")
    void shouldRefuseWithGroupsRequired() throws JMSException {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LAST_VALUES.withGroupsRequired(true))
                .withMessageContaining("lastValueKey 'key' cannot be combined with groupsRequired");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> QueueOptions.defaults().withGroupsRequired(true).withLastValueKey(KEY));
        assertThat(admin.queue("values").options().lastValueKey()).isEqualTo(KEY);
    }

    @Test
    @DisplayName("LVQ-01 only messages that were sent while the option was set are values")
    void shouldFollowTheOption() throws JMSException {
        admin.alterQueue("values", QueueOptions.defaults());
        put("a1", "a2");
        admin.alterQueue("values", LAST_VALUES);
        put("a3", "a4");
        admin.alterQueue("values", QueueOptions.defaults());
        put("a5");

        assertThat(drain(queue)).containsExactly("a1", "a2", "a4", "a5");
    }

    /** Ways in which a locked message becomes available again. */
    enum Return {
        ABANDON {
            @Override
            void of(Session session, Message message, LastValueContract test) throws JMSException {
                PeekLock.of(message).abandon();
            }
        },
        LATER {
            @Override
            void of(Session session, Message message, LastValueContract test) throws JMSException {
                PeekLock.of(message).abandon(Map.of(), Duration.ofSeconds(5));
                test.time.jump(Duration.ofSeconds(6));
            }
        },
        RECOVER {
            @Override
            void of(Session session, Message message, LastValueContract test) throws JMSException {
                session.recover();
            }
        },
        CLOSE {
            @Override
            void of(Session session, Message message, LastValueContract test) throws JMSException {
                session.close();
            }
        },
        LOCK_END {
            @Override
            void of(Session session, Message message, LastValueContract test) {
                test.time.jump(Duration.ofMinutes(2));
            }
        };

        abstract void of(Session session, Message message, LastValueContract test) throws JMSException;
    }

    @ParameterizedTest
    @EnumSource(Return.class)
    @DisplayName(
            "LVQ-02, LVQ-03 a locked message is not replaced, and is dropped at its release if a newer value exists")
    void shouldDropWhatComesBack(Return way) throws JMSException {
        put("a1");
        Session locking = locking();
        Message held = receive(locking.createConsumer(queue));
        put("a2");
        put("a3");
        assertThat(text(held)).isEqualTo("a1");
        way.of(locking, held, this);

        eventually("no value is in flight", () -> admin.statistics("values").inFlight() == 0);
        assertThat(drain(queue)).containsExactly("a3");
        locking.close();
        assertThat(drain(queue)).isEmpty();
    }

    @Test
    @DisplayName("LVQ-02 a locked message can be completed after a newer value was sent")
    void shouldLetHoldersComplete() throws JMSException {
        put("a1");
        Session locking = locking();
        MessageConsumer consumer = locking.createConsumer(queue);
        Message first = receive(consumer);
        put("a2");
        Message second = receive(consumer);
        first.acknowledge();
        PeekLock.of(second).abandon();
        consumer.close();

        assertThat(drain(queue)).containsExactly("a2");
    }

    @ParameterizedTest
    @EnumSource(Return.class)
    @DisplayName("LVQ-03 an older value does not return after a newer value was completed")
    void shouldNeverComeAfterANewerOne(Return way) throws JMSException {
        put("a1", "b1");
        Session locking = locking();
        MessageConsumer consumer = locking.createConsumer(queue);
        Message oldA = receive(consumer);
        receive(consumer).acknowledge();
        put("a2");
        receive(consumer).acknowledge();
        consumer.close();
        way.of(locking, oldA, this);

        eventually("no value is in flight", () -> admin.statistics("values").inFlight() == 0);
        assertThat(drain(queue)).isEmpty();
        assertThat(admin.statistics("values").available()).isZero();
    }

    @Test
    @DisplayName("LVQ-03 a released value without a newer value is available again, and can be replaced")
    void shouldComeBackAsTheLast() throws JMSException {
        put("a1");
        try (Session locking = locking();
                MessageConsumer consumer = locking.createConsumer(queue)) {
            PeekLock.of(receive(consumer)).abandon();
            assertThat(text(receive(consumer))).isEqualTo("a1");
        }
        assertThat(browse(session, queue)).containsExactly("a1");
        put("a2");

        assertThat(drain(queue)).containsExactly("a2");
    }

    @Test
    @DisplayName("LVQ-04 a transaction replaces values at its commit, and replaces none if it rolls back")
    void shouldReplaceAtCommit() throws JMSException {
        put("a1", "b1");
        try (Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
                MessageProducer sender = transacted.createProducer(queue)) {
            sender.send(value(transacted, "a2"));
            assertThat(browse(session, queue)).containsExactly("a1", "b1");
            transacted.rollback();
            assertThat(browse(session, queue)).containsExactly("a1", "b1");
            sender.send(value(transacted, "a3"));
            put("a4");
            sender.send(value(transacted, "b2"));
            sender.send(value(transacted, "b3"));
            transacted.commit();
        }

        assertThat(drain(queue)).containsExactlyInAnyOrder("a3", "b3");
    }

    @Test
    @DisplayName("LVQ-03, LVQ-04 a rollback returns received values only if no newer values exist")
    void shouldRollBackReceives() throws JMSException {
        put("a1", "b1");
        try (Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
                MessageConsumer consumer = transacted.createConsumer(queue)) {
            receive(consumer);
            receive(consumer);
            put("a2");
            transacted.rollback();
        }

        assertThat(drain(queue)).containsExactlyInAnyOrder("a2", "b1");
    }

    @Test
    @DisplayName("LVQ-04 a scheduled value replaces a value when it is due, and can be replaced from then on")
    void shouldReplaceWhenDue() throws JMSException {
        producer.setDeliveryDelay(60_000);
        put("a2", "b2");
        producer.setDeliveryDelay(0);
        put("a1");
        assertThat(admin.statistics("values").scheduled()).isEqualTo(2);
        assertThat(browse(session, queue)).containsExactly("a1");
        time.jump(Duration.ofSeconds(61));
        eventually("both scheduled values are available", () -> browse(session, queue)
                .equals(List.of("a2", "b2")));
        put("b3");

        assertThat(drain(queue)).containsExactly("a2", "b3");
    }

    @Test
    @DisplayName("LVQ-01, LVQ-03 a listener gets no older value after a newer one, and gets the last value of each key")
    void shouldKeepTheOrder() throws JMSException {
        List<String> received = new CopyOnWriteArrayList<>();
        try (Session listening = connection.createSession();
                MessageConsumer consumer = listening.createConsumer(queue)) {
            consumer.setMessageListener(message -> {
                try {
                    received.add(text(message));
                } catch (JMSException e) {
                    throw new AssertionError(e);
                }
            });
            for (int i = 100; i < 300; i++) {
                put("a" + i, "b" + i);
            }
            eventually(
                    "the listener got the last values", () -> received.contains("a299") && received.contains("b299"));
        }

        assertThat(received.stream().filter(text -> text.startsWith("a"))).isSorted();
        assertThat(received.stream().filter(text -> text.startsWith("b"))).isSorted();
        assertThat(received).doesNotHaveDuplicates();
        assertThat(drain(queue)).isEmpty();
    }
}
