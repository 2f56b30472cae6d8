package dev.restante.feature.expiry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.restante.JmsContract;
import dev.restante.admin.QueueDescription;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Idle entities, as applications and administrators see them. Other tests check the rules with a clock that stands
 * still.
 */
@DisplayName("idle entities")
public abstract class IdleEntityContract extends JmsContract {

    private static final Duration IDLE = Duration.ofMinutes(5);

    private RestanteAdmin admin;
    private Session session;

    @BeforeEach
    final void openAdministration() throws JMSException {
        admin = factory.admin();
        session = connection.createSession();
    }

    @AfterEach
    final void closeAdministration() {
        admin.close();
    }

    private boolean exists(String queue) throws JMSException {
        return admin.queues().stream().map(QueueDescription::name).anyMatch(queue::equals);
    }

    @Test
    @DisplayName("IDLE-01 an idle time of less than five minutes is rejected for queues, topics and subscriptions")
    void shouldRefuseLessThanFiveMinutes() throws JMSException {
        Duration less = IDLE.minusMillis(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QueueOptions.defaults().withAutoDeleteOnIdle(less))
                .withMessageContaining("less than 5m")
                .withMessageContaining(less.toString());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TopicOptions.defaults().withAutoDeleteOnIdle(less))
                .withMessageContaining("less than 5m");
        assertThat(QueueOptions.defaults().autoDeleteOnIdle()).isNull();
        assertThat(TopicOptions.defaults().autoDeleteOnIdle()).isNull();
        admin.createQueue("q", QueueOptions.defaults().withAutoDeleteOnIdle(IDLE));
        assertThat(admin.queue("q").options().autoDeleteOnIdle()).isEqualTo(IDLE);
    }

    @Test
    @DisplayName(
            "IDLE-01, IDLE-02 an idle queue is deleted, calls for it then fail, and a new send creates a new queue")
    void shouldDeleteAnIdleQueue() throws JMSException {
        admin.createQueue("q", QueueOptions.defaults().withAutoDeleteOnIdle(IDLE));
        Queue queue = session.createQueue("q");
        MessageProducer producer = session.createProducer(queue);
        producer.send(session.createTextMessage("lost"));
        time.jump(IDLE.minusSeconds(10));
        producer.send(session.createTextMessage("lost, too"));
        time.jump(IDLE.minusSeconds(10));
        assertThat(exists("q")).isTrue();
        assertThat(admin.statistics("q").available()).isEqualTo(2);
        time.jump(IDLE);
        eventually("the idle queue is deleted", () -> !exists("q"));

        assertThatExceptionOfType(InvalidDestinationException.class)
                .isThrownBy(() -> admin.statistics("q"))
                .satisfies(refusal -> assertThat(refusal.getErrorCode()).isEqualTo("RESTANTE-ENTITY-NOT-FOUND"));
        Queue again = session.createQueue("q");
        send(session, again, "new");
        assertThat(drain(again)).containsExactly("new");
        assertThat(admin.queue("q").options().autoDeleteOnIdle()).isNull();
    }

    @Test
    @DisplayName("IDLE-02 a waiting consumer keeps its queue from being deleted")
    void shouldKeepWhatHasAConsumer() throws JMSException {
        admin.createQueue("q", QueueOptions.defaults().withAutoDeleteOnIdle(IDLE));
        admin.createQueue("idle", QueueOptions.defaults().withAutoDeleteOnIdle(IDLE));
        Queue queue = session.createQueue("q");
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            time.jump(IDLE.multipliedBy(3));
            eventually("the other idle queue is deleted", () -> !exists("idle"));
            send(queue, "m");
            assertThat(text(receive(consumer))).isEqualTo("m");
        }
    }

    @Test
    @DisplayName("IDLE-03, IDLE-04 idle topics and subscriptions are deleted")
    void shouldDeleteIdleTopicsAndSubscriptions() throws JMSException {
        admin.topics().create("stays", TopicOptions.defaults());
        admin.topics()
                .createSubscription(
                        "stays", null, "s", true, null, QueueOptions.defaults().withAutoDeleteOnIdle(IDLE));
        admin.topics().create("goes", TopicOptions.defaults().withAutoDeleteOnIdle(IDLE));
        assertThat(admin.topics().subscriptions("stays")).hasSize(1);
        time.jump(IDLE.multipliedBy(2));
        eventually(
                "the idle subscription is deleted",
                () -> admin.topics().subscriptions("stays").isEmpty());
        eventually("the idle topic is deleted", () -> admin.topics().list().size() == 1);
        try (MessageConsumer consumer = session.createSharedDurableConsumer(session.createTopic("stays"), "s");
                MessageProducer producer = session.createProducer(session.createTopic("stays"))) {
            producer.send(session.createTextMessage("m"));
            assertThat(text(receive(consumer))).isEqualTo("m");
        }
    }
}
