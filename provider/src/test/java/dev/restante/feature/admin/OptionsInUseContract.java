package dev.restante.feature.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Changes of options while producers and consumers are open. Each change applies to the next message. */
public abstract class OptionsInUseContract extends JmsContract {

    private RestanteAdmin admin;
    private Session session;
    private Queue queue;
    private MessageProducer producer;
    private MessageConsumer consumer;

    @BeforeEach
    final void openAll() throws JMSException {
        admin = administration();
        admin.createQueue("q", QueueOptions.defaults());
        session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        queue = queue("q");
        producer = session.createProducer(queue);
        consumer = session.createConsumer(queue);
    }

    @AfterEach
    final void closeAdministration() {
        admin.close();
    }

    private void send(String text) throws JMSException {
        producer.send(session.createTextMessage(text));
    }

    private void sendOnce(String text) throws JMSException {
        TextMessage message = session.createTextMessage(text);
        message.setStringProperty("JMS_Restante_DuplicateId", "id");
        producer.send(message);
    }

    private Duration lock() throws JMSException {
        send("m");
        PeekLock lock = PeekLock.of(receive(consumer));
        lock.complete();
        return Duration.ofMillis(lock.lockedUntil().toEpochMilli() - time.storeMillis());
    }

    private void alter(QueueOptions options) throws JMSException {
        admin.alterQueue("q", options);
    }

    private static final QueueOptions PLAIN = QueueOptions.defaults();

    @Test
    @DisplayName("BEY-04, RCV-03 a new lock duration applies to the next message that an open consumer receives")
    void shouldAlterLockDuration() throws JMSException {
        assertThat(lock()).isLessThan(Duration.ofMinutes(1));
        send("buffered");
        alter(PLAIN.withLockDuration(Duration.ofHours(1)));
        PeekLock lock = PeekLock.of(receive(consumer));
        assertThat(lock.lockedUntil().toEpochMilli() - time.storeMillis()).isGreaterThan(3_000_000);
        lock.complete();
        alter(PLAIN);
        assertThat(lock()).isLessThan(Duration.ofMinutes(1));
    }

    @Test
    @DisplayName("BEY-04, RCV-07 a new delivery limit applies to messages in flight")
    void shouldAlterLimit() throws JMSException {
        send("m");
        PeekLock lock = PeekLock.of(receive(consumer));
        alter(PLAIN.withMaxDeliveryCount(1));
        lock.abandon();
        assertNothing(consumer);
        assertThat(admin.statistics("q").deadLettered()).isEqualTo(1);
    }

    @Test
    @DisplayName("TTL-10, BEY-04 a new default time to live, and its dead-lettering, apply to stored and prefetched "
            + "messages")
    void shouldAlterTimeToLive() throws JMSException {
        send("follows");
        producer.setTimeToLive(Duration.ofHours(1).toMillis());
        send("own");
        producer.setTimeToLive(0);
        alter(PLAIN.withDefaultTimeToLive(Duration.ofMinutes(1)).withDeadLetterOnExpiry(true));
        time.jump(Duration.ofMinutes(2));
        eventually(
                "the expired message is dead-lettered",
                () -> admin.statistics("q").deadLettered() == 1);
        Message own = receive(consumer);
        assertThat(text(own)).isEqualTo("own");
        own.acknowledge();

        send("dropped");
        alter(PLAIN.withDefaultTimeToLive(Duration.ofMinutes(1)));
        time.jump(Duration.ofMinutes(2));
        eventually("the expired message is dropped", () -> admin.statistics("q").available() == 0);
        assertThat(admin.statistics("q").deadLettered()).isEqualTo(1);

        send("lives");
        alter(PLAIN);
        time.jump(Duration.ofHours(10));
        assertThat(text(receive(consumer))).isEqualTo("lives");
    }

    @Test
    @DisplayName("BEY-04, TTL-02 the option that expired messages wait for a consumer can be changed")
    void shouldAlterExpiry() throws JMSException {
        consumer.close();
        QueueOptions mortal = PLAIN.withDefaultTimeToLive(Duration.ofMinutes(1)).withDeadLetterOnExpiry(true);
        alter(mortal.withExpireOnlyWithConsumer(true));
        send("m");
        time.jump(Duration.ofMinutes(2));
        assertThat(admin.statistics("q").available()).isEqualTo(1);
        alter(mortal);
        eventually(
                "the expired message is dead-lettered",
                () -> admin.statistics("q").deadLettered() == 1);
    }

