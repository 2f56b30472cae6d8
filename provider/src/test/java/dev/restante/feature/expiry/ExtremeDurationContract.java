package dev.restante.feature.expiry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.PageRequest;
import dev.restante.admin.QueueDescription;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import dev.restante.api.MessageLockLostException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Extreme durations, which are either rejected before anything is stored, or work. The longest durations mean never.
 */
public abstract class ExtremeDurationContract extends JmsContract {

    private static final Duration IDLE = Duration.ofMinutes(5);

    /**
     * Duration below a third of the lease. After a third of the lease, a heartbeat reads the store clock, which undoes
     * a jump.
     */
    private static final Duration LONG = Duration.ofDays(3);

    private static final Duration NEVER = Duration.ofSeconds(Long.MAX_VALUE);

    private RestanteAdmin admin;
    private Session session;

    @BeforeEach
    final void openAdministration() throws JMSException {
        admin = factory.admin();
        session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
    }

    @AfterEach
    final void closeAdministration() {
        admin.close();
    }

    static Stream<Duration> extremes() {
        return Stream.of(
                Duration.ZERO,
                Duration.ofSeconds(-1),
                Duration.ofSeconds(Long.MIN_VALUE),
                Duration.ofNanos(1),
                Duration.ofMillis(Long.MAX_VALUE),
                NEVER,
                ChronoUnit.FOREVER.getDuration());
    }

    /** Option of a queue, topic or subscription that is a duration. */
    private interface Option {
        QueueOptions with(Duration value);
    }

    private static Map<String, Option> options() {
        QueueOptions defaults = QueueOptions.defaults();
        return Map.of(
                "lockDuration", defaults::withLockDuration,
                "defaultTimeToLive", defaults::withDefaultTimeToLive,
                "duplicateDetectionWindow", defaults::withDuplicateDetectionWindow,
                "autoDeleteOnIdle", defaults::withAutoDeleteOnIdle,
                "redelivery back-off", value -> defaults.withRedeliveryBackOff(value, 1e300, value, 1));
    }

    private boolean exists(String queue) throws JMSException {
        return admin.queues().stream().map(QueueDescription::name).anyMatch(queue::equals);
    }

    /** Runs the operations that read the options of a queue during the life of a message. */
    private void use(Queue queue) throws JMSException {
        Message sent = session.createTextMessage("m");
        sent.setStringProperty("JMS_Restante_DuplicateId", queue.getQueueName());
        try (MessageProducer producer = session.createProducer(queue);
                MessageConsumer consumer = session.createConsumer(queue)) {
            producer.send(sent);
            PeekLock lock = PeekLock.of(receive(consumer));
            try {
                lock.renew();
                lock.abandon();
            } catch (MessageLockLostException gone) {
                // Locks without a duration are already lost.
                assertThat(admin.options(queue.getQueueName()).lockDuration()).isLessThan(Duration.ofSeconds(1));
            }
        }
        admin.messages(queue.getQueueName()).peek(MessageFilter.all(), PageRequest.first(10));
        admin.statistics(queue.getQueueName());
    }

    @ParameterizedTest
    @MethodSource("extremes")
    @DisplayName(
            "IDLE-08 a queue option with an extreme duration is rejected by name, or works and harms no other queue")
    void shouldRefuseOrObey(Duration value) throws JMSException {
        List<String> taken = new ArrayList<>();
        for (Map.Entry<String, Option> option : options().entrySet()) {
            QueueOptions options;
            try {
                options = option.getValue().with(value);
            } catch (IllegalArgumentException refused) {
                assertThat(refused).hasMessageContaining(option.getKey()).hasMessageContaining(value.toString());
                continue;
            }
            String name = "q" + taken.size();
            taken.add(name);
            admin.createQueue(name, options);
            admin.alterQueue(name, options);
            assertThat(admin.queue(name).options()).isEqualTo(options);
            use(session.createQueue(name));
        }
        admin.createQueue("idle", QueueOptions.defaults().withAutoDeleteOnIdle(IDLE));
        time.jump(IDLE.multipliedBy(2));
        eventually("the idle queue is deleted", () -> !exists("idle"));
        for (String name : taken) {
            assertThat(exists(name)).as(name).isTrue();
        }
    }

    @Test
    @DisplayName("IDLE-08 an entity that may be idle forever stays, and can get a shorter duration later")
    void shouldKeepWhatMayBeIdleForEver() throws JMSException {
        QueueOptions forEver = QueueOptions.defaults().withAutoDeleteOnIdle(NEVER);
        admin.createQueue("q", forEver);
        admin.topics().create("t", TopicOptions.defaults().withAutoDeleteOnIdle(NEVER));
        admin.topics().createSubscription("t", null, "s", true, null, forEver);
        time.jump(LONG);
        admin.createQueue("idle", QueueOptions.defaults().withAutoDeleteOnIdle(IDLE));
        time.jump(IDLE.multipliedBy(2));
        eventually("the other idle queue is deleted", () -> !exists("idle"));
        assertThat(exists("q")).isTrue();
        assertThat(admin.topics().subscriptions("t")).hasSize(1);

        admin.alterQueue("q", QueueOptions.defaults().withAutoDeleteOnIdle(IDLE));
        admin.topics().alterSubscription(null, "s", QueueOptions.defaults().withAutoDeleteOnIdle(IDLE));
        time.jump(IDLE.multipliedBy(2));
        eventually("the queue is deleted", () -> !exists("q"));
        eventually(
                "the subscription is deleted",
                () -> admin.topics().subscriptions("t").isEmpty());
    }

