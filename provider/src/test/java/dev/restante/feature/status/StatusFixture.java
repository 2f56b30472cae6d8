package dev.restante.feature.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.JmsContract;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import dev.restante.option.EntityStatus;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Queue, topic with a subscription, and the administration that changes their status. */
public abstract class StatusFixture extends JmsContract {

    static final QueueOptions PLAIN = QueueOptions.defaults();
    static final String SUBSCRIPTION = "t/Subscriptions/:s";

    RestanteAdmin admin;
    Session session;
    Queue queue;
    Topic topic;

    @BeforeEach
    final void createEntities() throws JMSException {
        admin = administration();
        admin.createQueue("q", PLAIN);
        admin.topics().create("t", TopicOptions.defaults());
        admin.topics().createSubscription("t", null, "s", true, null, PLAIN);
        openSession();
    }

    private void openSession() throws JMSException {
        session = connection.createSession();
        queue = session.createQueue("q");
        topic = session.createTopic("t");
    }

    @AfterEach
    final void closeAdministration() {
        admin.close();
    }

    /** Restarts the node on a store that outlives later restarts. */
    final void restart() throws JMSException {
        admin.close();
        reopen();
        admin = administration();
        openSession();
    }

    final void status(String name, EntityStatus status) throws JMSException {
        admin.alterQueue(name, admin.queue(name).options().withStatus(status));
    }

    final void publish(String text) throws JMSException {
        try (var producer = session.createProducer(topic)) {
            producer.send(session.createTextMessage(text));
        }
    }

    static void assertRefused(String code, ThrowingCallable call) {
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(call)
                .satisfies(refusal -> assertThat(refusal.getErrorCode()).isEqualTo(code));
    }

    static void assertDisabled(ThrowingCallable call) {
        assertRefused("RESTANTE-ENTITY-DISABLED", call);
    }
}
