package dev.restante.feature.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.PeekLock;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.TopicOptions;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Chains of forwarding queues: invalid chains, broken chains, and consumers of forwarding queues. */
@DisplayName("chains of forwarding")
public abstract class ForwardChainContract extends ForwardFixture {

    private void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String text) {
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(call)
                .withMessageContaining(text)
                .satisfies(refusal -> assertThat(refusal.getErrorCode()).isEqualTo("RESTANTE-INVALID-ARGUMENT"));
    }

    @Test
    @DisplayName("FWD-01 a forwarding queue or subscription accepts no new consumers, but a queue can be browsed")
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
    @DisplayName("FWD-01 an open consumer receives nothing, not even prefetched messages, while its queue forwards")
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
            eventually(
                    "three messages are forwarded", () -> admin.statistics("to").available() == 3);
            PeekLock.of(held).abandon();
            // A node that must first ask the consumer's node for its messages retries every half second of the test
            // clock. The test moves this clock.
            eventually("the prefetched message is forwarded", () -> {
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
    @DisplayName(
            "FWD-01 missing and temporary targets are rejected, and a dead-letter queue is neither source nor target")
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
    @DisplayName("FWD-01 a circular chain is rejected, even through topics, subscriptions and dead-letter targets")
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
    @DisplayName("FWD-01 a chain of more than four steps is rejected, wherever the additional step is")
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
    @DisplayName("FWD-01 a forwarding queue dead-letters messages with a deleted target until the target exists again")
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
    @DisplayName(
            "FWD-01 a commit follows the chain that exists at the commit, even if a target was deleted after the send")
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
    @DisplayName("FWD-01, SND-06 each queue of a chain drops duplicates, even of scheduled messages and topic messages")
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
                    "the scheduled message is forwarded",
                    () -> admin.statistics("from").scheduled() == 0
                            && admin.statistics("from").available() == 0);
            assertNothing(consumer);
        }
    }

    @Test
    @DisplayName("FWD-01, FWD-02 dead letters that arrive in a forwarding queue are forwarded")
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
    @DisplayName(
            "FWD-01, BEY-04 the administrator reads the option as it was set, and a change applies to the next message")
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