    @ParameterizedTest
    @MethodSource("extremes")
    @DisplayName("IDLE-08 an extreme maximum time to live of the store is rejected or works")
    void shouldTakeAnyMaximum(Duration value) throws JMSException {
        Queue queue = session.createQueue("q");
        send(queue, "stays");
        if (value.compareTo(Duration.ofMillis(1)) < 0) {
            assertThatExceptionOfType(JMSException.class).isThrownBy(() -> admin.setMaximumTimeToLive(value));
        } else {
            admin.setMaximumTimeToLive(value);
        }
        send(queue, "too");
        time.jump(LONG);
        assertThat(drain(queue)).containsExactly("stays", "too");
    }

    @ParameterizedTest
    @MethodSource("extremes")
    @DisplayName("IDLE-08 an extreme duration in a call of a consumer or administrator is rejected or works")
    void shouldTakeAnyDurationOfACall(Duration value) throws JMSException {
        Queue queue = session.createQueue("q");
        MessageConsumer consumer = session.createConsumer(queue);
        List<BiConsumer<PeekLock, Duration>> calls = List.of(
                call((lock, duration) -> lock.changeVisibility(duration)),
                call((lock, duration) -> lock.abandon(Map.of(), duration)),
                call((lock, duration) -> admin.messages("q").breakLock(lock.sequenceNumber(), duration)));
        for (BiConsumer<PeekLock, Duration> call : calls) {
            send(queue, "m");
            PeekLock lock = PeekLock.of(receive(consumer));
            call.accept(lock, value);
            admin.messages("q").purge(MessageFilter.all());
        }
        send(queue, "after");
        eventually("the next message is available", () -> admin.statistics("q").available() >= 1);
    }

    private interface Call {
        void with(PeekLock lock, Duration value) throws JMSException;
    }

    /** Wraps a call that may be rejected with a suitable exception. */
    private static BiConsumer<PeekLock, Duration> call(Call call) {
        return (lock, value) -> {
            try {
                call.with(lock, value);
            } catch (IllegalArgumentException refused) {
                assertThat(refused).hasMessageContaining(value.toString());
            } catch (JMSException refused) {
                assertThat(refused.getErrorCode()).isEqualTo("RESTANTE-INVALID-ARGUMENT");
            }
        };
    }

    @Test
    @DisplayName("IDLE-08 a message can have the longest time to live or the longest delivery delay")
    void shouldSendForEver() throws JMSException {
        Queue queue = session.createQueue("q");
        try (MessageProducer producer = session.createProducer(queue)) {
            producer.setTimeToLive(Long.MAX_VALUE);
            producer.send(session.createTextMessage("lives"));
            producer.setDeliveryDelay(Long.MAX_VALUE);
            producer.send(session.createTextMessage("waits"));
        }
        time.jump(LONG);
        assertThat(drain(queue)).containsExactly("lives");
        assertThat(admin.statistics("q").scheduled()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("extremes")
    @DisplayName("IDLE-08 an extreme duration of a connection factory is rejected by name, or its connections work")
    void shouldTakeAnyDurationOfAFactory(Duration value) throws JMSException {
        Map<String, BiConsumer<RestanteConnectionFactory, Duration>> setters = Map.of(
                "leaseDuration", RestanteConnectionFactory::setLeaseDuration,
                "storeTimeout", RestanteConnectionFactory::setStoreTimeout,
                "lingerDuration", RestanteConnectionFactory::setLingerDuration,
                "autoRenewLocksFor", RestanteConnectionFactory::setAutoRenewLocksFor);
        admin.close();
        factory.close();
        for (Map.Entry<String, BiConsumer<RestanteConnectionFactory, Duration>> setter : setters.entrySet()) {
            RestanteConnectionFactory extreme = newFactory();
            try {
                setter.getValue().accept(extreme, value);
            } catch (IllegalArgumentException refused) {
                assertThat(refused).hasMessageContaining(setter.getKey()).hasMessageContaining(value.toString());
                continue;
            }
            try (extreme;
                    var opened = extreme.createConnection();
                    Session ofExtreme = opened.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE)) {
                opened.start();
                Queue queue = ofExtreme.createQueue(setter.getKey());
                send(ofExtreme, queue, "m");
                try (MessageConsumer consumer = ofExtreme.createConsumer(queue)) {
                    Message message = receive(consumer);
                    assertThat(text(message)).isEqualTo("m");
                    message.acknowledge();
                }
            }
        }
    }
}
