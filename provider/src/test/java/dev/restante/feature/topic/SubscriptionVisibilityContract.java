package dev.restante.feature.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import dev.restante.api.MessageLockLostException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Visibility timeouts of subscriptions, which follow the rules for queues. */
public abstract class SubscriptionVisibilityContract extends JmsContract {

    private RestanteAdmin admin;
    private Session session;
    private Topic topic;

    @BeforeEach
    final void openSession() throws JMSException {
        admin = factory.admin();
        admin.topics().create("t", TopicOptions.defaults());
        session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
        topic = session.createTopic("t");
    }

    @AfterEach
    final void closeAdministration() {
        admin.close();
    }

    private MessageConsumer consumer(QueueOptions options) throws JMSException {
        admin.topics().createSubscription("t", null, "s", true, null, options);
        return session.createSharedDurableConsumer(topic, "s");
    }

    private void publish(String... texts) throws JMSException {
        for (String text : texts) {
            session.createProducer(topic).send(session.createTextMessage(text));
        }
    }

    private static void assertLost(ThrowingCallable call) {
        assertThatExceptionOfType(MessageLockLostException.class).isThrownBy(call);
    }

    @Test
    @DisplayName("VIS-01, RCV-03 the lock duration of a subscription is its visibility timeout")
    void shouldLockForTheSubscriptionsDuration() throws JMSException {
        MessageConsumer consumer = consumer(QueueOptions.defaults().withLockDuration(Duration.ofMinutes(5)));
        publish("a");
        Message first = receive(consumer);
        time.jump(Duration.ofMinutes(4));
        assertNothing(consumer);
        time.jump(Duration.ofSeconds(61));
        assertThat(receive(consumer).getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
        assertLost(first::acknowledge);
    }

    @Test
    @DisplayName("VIS-01 with a lock duration of zero, deliveries do not count, and AUTO_ACKNOWLEDGE is rejected")
    void shouldLockForNothing() throws JMSException {
        MessageConsumer consumer = consumer(QueueOptions.defaults().withLockDuration(Duration.ZERO));
        publish("a");
        for (int i = 0; i < 12; i++) {
            assertThat(receive(consumer).getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
            time.jump(Duration.ofMillis(1));
        }
        try (Session auto = autoSession()) {
            assertThatExceptionOfType(JMSException.class)
                    .isThrownBy(() -> auto.createSharedDurableConsumer(topic, "s"))
                    .matches(refused -> refused.getErrorCode().equals("RESTANTE-INVALID-ARGUMENT"));
        }
    }

    @Test
    @DisplayName(
            "VIS-02, VIS-05 changeVisibility counts from the call, for this receive only, and fails after the lock "
                    + "ends")
    void shouldChangeVisibility() throws JMSException {
        MessageConsumer consumer = consumer(QueueOptions.defaults().withLockDuration(Duration.ofSeconds(60)));
        publish("a");
        PeekLock lock = PeekLock.of(receive(consumer));
        time.jump(Duration.ofSeconds(15));
        lock.changeVisibility(Duration.ofSeconds(10));
        time.jump(Duration.ofSeconds(8));
        assertNothing(consumer);
        time.jump(Duration.ofSeconds(3));
        Message again = receive(consumer);
        assertLost(() -> lock.changeVisibility(Duration.ofSeconds(10)));
        assertLost(lock::complete);
        time.jump(Duration.ofSeconds(50));
        again.acknowledge();
    }

    @Test
    @DisplayName("VIS-03, VIS-04 changeVisibility(0) releases a message immediately, and a lock lasts at most 12 hours")
    void shouldBoundVisibility() throws JMSException {
        MessageConsumer consumer = consumer(QueueOptions.defaults());
        publish("a");
        PeekLock.of(receive(consumer)).changeVisibility(Duration.ZERO);
        PeekLock again = PeekLock.of(receive(consumer));
        assertThat(again.deliveryCount()).isEqualTo(2);
        again.changeVisibility(Duration.ofHours(11));
        time.jump(Duration.ofHours(10));
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> again.changeVisibility(Duration.ofHours(3)))
                .matches(refused -> refused.getErrorCode().equals("RESTANTE-INVALID-ARGUMENT"));
        again.changeVisibility(Duration.ofHours(2).minusMinutes(1));
        again.complete();
    }

    @Test
    @DisplayName("VIS-10 statistics of a subscription count messages by state, and its dead letters")
    void shouldCount() throws JMSException {
        MessageConsumer consumer = consumer(QueueOptions.defaults());
        publish("1", "2", "3", "4", "5");
        receive(consumer);
        PeekLock.of(receive(consumer)).defer();
        PeekLock.of(receive(consumer)).deadLetter("r", null, Map.of());
        PeekLock.of(receive(consumer)).abandon(Map.of(), Duration.ofHours(1));
        assertThat(admin.topics().statistics(null, "s"))
                .extracting(
                        QueueStatistics::available,
                        QueueStatistics::inFlight,
                        QueueStatistics::scheduled,
                        QueueStatistics::deferred,
                        QueueStatistics::deadLettered)
                .containsExactly(1L, 1L, 1L, 1L, 1L);
    }
}
