package dev.restante.feature.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.QueueOptions;
import dev.restante.admin.TopicOptions;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.TemporaryQueue;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("protection from deletion")
public abstract class DeletionProtectionContract extends StatusFixture {

    private static final QueueOptions PROTECTED = PLAIN.withDeletionProtected(true);
    private static final Duration IDLE = Duration.ofMinutes(5);

    private static void assertProtected(ThrowingCallable deletion) {
        assertRefused("RESTANTE-ENTITY-PROTECTED", deletion);
    }

    @Test
    @DisplayName("STA-03 a protected queue cannot be deleted, even by force, until the protection is removed")
    void shouldKeepQueues() throws JMSException {
        admin.alterQueue("q", PROTECTED);
        assertProtected(() -> admin.deleteQueue("q"));
        send(queue, "m");
        assertProtected(() -> admin.deleteQueue("q", true));
        assertThat(drain(queue)).containsExactly("m");
        admin.alterQueue("q", PLAIN);
        acknowledgeReturned();
        assertThat(admin.deleteQueue("q")).isTrue();
    }

    @Test
    @DisplayName("STA-03 a queue whose dead-letter queue is protected cannot be deleted")
    void shouldKeepDeadLetterQueues() throws JMSException {
        admin.alterQueue("q/$DeadLetterQueue", PROTECTED);
        assertProtected(() -> admin.deleteQueue("q"));
        assertProtected(() -> admin.deleteQueue("q", true));
        admin.alterQueue("q/$DeadLetterQueue", PLAIN);
        assertThat(admin.deleteQueue("q", true)).isTrue();
    }

    @Test
    @DisplayName("STA-03 a protected topic, or a topic with a protected subscription, cannot be deleted")
    void shouldKeepTopics() throws JMSException {
        admin.topics().alter("t", TopicOptions.defaults().withDeletionProtected(true));
        assertProtected(() -> admin.topics().delete("t", true));
        admin.topics().alter("t", TopicOptions.defaults());
        admin.topics().alterSubscription(null, "s", PROTECTED);
        publish("m");
        assertProtected(() -> admin.topics().delete("t", true));
        assertThat(admin.statistics(SUBSCRIPTION).available()).isEqualTo(1);
        admin.topics().alterSubscription(null, "s", PLAIN);
        assertThat(admin.topics().delete("t", true)).isTrue();
    }

    @Test
    @DisplayName(
            "STA-03 administrators cannot delete a protected subscription, and applications neither end nor replace it")
    void shouldKeepSubscriptions() throws JMSException {
        admin.topics().alterSubscription(null, "s", PROTECTED);
        assertProtected(() -> admin.topics().deleteSubscription(null, "s"));
        assertProtected(() -> admin.topics().deleteSubscription(null, "s", true));
        assertProtected(() -> session.unsubscribe("s"));
        assertProtected(() -> session.createSharedDurableConsumer(topic, "s", "JMSPriority = 9"));
        publish("m");
        try (MessageConsumer consumer = session.createSharedDurableConsumer(topic, "s")) {
            assertThat(text(receive(consumer))).isEqualTo("m");
        }
        acknowledgeReturned();
        admin.topics().alterSubscription(null, "s", PLAIN);
        session.unsubscribe("s");
    }

    @Test
    @DisplayName("STA-03 an application that ends a protected subscription gets an IllegalStateException")
    void shouldBeAnIllegalState() throws JMSException {
        admin.topics().alterSubscription(null, "s", PROTECTED);
        assertAllIllegal(() -> session.unsubscribe("s"), () -> admin.topics().delete("t", true));
        assertThat(IllegalStateException.class).isAssignableTo(JMSException.class);
    }

    @Test
    @DisplayName("STA-03, IDLE-01 idle queues with protection and topics with a protected subscription are not deleted")
    void shouldKeepIdleEntities() throws JMSException {
        admin.alterQueue("q", PROTECTED.withAutoDeleteOnIdle(IDLE));
        admin.createQueue("deadLetters", PLAIN.withAutoDeleteOnIdle(IDLE));
        admin.alterQueue("deadLetters/$DeadLetterQueue", PROTECTED);
        admin.topics().alter("t", TopicOptions.defaults().withAutoDeleteOnIdle(IDLE));
        admin.topics().alterSubscription(null, "s", PROTECTED.withAutoDeleteOnIdle(IDLE));
        admin.createQueue("idle", PLAIN.withAutoDeleteOnIdle(IDLE));
        for (int i = 0; i < 3; i++) {
            time.jump(IDLE.multipliedBy(2));
            eventually("the unprotected queue is deleted", () -> admin.queues().stream()
                    .noneMatch(each -> each.name().equals("idle")));
        }
        assertThat(admin.queue("q").options().deletionProtected()).isTrue();
        assertThat(admin.queue("deadLetters").name()).isEqualTo("deadLetters");
        assertThat(admin.topics().subscriptions("t")).hasSize(1);
        admin.alterQueue("q", PLAIN.withAutoDeleteOnIdle(IDLE));
        time.jump(IDLE.multipliedBy(2));
        eventually("the queue without protection is deleted", () -> admin.queues().stream()
                .noneMatch(each -> each.name().equals("q")));
    }

    @Test
    @DisplayName("STA-03 a temporary queue cannot be protected")
    void shouldRefuseForTemporaryDestinations() throws JMSException {
        TemporaryQueue temporary = session.createTemporaryQueue();
        assertRefused("RESTANTE-INVALID-ARGUMENT", () -> admin.alterQueue(temporary.getQueueName(), PROTECTED));
        temporary.delete();
    }

    @Test
    @DisplayName("STA-03 the protection survives restarts")
    void shouldLast() throws JMSException {
        restart();
        admin.createQueue("lasting", PROTECTED);
        restart();
        assertProtected(() -> admin.deleteQueue("lasting", true));
    }
}
