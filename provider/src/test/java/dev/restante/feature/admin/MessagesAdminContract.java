package dev.restante.feature.admin;

import static dev.restante.admin.MessageState.AVAILABLE;
import static dev.restante.admin.MessageState.DEFERRED;
import static dev.restante.admin.MessageState.LOCKED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.PeekLock;
import dev.restante.admin.BulkResult;
import dev.restante.admin.MessageDescription;
import dev.restante.admin.PageRequest;
import dev.restante.admin.QueueOptions;
import dev.restante.api.MessageLockLostException;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Purges of messages, and cancellations of scheduled messages. */
public abstract class MessagesAdminContract extends MessagesAdminFixture {

    @Test
    @DisplayName("BEY-04 a purge removes all messages except locked messages, with all their rows")
    void shouldPurge() throws Exception {
        try (MessageConsumer consumer = oneOfEach()) {
            assertThat(messages.purge(ALL)).isEqualTo(new BulkResult(3, 0, false));
            assertThat(texts(ALL)).containsExactly("LOCKED");
            assertNothing(consumer);
            session.recover();
            receive(consumer).acknowledge();
        }
        for (String table : List.of("message", "delivery")) {
            assertThat(stored("COUNT(*) FROM restante_" + table)).as(table).isZero();
        }
    }

    @Test
    @DisplayName("BEY-04 a purge selects messages by state, selector or sequence number")
    void shouldPurgeSome() throws JMSException {
        try (MessageConsumer consumer = oneOfEach()) {
            assertThat(messages.purge(ALL.withStates(DEFERRED)).processed()).isEqualTo(1);
            assertThat(texts(ALL)).containsExactly("LOCKED", "AVAILABLE", "SCHEDULED");
            assertThat(consumer).isNotNull();
        }
        session.recover();
        assertThat(messages.purge(ALL).processed()).isEqualTo(3);
        for (int i = 0; i < 10; i++) {
            send("m" + i, Map.of("i", i), 0);
        }
        assertThat(messages.purge(ALL.withSelector("i > 5")).processed()).isEqualTo(4);
        List<MessageDescription> left = messages.peek(ALL, WITH_BODIES).messages();
        assertThat(messages.purge(ALL.withSequenceNumbers(List.of(
                                left.get(1).sequenceNumber(), left.get(2).sequenceNumber(), 7L)))
                        .processed())
                .isEqualTo(2);
        assertThat(drain(queue)).containsExactly("m0", "m3", "m4", "m5");
    }

    @Test
    @DisplayName("BEY-04 a purge of locked messages breaks their locks, and a later settlement finds the lock lost")
    void shouldPurgeLocked() throws JMSException {
        send(queue, "a", "b", "c");
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            PeekLock lock = PeekLock.of(receive(consumer));
            assertThat(messages.purge(ALL.withStates(LOCKED)).processed()).isEqualTo(1);
            assertThatExceptionOfType(MessageLockLostException.class).isThrownBy(lock::complete);
            receive(consumer);
            assertThat(messages.purge(ALL.withStates(LOCKED, AVAILABLE)).processed())
                    .isEqualTo(2);
            assertNothing(consumer);
        }
        assertThat(admin.statistics("q").inFlight()).isZero();
        assertThat(drain(queue)).isEmpty();
    }

    @Test
    @DisplayName("BEY-04 a purge also removes prefetched messages, direct deliveries and non-persistent messages")
    void shouldPurgeBuffered() throws Exception {
        try (MessageConsumer plain = session.createConsumer(queue);
                MessageConsumer selecting = session.createConsumer(queue, "i > 2")) {
            assertNothing(plain);
            assertNothing(selecting);
            for (int i = 0; i < 6; i++) {
                send("m" + i, Map.of("i", i), 0);
            }
            try (MessageProducer producer = session.createProducer(queue)) {
                producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
                producer.send(session.createTextMessage("fleeting"));
            }
            eventually("all messages are available", () -> admin.statistics("q").available() == 7);
            assertThat(messages.purge(ALL.withSelector("i = 5")).processed()).isEqualTo(1);
            assertThat(messages.purge(ALL).processed()).isEqualTo(6);
            assertThat(admin.statistics("q").available()).isZero();
            assertNothing(plain);
            assertNothing(selecting);
            send("next", Map.of("i", 9), 0);
            eventually(
                    "a consumer receives the next message",
                    () -> plain.receiveNoWait() != null || selecting.receiveNoWait() != null);
        }
    }

    @Test
    @DisplayName("BEY-04 TOP-01 a purge of one subscription keeps a shared message, and the last purge deletes it")
    void shouldPurgeShared() throws Exception {
        Topic news = session.createTopic("news");
        session.createSharedDurableConsumer(news, "one").close();
        session.createSharedDurableConsumer(news, "two").close();
        send(session, news, 3);
        assertThat(admin.topics().messages(null, "one").purge(ALL).processed()).isEqualTo(3);
        assertThat(stored("COUNT(*) FROM restante_message")).isEqualTo(3);
        assertThat(admin.messages("news/Subscriptions/:two").purge(ALL).processed())
                .isEqualTo(3);
        assertThat(stored("COUNT(*) FROM restante_message")).isZero();
        assertThat(stored("COUNT(*) FROM restante_shared_message")).isZero();
    }

    @Test
    @DisplayName("BEY-04 a purge of many messages reports its progress, and can be cancelled")
    void shouldTellProgress() throws JMSException {
        String[] texts = new String[1_200];
        Arrays.setAll(texts, i -> "m" + i);
        try (Session transacted = connection.createSession(true, Session.SESSION_TRANSACTED)) {
            send(transacted, queue, texts);
            transacted.commit();
        }
        List<Long> told = new ArrayList<>();
        BulkResult result = messages.purge(ALL, done -> {
            told.add(done);
            return done < 500;
        });
        assertThat(result.cancelled()).isTrue();
        assertThat(result.processed()).isEqualTo(500);
        assertThat(told).isSorted().endsWith(500L);
        assertThat(messages.purge(ALL)).isEqualTo(new BulkResult(700, 0, false));
    }

    @Test
    @DisplayName("BEY-04 scheduled messages are cancelled by sequence number or selector, and other messages stay")
    void shouldCancelScheduled() throws JMSException, SQLException {
        admin.createQueue(
                "slow", QueueOptions.defaults().withRedeliveryBackOff(Duration.ofHours(1), 1, Duration.ofHours(1), 0));
        queue = queue("slow");
        messages = admin.messages("slow");
        send("retry", Map.of("i", 1), 0);
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            PeekLock.of(receive(consumer)).abandon();
        }
        send("now", Map.of("i", 1), 0);
        for (int i = 0; i < 4; i++) {
            send("s" + i, Map.of("i", i), 60_000 + i);
        }
        long number = messages.peek(ALL.withSelector("i = 3"), PageRequest.first(1))
                .messages()
                .get(0)
                .sequenceNumber();
        assertThat(messages.cancelScheduled(ALL.withSequenceNumber(number))).isEqualTo(1);
        assertThat(messages.cancelScheduled(ALL.withSelector("i = 1"))).isEqualTo(1);
        assertThat(texts(ALL)).containsExactly("now", "retry", "s0", "s2");
        assertThat(messages.cancelScheduled(ALL)).isEqualTo(2);
        time.jump(Duration.ofHours(2));
        eventually("the retry is due", () -> admin.statistics("slow").available() == 2);
        assertThat(texts(ALL)).containsExactly("retry", "now");
    }
}
