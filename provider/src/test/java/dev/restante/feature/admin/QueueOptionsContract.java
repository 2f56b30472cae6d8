package dev.restante.feature.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.BulkResult;
import dev.restante.admin.QueueDescription;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RedriveOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import dev.restante.api.MessageLockLostException;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Effects of queue options on applications. */
public abstract class QueueOptionsContract extends JmsContract {

    private RestanteAdmin admin;
    private Session session;

    @BeforeEach
    final void openAdministration() throws JMSException {
        admin = administration();
        session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
    }

    @AfterEach
    final void closeAdministration() {
        admin.close();
    }

    private static void assertRefused(ThrowingCallable call) {
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(call)
                .matches(refused -> refused.getErrorCode().equals("RESTANTE-INVALID-ARGUMENT"), "has its error code");
    }

    private void deadLetter(Queue queue) throws JMSException {
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            PeekLock.of(receive(consumer)).deadLetter("Because", null, Map.of());
        }
    }

    /**
     * Receives a message the given number of times, and abandons it in between. Returns the last message, still locked.
     */
    private Message receiveOften(String name, int times) throws JMSException {
        try (MessageConsumer consumer = session.createConsumer(queue(name))) {
            for (int count = 1; count < times; count++) {
                PeekLock.of(receiveCounted(consumer, count)).abandon();
            }
            return receiveCounted(consumer, times);
        }
    }

    private static Message receiveCounted(MessageConsumer consumer, int count) throws JMSException {
        Message message = receive(consumer);
        assertThat(message.getIntProperty("JMSXDeliveryCount")).isEqualTo(count);
        assertThat(message.getJMSRedelivered()).isEqualTo(count > 1);
        return message;
    }

    @Test
    @DisplayName("VIS-01, RCV-07, TTL-09 options outside their ranges are rejected")
    void shouldRefuseOptionsOutOfRange() {
        QueueOptions options = QueueOptions.defaults();
        assertThatIllegalArgumentException().isThrownBy(() -> options.withLockDuration(Duration.ofMillis(-1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.withLockDuration(Duration.ofHours(12).plusMillis(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> options.withMaxDeliveryCount(0));
        assertThatIllegalArgumentException().isThrownBy(() -> options.withDefaultTimeToLive(Duration.ZERO));
    }

    @Test
    @DisplayName(
            "VIS-01 with a lock duration of zero, automatic and transacted sessions are rejected, peek-lock is not")
    void shouldRefuseHoldsThatCanNotLast() throws JMSException {
        admin.createQueue("q", QueueOptions.defaults().withLockDuration(Duration.ZERO));
        Queue queue = queue("q");
        for (int mode : new int[] {Session.AUTO_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE, Session.SESSION_TRANSACTED}) {
            try (Session refused = connection.createSession(mode)) {
                assertRefused(() -> refused.createConsumer(queue));
            }
        }
        send(queue, "a");
        assertThat(text(receive(session.createConsumer(queue)))).isEqualTo("a");
    }

    @Test
    @DisplayName("STA-04 the text of the administrator is stored with a queue or topic, changed and removed")
    void shouldKeepTheTextOfTheAdministrator() throws JMSException {
        String text = "Owner: Zoë & team 'orders' 🛒 \\n";
        admin.createQueue("q", QueueOptions.defaults().withUserMetadata(text));
        admin.topics().create("t", TopicOptions.defaults().withUserMetadata(text));
        assertThat(admin.queue("q").options().userMetadata()).isEqualTo(text);
        assertThat(admin.topics().topic("t").options().userMetadata()).isEqualTo(text);

        admin.alterQueue("q", QueueOptions.defaults().withUserMetadata("x".repeat(1_024)));
        assertThat(admin.queue("q").options().userMetadata()).hasSize(1_024);
        admin.alterQueue("q", QueueOptions.defaults());
        assertThat(admin.queue("q").options().userMetadata()).isNull();
    }

    @Test
    @DisplayName("STA-04 a text of the administrator that is too long or cannot be shown is rejected")
    void shouldRefuseATextThatCannotBeShown() {
        QueueOptions options = QueueOptions.defaults();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.withUserMetadata("x".repeat(1_025)))
                .withMessage("userMetadata " + "x".repeat(200)
                        + "... has more than 1,024 characters. Leave it out for the default: none");
        for (String text : List.of("a\nb", "a\u0000b", "a\ud800", "a\u2028b")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> options.withUserMetadata(text))
                    .withMessageContaining("contains a control character or an unpaired surrogate");
        }
    }

    @Test
    @DisplayName("FWD-02 dead letters of several queues go to the queue that their deadLetterTo names")
    void shouldSendDeadLettersToACommonQueue() throws JMSException {
        admin.createQueue("graveyard", QueueOptions.defaults());
        QueueOptions options = QueueOptions.defaults().withDeadLetterTo("graveyard");
        for (String name : new String[] {"q", "r"}) {
            admin.createQueue(name, options);
            send(queue(name), "from " + name);
            deadLetter(queue(name));
            assertThat(admin.statistics(name).deadLettered()).isZero();
        }
        MessageConsumer graveyard = session.createConsumer(queue("graveyard"));
        for (String name : new String[] {"q", "r"}) {
            Message dead = receive(graveyard);
            assertThat(text(dead)).isEqualTo("from " + name);
            assertThat(dead.getStringProperty("DeadLetterSource")).isEqualTo(name);
            assertThat(dead.getStringProperty("DeadLetterReason")).isEqualTo("Because");
        }
    }

    @Test
    @DisplayName(
            "RCV-07, RCV-10, FWD-02 the delivery count of a dead letter restarts, even in a queue with its own limit")
    void shouldCountDeadLettersAnew() throws JMSException {
        QueueOptions twice = QueueOptions.defaults().withMaxDeliveryCount(2);
        admin.createQueue("graveyard", twice);
        admin.createQueue("own", twice);
        admin.createQueue("common", twice.withDeadLetterTo("graveyard"));
        for (int mode : new int[] {DeliveryMode.PERSISTENT, DeliveryMode.NON_PERSISTENT}) {
            for (String name : List.of("own", "common")) {
                try (MessageProducer producer = session.createProducer(queue(name))) {
                    producer.setDeliveryMode(mode);
                    producer.send(session.createTextMessage("m"));
                }
                PeekLock.of(receiveOften(name, 2)).abandon();
            }
            PeekLock.of(receiveOften("own/$DeadLetterQueue", 3)).complete();
            Message common = receiveOften("graveyard", 2);
            assertThat(common.getStringProperty("DeadLetterErrorDescription")).contains("2 times");
            PeekLock.of(common).abandon();
            PeekLock.of(receiveOften("graveyard/$DeadLetterQueue", 1)).complete();
        }
        send(queue("own"), "asked for");
        PeekLock.of(receiveOften("own", 1)).abandon();
        deadLetter(queue("own"));
        receiveOften("own/$DeadLetterQueue", 1);
    }

    @Test
    @DisplayName("SND-10 applications can send to a dead-letter queue, and these messages have no reason and no source")
    void shouldSendToADeadLetterQueue() throws JMSException {
        Queue deadLetters = queue("q/$DeadLetterQueue");
        send(deadLetters, "made the queue too");
        assertThat(admin.queue("q").deadLetterQueue()).isFalse();
        assertThat(drain(deadLetters)).containsExactly("made the queue too");

        send(queue("q"), "dead");
        deadLetter(queue("q"));
        try (MessageConsumer consumer = session.createConsumer(deadLetters);
                MessageProducer producer = session.createProducer(deadLetters)) {
            Message dead = receive(consumer);
            producer.send(dead);
            PeekLock.of(dead).complete();
            producer.setTimeToLive(Duration.ofMinutes(1).toMillis());
            producer.send(session.createTextMessage("expires"));
            assertThat(admin.statistics("q").deadLettered()).isEqualTo(2);
            Message sent = receive(consumer);
            assertThat(text(sent)).isEqualTo("dead");
            assertThat(sent.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
            for (String name : List.of("DeadLetterReason", "DeadLetterErrorDescription", "DeadLetterSource")) {
                assertThat(sent.propertyExists(name)).as(name).isFalse();
            }
            PeekLock.of(sent).abandon();
        }
        time.jump(Duration.ofMinutes(2));
        eventually("one message has expired", () -> admin.statistics("q").deadLettered() == 1);
        assertThat(admin.messages("q/$DeadLetterQueue").redrive(RedriveOptions.all()))
                .isEqualTo(new BulkResult(0, 1, false));
        assertThat(drain(deadLetters)).containsExactly("dead");
    }

    @Test
    @DisplayName("FWD-02 deadLetterTo cannot name a missing queue or its own queue")
    void shouldRefuseADeadLetterTargetThatIsNone() throws JMSException {
        QueueOptions missing = QueueOptions.defaults().withDeadLetterTo("nowhere");
        QueueOptions self = QueueOptions.defaults().withDeadLetterTo("q");
        assertRefused(() -> admin.createQueue("q", missing));
        assertRefused(() -> admin.createQueue("q", self));
        assertThat(admin.queues()).isEmpty();
        admin.createQueue("q", QueueOptions.defaults());
        assertRefused(() -> admin.alterQueue("q", missing));
        assertRefused(() -> admin.alterQueue("q", self));
        assertThat(admin.queue("q").options()).isEqualTo(QueueOptions.defaults());
    }

    @Test
    @DisplayName("BEY-04, TTL-17 a dead-letter queue is altered by its full name, and its queue keeps its own options")
    void shouldAlterADeadLetterQueue() throws JMSException {
        QueueOptions own = QueueOptions.defaults().withMaxDeliveryCount(3);
        admin.createQueue("q", own);
        QueueDescription before = admin.queue("q/$DeadLetterQueue");
        assertThat(before.deadLetterQueue()).isTrue();
        QueueOptions altered =
                before.options().withDefaultTimeToLive(Duration.ofMinutes(1)).withLockDuration(Duration.ofMinutes(5));

        assertThat(admin.alterQueue("q/$DeadLetterQueue", altered))
                .isEqualTo(new QueueDescription("q/$DeadLetterQueue", true, altered, null));
        assertThat(admin.queue("q/$DeadLetterQueue").options()).isEqualTo(altered);
        assertThat(admin.queue("q").options()).isEqualTo(own);

        Queue queue = queue("q");
        send(queue, "locked", "expires");
        deadLetter(queue);
        deadLetter(queue);
        PeekLock lock = PeekLock.of(receive(session.createConsumer(queue("q/$DeadLetterQueue"))));
        assertThat(Duration.ofMillis(lock.lockedUntil().toEpochMilli() - time.storeMillis()))
                .isBetween(Duration.ofMinutes(4), Duration.ofMinutes(6));
        time.jump(Duration.ofMinutes(2));
        eventually("one message has expired", () -> admin.statistics("q").deadLettered() == 1);
        lock.complete();
        assertThat(admin.statistics("q").deadLettered()).isZero();
    }

    @Test
    @DisplayName("RCV-13 a closed connection releases its messages immediately, in order, with higher delivery counts")
    void shouldReleaseWhenTheConnectionCloses() throws JMSException {
        admin.createQueue("q", QueueOptions.defaults().withLockDuration(Duration.ofHours(1)));
        Queue queue = queue("q");
        int[] modes = {
            Session.CLIENT_ACKNOWLEDGE, RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE, Session.SESSION_TRANSACTED
        };
        for (int mode : modes) {
            send(queue, "a", "b", "not received");
            try (var holder = factory.createConnection()) {
                holder.start();
                MessageConsumer consumer = holder.createSession(mode).createConsumer(queue);
                receive(consumer);
                receive(consumer);
            }
            try (MessageConsumer next = session.createConsumer(queue)) {
                for (String expected : new String[] {"a", "b"}) {
                    Message again = receive(next);
                    assertThat(text(again)).isEqualTo(expected);
                    assertThat(again.getJMSRedelivered()).isTrue();
                    assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
                }
                Message last = receive(next);
                assertThat(last.getJMSRedelivered()).isFalse();
                last.acknowledge();
            }
        }
    }

    @Test
    @DisplayName(
            "RCV-05 autoRenewLocksFor renews a lock up to the maximum after the receive, then the message is released")
    void shouldRenewUpToTheMaximum() throws JMSException {
        admin.createQueue("q", QueueOptions.defaults().withLockDuration(Duration.ofMinutes(5)));
        Queue queue = queue("q");
        try (RestanteConnectionFactory renewing = newFactory()) {
            renewing.setAutoRenewLocksFor(Duration.ofMinutes(10));
            var holder = renewing.createConnection();
            holder.start();
            MessageConsumer consumer =
                    holder.createSession(Session.CLIENT_ACKNOWLEDGE).createConsumer(queue);
            send(queue, "first");
            PeekLock first = PeekLock.of(receive(consumer));
            for (int renewals = 1; renewals <= 3; renewals++) {
                jumpUntilRenewed(first);
            }
            send(queue, "second");
            PeekLock second = PeekLock.of(receive(consumer));

            // The first message was received 12 minutes ago, so its lock is not renewed. Its renewal would precede the
            // renewal of the second message.
            var end = first.lockedUntil();
            jumpUntilRenewed(second);
            assertThat(first.lockedUntil()).isEqualTo(end);
            time.jump(Duration.ofMinutes(3));
            MessageConsumer other = session.createConsumer(queue);
            Message again = receive(other);
            assertThat(text(again)).isEqualTo("first");
            assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
            assertThatExceptionOfType(MessageLockLostException.class).isThrownBy(first::complete);
            assertNothing(other);
            second.complete();
        }
    }

    /** Advances the clock by more than half a lock duration, and waits for the renewal. */
    private void jumpUntilRenewed(PeekLock lock) {
        var end = lock.lockedUntil();
        time.jump(Duration.ofMinutes(3));
        eventually("the lock is renewed", () -> lock.lockedUntil().isAfter(end));
    }
}
