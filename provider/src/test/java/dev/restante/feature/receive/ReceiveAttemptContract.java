package dev.restante.feature.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.ReceiveOptions;
import dev.restante.RestanteConsumer;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.MessageLockLostException;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Receives that are repeated with an attempt id. */
public abstract class ReceiveAttemptContract extends JmsContract {

    private static final ReceiveOptions ATTEMPT = ReceiveOptions.defaults().withAttemptId("attempt-1");

    private Session session;
    private Queue queue;
    private RestanteConsumer consumer;

    @BeforeEach
    final void openSession() throws JMSException {
        session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
        queue = session.createQueue("q");
        consumer = RestanteConsumer.of(session.createConsumer(queue));
    }

    private static void assertLost(ThrowingCallable call) {
        assertThatExceptionOfType(MessageLockLostException.class).isThrownBy(call);
    }

    private static List<String> texts(List<Message> messages) throws JMSException {
        List<String> texts = new ArrayList<>();
        for (Message message : messages) {
            texts.add(text(message));
        }
        return texts;
    }

    private static Message once(RestanteConsumer consumer, ReceiveOptions options) throws JMSException {
        Message message = consumer.receive(options, PATIENCE_MILLIS);
        assertThat(message).as("a message").isNotNull();
        return message;
    }

    private RestanteConsumer otherConsumer() throws JMSException {
        Session other = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
        return RestanteConsumer.of(other.createConsumer(queue));
    }

    @Test
    @DisplayName("VIS-09 a repeated attempt id returns the message again, and the former lock is lost")
    void shouldRepeat() throws JMSException {
        send(queue, "a", "b");
        Message lost = once(consumer, ATTEMPT);
        RestanteConsumer other = otherConsumer();
        Message again = once(other, ATTEMPT);
        assertThat(text(lost) + text(again)).isEqualTo("aa");
        assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
        assertThat(again.getJMSRedelivered()).isFalse();
        assertThat(PeekLock.of(again).lockToken())
                .isNotEqualTo(PeekLock.of(lost).lockToken());
        assertLost(lost::acknowledge);
        assertLost(PeekLock.of(lost)::renew);
        Message third = once(consumer, ATTEMPT);
        assertThat(text(third)).isEqualTo("a");
        assertLost(PeekLock.of(again)::complete);
        third.acknowledge();
        assertThat(text(once(other, ATTEMPT.withAttemptId("attempt-2")))).isEqualTo("b");
        session.close();
        assertThat(drain(queue)).isEmpty();
    }

    @Test
    @DisplayName("VIS-09 a repeated receive starts new locks with its own lock duration")
    void shouldRenewTheLocks() throws JMSException {
        send(queue, "a");
        once(consumer, ATTEMPT);
        time.jump(Duration.ofSeconds(25));
        once(consumer, ATTEMPT);
        time.jump(Duration.ofSeconds(25));
        Message third = once(consumer, ATTEMPT.withLockDuration(Duration.ofMinutes(2)));
        time.jump(Duration.ofSeconds(100));
        third.acknowledge();
    }