    @Test
    @DisplayName("BEY-04, RCV-15 a new back-off applies to the next release")
    void shouldAlterBackOff() throws JMSException {
        send("m");
        PeekLock lock = PeekLock.of(receive(consumer));
        alter(PLAIN.withRedeliveryBackOff(Duration.ofMinutes(1), 1, Duration.ofMinutes(1), 0));
        lock.abandon();
        assertThat(admin.statistics("q").scheduled()).isEqualTo(1);
        alter(PLAIN);
        time.jump(Duration.ofMinutes(2));
        PeekLock.of(receive(consumer)).abandon();
        assertThat(text(receive(consumer))).isEqualTo("m");
    }

    @Test
    @DisplayName("BEY-04, SND-06 duplicate detection can be switched on and off for an open producer")
    void shouldAlterDuplicateDetection() throws JMSException {
        sendOnce("a");
        alter(PLAIN.withDuplicateDetectionWindow(Duration.ofHours(1)));
        sendOnce("b");
        sendOnce("dropped");
        alter(PLAIN);
        sendOnce("c");
        for (String expected : new String[] {"a", "b", "c"}) {
            Message message = receive(consumer);
            assertThat(text(message)).isEqualTo(expected);
            message.acknowledge();
        }
        assertNothing(consumer);
    }

    @Test
    @DisplayName("BEY-04, FWD-02 a new dead-letter target applies to the next dead letter")
    void shouldAlterDeadLetterTo() throws JMSException {
        admin.createQueue("graveyard", PLAIN);
        send("a");
        PeekLock lock = PeekLock.of(receive(consumer));
        alter(PLAIN.withDeadLetterTo("graveyard"));
        lock.deadLetter("Because", null, Map.of());
        assertThat(admin.statistics("graveyard").available()).isEqualTo(1);
        alter(PLAIN);
        send("b");
        PeekLock.of(receive(consumer)).deadLetter("Because", null, Map.of());
        assertThat(admin.statistics("q").deadLettered()).isEqualTo(1);
    }

    @Test
    @DisplayName("BEY-04 new options apply to a subscription that has a consumer")
    void shouldAlterSubscription() throws JMSException {
        Topic news = session.createTopic("news");
        try (MessageConsumer subscriber = session.createSharedDurableConsumer(news, "s")) {
            session.createProducer(news).send(session.createTextMessage("m"));
            PeekLock lock = PeekLock.of(receive(subscriber));
            admin.topics().alterSubscription(null, "s", PLAIN.withMaxDeliveryCount(1));
            lock.abandon();
            assertNothing(subscriber);
            assertThat(admin.topics().statistics(null, "s").deadLettered()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("BEY-04, TTL-10 repeated changes of options neither lose, duplicate nor reorder messages")
    void shouldNotDisturb() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Integer> altering = onOtherThread(() -> {
            int altered = 0;
            while (!over.get()) {
                alter(PLAIN.withMaxDeliveryCount(5 + altered % 7)
                        .withLockDuration(Duration.ofMinutes(1 + altered % 5))
                        .withDefaultTimeToLive(altered % 2 == 0 ? null : Duration.ofHours(1))
                        .withDuplicateDetectionWindow(altered % 3 == 0 ? Duration.ofMinutes(1) : null));
                altered++;
            }
            return altered;
        });
        int count = 300;
        CompletableFuture<Integer> sending = onOtherThread(() -> {
            try (Session other = connection.createSession()) {
                for (int i = 0; i < count; i++) {
                    send(other, queue, "m" + i);
                }
            }
            return count;
        });
        for (int i = 0; i < count; i++) {
            Message message = receive(consumer);
            assertThat(text(message)).isEqualTo("m" + i);
            message.acknowledge();
        }
        result(sending);
        over.set(true);
        assertThat(result(altering)).isPositive();
        assertNothing(consumer);
    }
}