    @Test
    @DisplayName("VIS-09 a batch receive is repeated and, in CLIENT_ACKNOWLEDGE, acknowledged as a whole")
    void shouldRepeatSeveral() throws JMSException {
        send(queue, "a", "b", "c", "d", "e");
        Session client = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        RestanteConsumer several = RestanteConsumer.of(client.createConsumer(queue));
        assertThat(texts(several.receiveBatch(ATTEMPT, 3, PATIENCE_MILLIS))).containsExactly("a", "b", "c");
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> several.receive(ATTEMPT, PATIENCE_MILLIS))
                .matches(refused -> refused.getErrorCode().equals("RESTANTE-INVALID-ARGUMENT"));
        List<Message> again = several.receiveBatch(ATTEMPT, 10, PATIENCE_MILLIS);
        assertThat(texts(again)).containsExactly("a", "b", "c");
        again.get(0).acknowledge();
        client.close();
        session.close();
        assertThat(drain(queue)).containsExactly("d", "e");
    }

    @Test
    @DisplayName("VIS-09 after a settlement, an attempt id gets other messages, and its first messages stay locked")
    void shouldEndWithASettlement() throws JMSException {
        send(queue, "a", "b", "c", "d");
        List<Message> first = consumer.receiveBatch(ATTEMPT, 2, PATIENCE_MILLIS);
        first.get(0).acknowledge();
        List<Message> second = consumer.receiveBatch(ATTEMPT, 2, PATIENCE_MILLIS);
        assertThat(texts(second)).containsExactly("c", "d");
        assertThat(texts(consumer.receiveBatch(ATTEMPT, 2, PATIENCE_MILLIS))).containsExactly("c", "d");
        first.get(1).acknowledge();
    }

    @Test
    @DisplayName("VIS-09 an attempt ends when its message is abandoned, deferred or dead-lettered, or its lock expires")
    void shouldEndWithTheLock() throws JMSException {
        send(queue, "a", "b", "c", "d", "e");
        PeekLock.of(once(consumer, ATTEMPT)).abandon(Map.of(), Duration.ofHours(1));
        PeekLock.of(once(consumer, ATTEMPT)).defer();
        PeekLock.of(once(consumer, ATTEMPT)).deadLetter("r", null, Map.of());
        assertThat(text(once(consumer, ATTEMPT))).isEqualTo("d");
        time.jump(Duration.ofSeconds(31));
        try (RestanteAdmin admin = factory.admin()) {
            eventually("both locks have expired", () -> admin.statistics("q").available() == 2);
        }
        List<Message> others = new ArrayList<>();
        RestanteConsumer other = otherConsumer();
        others.add(once(other, ReceiveOptions.defaults()));
        others.add(once(other, ReceiveOptions.defaults()));
        assertThat(texts(others)).containsExactlyInAnyOrder("d", "e");
        assertThat(consumer.receiveNoWait(ATTEMPT)).isNull();
    }

    @Test
    @DisplayName("VIS-09 an attempt can be repeated for 5 minutes after the first receive, and is then forgotten")
    void shouldForget() throws Exception {
        send(queue, "a", "b");
        ReceiveOptions longer = ATTEMPT.withLockDuration(Duration.ofHours(1));
        once(consumer, longer);
        time.jump(Duration.ofMinutes(4));
        assertThat(text(once(consumer, longer))).isEqualTo("a");
        assertThat(stored("COUNT(*) FROM restante_receive_attempt")).isEqualTo(1);
        time.jump(Duration.ofSeconds(61));
        assertThat(text(once(consumer, longer))).isEqualTo("b");
        time.jump(Duration.ofMinutes(5).plusSeconds(1));
        time.jump(Duration.ofSeconds(61));
        eventually("the receive attempt is deleted", () -> stored("COUNT(*) FROM restante_receive_attempt") == 0);
    }

    @Test
    @DisplayName("VIS-09 a session that closes releases its messages and ends their attempts")
    void shouldEndWithTheConnection() throws JMSException {
        send(queue, "a", "b");
        once(consumer, ATTEMPT);
        session.close();
        Session other = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
        MessageProducer producer = other.createProducer(queue);
        producer.setPriority(9);
        producer.send(other.createTextMessage("urgent"));
        RestanteConsumer next = RestanteConsumer.of(other.createConsumer(queue));
        assertThat(text(once(next, ATTEMPT))).isEqualTo("urgent");
        assertThat(text(once(next, ReceiveOptions.defaults()))).isEqualTo("a");
    }

    @Test
    @DisplayName("VIS-09 a repeated receive does not wait, and a receive without a message records no attempt")
    void shouldWaitForTheFirst() throws Exception {
        assertThat(consumer.receiveNoWait(ATTEMPT)).isNull();
        assertThat(consumer.receive(ATTEMPT, 1)).isNull();
        assertThat(stored("COUNT(*) FROM restante_receive_attempt")).isZero();
        CompletableFuture<Message> waiting = waitingOnOtherThread(() -> consumer.receive(ATTEMPT, PATIENCE_MILLIS));
        send(queue, "a");
        assertThat(text(result(waiting))).isEqualTo("a");
        assertThat(text(consumer.receiveNoWait(ATTEMPT))).isEqualTo("a");
    }

    @Test
    @DisplayName("VIS-09 two simultaneous receives with one attempt id get one message, and one of them has the lock")
    void shouldGiveOneToTwo() throws Exception {
        for (int round = 0; round < 20; round++) {
            send(queue, "x" + round, "y" + round);
            ReceiveOptions attempt = ATTEMPT.withAttemptId("round-" + round);
            RestanteConsumer other = otherConsumer();
            CompletableFuture<Message> theirs = onOtherThread(() -> once(other, attempt));
            Message mine = once(consumer, attempt);
            Message their = result(theirs);
            assertThat(text(mine)).isEqualTo(text(their));
            int held = 0;
            for (Message message : List.of(mine, their)) {
                try {
                    PeekLock.of(message).renew();
                    held++;
                } catch (MessageLockLostException lost) {
                    assertThat(held).isLessThan(2);
                }
            }
            assertThat(held).isEqualTo(1);
            Message last = once(consumer, attempt);
            last.acknowledge();
            once(consumer, ReceiveOptions.defaults()).acknowledge();
        }
        assertThat(consumer.receiveNoWait(ReceiveOptions.defaults())).isNull();
    }

    @Test
    @DisplayName("VIS-09, SND-05 a node repeats the receive of a message that is only in memory")
    void shouldRepeatNonPersistentMessages() throws JMSException {
        MessageProducer producer = session.createProducer(queue);
        producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        assertThat(consumer.receiveNoWait(ATTEMPT)).isNull();
        producer.send(session.createTextMessage("a"));
        Message lost = once(consumer, ATTEMPT);
        Message again = once(otherConsumer(), ATTEMPT);
        assertThat(text(again)).isEqualTo("a");
        assertLost(PeekLock.of(lost)::complete);
        again.acknowledge();
        assertThat(consumer.receiveNoWait(ATTEMPT)).isNull();
    }

    @Test
    @DisplayName("VIS-09, VIS-06 a repeated receive needs no further in-flight slot")
    void shouldNeedNoPlace() throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            admin.alterQueue("q", QueueOptions.defaults().withMaxInFlight(1));
            send(queue, "a", "b");
            once(consumer, ATTEMPT);
            Message again = once(consumer, ATTEMPT);
            assertThat(admin.statistics("q").inFlight()).isEqualTo(1);
            again.acknowledge();
            assertThat(admin.statistics("q").inFlight()).isZero();
        }
    }

    @Test
    @DisplayName("VIS-09 an attempt id belongs to one queue or subscription, and contexts support attempt ids, too")
    void shouldKeepEntitiesApart() throws JMSException {
        Topic topic = session.createTopic("t");
        MessageConsumer durable = session.createSharedDurableConsumer(topic, "s");
        session.createProducer(topic).send(session.createTextMessage("news"));
        send(queue, "a");
        Message lost = once(consumer, ATTEMPT);
        assertThat(text(once(RestanteConsumer.of(durable), ATTEMPT))).isEqualTo("news");
        assertThat(text(once(RestanteConsumer.of(durable), ATTEMPT))).isEqualTo("news");
        try (JMSContext context = factory.createContext(JMSContext.CLIENT_ACKNOWLEDGE)) {
            Message again = once(RestanteConsumer.of(context.createConsumer(queue)), ATTEMPT);
            assertThat(text(again)).isEqualTo("a");
            assertLost(lost::acknowledge);
            context.acknowledge();
        }
    }

    @Test
    @DisplayName("VIS-09 attempt ids have 1 to 128 printable characters, and modes without expiring locks reject them")
    void shouldRefuse() throws JMSException {
        for (String bad : List.of("", "a b", "x".repeat(129), "\u00e4", "a\n")) {
            assertThatIllegalArgumentException().isThrownBy(() -> ATTEMPT.withAttemptId(bad));
        }
        assertThat(ATTEMPT.withAttemptId(null).attemptId()).isNull();
        send(queue, "a");
        assertThat(text(once(consumer, ATTEMPT.withAttemptId("~".repeat(128))))).isEqualTo("a");
        for (int mode : new int[] {
            Session.AUTO_ACKNOWLEDGE,
            Session.DUPS_OK_ACKNOWLEDGE,
            Session.SESSION_TRANSACTED,
            RestanteSessionModes.RECEIVE_AND_DELETE
        }) {
            try (Session other = connection.createSession(mode)) {
                RestanteConsumer refused = RestanteConsumer.of(other.createConsumer(queue));
                assertAllIllegal(() -> refused.receive(ATTEMPT, 1));
            }
        }
    }
}
