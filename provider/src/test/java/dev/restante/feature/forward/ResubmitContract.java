package dev.restante.feature.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.admin.BulkResult;
import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessageEdit;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessageState;
import dev.restante.admin.PageRequest;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RedriveOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.BytesMessage;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Resubmissions of dead letters, with and without edits. */
public abstract class ResubmitContract extends JmsContract {

    private static final String DEAD_LETTERS = "q/$DeadLetterQueue";

    private RestanteAdmin admin;
    private Session session;
    private Queue queue;

    @BeforeEach
    final void openAdministration() throws JMSException {
        admin = administration();
        session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        queue = queue("q");
    }

    @AfterEach
    final void closeAdministration() {
        admin.close();
    }

    private static void assertCode(String code, ThrowingCallable call) {
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(call)
                .matches(refused -> refused.getErrorCode().equals(code), code);
    }

    private void deadLetter(Message message) throws JMSException {
        try (MessageProducer producer = session.createProducer(queue);
                MessageConsumer consumer = session.createConsumer(queue)) {
            producer.send(message);
            PeekLock.of(receive(consumer)).deadLetter("Because", "in words", Map.of("seen", true));
        }
    }

    private TextMessage text(String text) throws JMSException {
        TextMessage message = session.createTextMessage(text);
        message.setIntProperty("width", 640);
        message.setStringProperty("colour", "red");
        message.setJMSType("old");
        message.setJMSCorrelationID("c1");
        message.setJMSReplyTo(session.createQueue("answers"));
        return message;
    }

    private BulkResult resubmit(MessageEdit edit) throws JMSException {
        return admin.messages(DEAD_LETTERS).resubmit(MessageFilter.all(), edit, done -> true);
    }

    @Test
    @DisplayName("BEY-08 a resubmission changes the edited body, headers and properties, and keeps all others")
    void shouldEdit() throws JMSException {
        deadLetter(text("old text"));
        MessageEdit edit = MessageEdit.none()
                .withText("new text")
                .withProperty("width", 800L)
                .withProperty("added", "yes")
                .withoutProperty("colour")
                .withoutProperty("never there")
                .withType("new")
                .withCorrelationId(null)
                .withPriority(7);
        assertThat(resubmit(edit)).isEqualTo(new BulkResult(1, 0, false));
        assertThat(admin.statistics("q").deadLettered()).isZero();
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            Message edited = receive(consumer);
            assertThat(text(edited)).isEqualTo("new text");
            assertThat(edited.getObjectProperty("width")).isEqualTo(800L);
            assertThat(edited.getStringProperty("added")).isEqualTo("yes");
            assertThat(edited.propertyExists("colour")).isFalse();
            assertThat(edited.getBooleanProperty("seen")).isTrue();
            assertThat(edited.getJMSType()).isEqualTo("new");
            assertThat(edited.getJMSCorrelationID()).isNull();
            assertThat(edited.getJMSPriority()).isEqualTo(7);
            assertThat(((Queue) edited.getJMSReplyTo()).getQueueName()).isEqualTo("answers");
            assertThat(((Queue) edited.getJMSDestination()).getQueueName()).isEqualTo("q");
            assertThat(edited.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
            assertThat(edited.getJMSRedelivered()).isFalse();
            for (String property :
                    new String[] {"DeadLetterReason", "DeadLetterErrorDescription", "DeadLetterSource"}) {
                assertThat(edited.propertyExists(property)).as(property).isFalse();
            }
            assertNothing(consumer);
        }
    }

    @Test
    @DisplayName(
            "BEY-03 the redrive count survives dead-lettering, can be used in selectors, and cannot be set by a sender")
    void shouldCountRedrives() throws JMSException {
        deadLetter(text("a"));
        deadLetter(text("b"));
        assertThat(admin.messages(DEAD_LETTERS)
                        .redrive(RedriveOptions.all().withMaxMessages(1))
                        .processed())
                .isEqualTo(1);
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            Message once = receive(consumer);
            assertThat(text(once)).isEqualTo("a");
            assertThat(once.getIntProperty("JMS_Restante_RedriveCount")).isEqualTo(1);
            PeekLock.of(once).deadLetter("Again", null, Map.of());
        }
        MessageFilter before = MessageFilter.all().withSelector("JMS_Restante_RedriveCount >= 1");
        assertThat(admin.messages(DEAD_LETTERS)
                        .redrive(RedriveOptions.all().withFilter(before))
                        .processed())
                .isEqualTo(1);
        List<MessageDescription> back = admin.messages("q")
                .peek(MessageFilter.all(), PageRequest.first(10))
                .messages();
        assertThat(back).extracting(MessageDescription::redriveCount).containsExactly(2);
        assertThat(admin.messages(DEAD_LETTERS).redrive(RedriveOptions.all()).processed())
                .isEqualTo(1);
        try (MessageConsumer consumer = session.createConsumer(queue);
                MessageProducer producer = session.createProducer(queue("copies"))) {
            Message twice = receive(consumer);
            assertThat(twice.getIntProperty("JMS_Restante_RedriveCount")).isEqualTo(2);
            // The count belongs to this message. A copy that an application sends was never redriven.
            producer.send(twice);
            TextMessage forged = session.createTextMessage("forged");
            forged.setIntProperty("JMS_Restante_RedriveCount", 7);
            producer.send(forged);
            session.recover();
        }
        assertThat(admin.messages("copies")
                        .peek(MessageFilter.all(), PageRequest.first(10))
                        .messages())
                .hasSize(2)
                .allMatch(copy -> copy.redriveCount() == 0);
    }

    @Test
    @DisplayName("BEY-08 BEY-03 a resubmission sends a new message whose redrive count is higher by one")
    void shouldCount() throws JMSException {
        TextMessage sent = text("a");
        deadLetter(sent);
        assertThat(resubmit(MessageEdit.none()).processed()).isEqualTo(1);
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            Message once = receive(consumer);
            assertThat(once.getJMSMessageID()).isNotNull().isNotEqualTo(sent.getJMSMessageID());
            assertThat(once.getIntProperty("JMS_Restante_RedriveCount")).isEqualTo(1);
            assertThat(once.getStringProperty("colour")).isEqualTo("red");
            PeekLock.of(once).deadLetter("Again", null, Map.of());
            assertThat(resubmit(MessageEdit.none().withText("b")).processed()).isEqualTo(1);
            Message twice = receive(consumer);
            assertThat(text(twice)).isEqualTo("b");
            assertThat(twice.getIntProperty("JMS_Restante_RedriveCount")).isEqualTo(2);
        }
        assertCode("RESTANTE-INVALID-PROPERTY-NAME", () -> MessageEdit.none()
                .withProperty("JMS_Restante_RedriveCount", 0));
        assertCode("RESTANTE-INVALID-PROPERTY-NAME", () -> MessageEdit.none().withProperty("no name", 0));
        assertThatIllegalArgumentException().isThrownBy(() -> MessageEdit.none().withPriority(10));
    }

    @Test
    @DisplayName("BEY-08 a resubmission copies bodies other than texts, and skips these messages if it edits the text")
    void shouldKeepOtherBodies() throws JMSException {
        BytesMessage bytes = session.createBytesMessage();
        bytes.writeBytes(new byte[] {1, 2, 3});
        deadLetter(bytes);
        MapMessage map = session.createMapMessage();
        map.setInt("a", 1);
        deadLetter(map);
        assertThat(resubmit(MessageEdit.none().withText("text"))).isEqualTo(new BulkResult(0, 2, false));
        assertThat(admin.statistics("q").deadLettered()).isEqualTo(2);
        assertThat(resubmit(MessageEdit.none().withProperty("edited", true))).isEqualTo(new BulkResult(2, 0, false));
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            BytesMessage first = (BytesMessage) receive(consumer);
            assertThat(first.getBody(byte[].class)).containsExactly(1, 2, 3);
            assertThat(first.getBooleanProperty("edited")).isTrue();
            MapMessage second = (MapMessage) receive(consumer);
            assertThat(second.getInt("a")).isEqualTo(1);
            assertThat(second.getBooleanProperty("edited")).isTrue();
        }
    }

    @Test
    @DisplayName("BEY-08 a resubmission obeys its selector and target, and leaves locked messages and those without a "
            + "source")
    void shouldChoose() throws JMSException {
        admin.createQueue("repair", QueueOptions.defaults());
        for (String text : new String[] {"a", "b", "c"}) {
            deadLetter(text(text));
        }
        send(queue(DEAD_LETTERS), "without source");
        try (MessageConsumer graveyard = session.createConsumer(session.createQueue(DEAD_LETTERS))) {
            assertThat(text(receive(graveyard))).isEqualTo("a");
            assertThat(resubmit(MessageEdit.none().withText("x"))).isEqualTo(new BulkResult(2, 1, false));
            session.recover();
        }
        assertThat(drain(queue)).containsExactly("x", "x");
        MessageFilter dead = MessageFilter.all().withSelector("DeadLetterReason = 'Because'");
        assertThat(admin.messages(DEAD_LETTERS)
                        .resubmit(dead, MessageEdit.none().withTarget("repair"), done -> true)
                        .processed())
                .isEqualTo(1);
        try (MessageConsumer consumer = session.createConsumer(queue("repair"))) {
            Message elsewhere = receive(consumer);
            assertThat(text(elsewhere)).isEqualTo("a");
            assertThat(((Queue) elsewhere.getJMSDestination()).getQueueName()).isEqualTo("repair");
        }
        assertThatExceptionOfType(InvalidDestinationException.class)
                .isThrownBy(() -> resubmit(MessageEdit.none().withTarget("none")));
        assertCode(
                "RESTANTE-INVALID-ARGUMENT", () -> resubmit(MessageEdit.none().withTarget(DEAD_LETTERS)));
        assertCode("RESTANTE-INVALID-ARGUMENT", () -> admin.messages(DEAD_LETTERS)
                .resubmit(MessageFilter.all().withStates(MessageState.LOCKED), MessageEdit.none(), done -> true));
    }

    @Test
    @DisplayName("BEY-08 an edit that makes headers and properties too large is rejected, and the dead letter stays")
    void shouldRefuseTooLargeHeads() throws JMSException {
        deadLetter(text("a"));
        MessageEdit edit =
                MessageEdit.none().withProperty("one", "x".repeat(600_000)).withProperty("two", "x".repeat(600_000));
        assertCode("RESTANTE-INVALID-ARGUMENT", () -> resubmit(edit));
        assertThat(admin.statistics("q").deadLettered()).isEqualTo(1);
    }

    @Test
    @DisplayName("BEY-08 a bulk resubmission skips messages that become too large, and sends the other messages")
    void shouldLeaveWhatBecomesTooLarge() throws JMSException {
        TextMessage large = text("large");
        large.setStringProperty("much", "x".repeat(600_000));
        deadLetter(large);
        deadLetter(text("small"));
        MessageEdit edit = MessageEdit.none().withProperty("more", "x".repeat(600_000));
        assertThat(resubmit(edit)).isEqualTo(new BulkResult(1, 1, false));
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            assertThat(text(receive(consumer))).isEqualTo("small");
        }
        assertThat(admin.statistics("q").deadLettered()).isEqualTo(1);
        assertThatExceptionOfType(JMSException.class).isThrownBy(() -> resubmit(edit));
    }

    @Test
    @DisplayName("BEY-08 a resubmission keeps every character of texts and properties, even unpaired surrogates")
    void shouldTakeEveryText() throws JMSException {
        String odd = "\uD800 \u0000 \uFFFF \uD83D\uDE00";
        deadLetter(text("a"));
        MessageEdit edit = MessageEdit.none()
                .withText(odd)
                .withProperty("odd", odd)
                .withProperty("empty", "")
                .withProperty("number", (byte) -3)
                .withProperty("ratio", Float.NaN)
                .withType("");
        assertThat(resubmit(edit).processed()).isEqualTo(1);
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            Message edited = receive(consumer);
            assertThat(text(edited)).isEqualTo(odd);
            assertThat(edited.getStringProperty("odd")).isEqualTo(odd);
            assertThat(edited.getStringProperty("empty")).isEmpty();
            assertThat(edited.getObjectProperty("number")).isEqualTo((byte) -3);
            assertThat(edited.getObjectProperty("ratio")).isEqualTo(Float.NaN);
            assertThat(edited.getJMSType()).isEmpty();
        }
    }

    @Test
    @DisplayName("BEY-08 a resubmission can be cancelled between two messages, and reports its progress")
    void shouldBeCancelled() throws JMSException {
        for (String text : new String[] {"a", "b", "c"}) {
            deadLetter(text(text));
        }
        BulkResult two =
                admin.messages(DEAD_LETTERS).resubmit(MessageFilter.all(), MessageEdit.none(), done -> done < 2);
        assertThat(two).isEqualTo(new BulkResult(2, 0, true));
        assertThat(drain(queue)).containsExactly("a", "b");
        assertThat(admin.statistics("q").deadLettered()).isEqualTo(1);
    }

    @Test
    @DisplayName("BEY-08 TTL-20 a resubmission restarts the time to live")
    void shouldLiveAnew() throws JMSException {
        try (MessageProducer producer = session.createProducer(queue);
                MessageConsumer consumer = session.createConsumer(queue)) {
            producer.setTimeToLive(60_000);
            producer.send(session.createTextMessage("a"));
            PeekLock.of(receive(consumer)).deadLetter("Because", null, Map.of());
            time.jump(Duration.ofSeconds(90));
            long nowMillis = time.storeMillis();
            assertThat(resubmit(MessageEdit.none().withText("b")).processed()).isEqualTo(1);
            Message again = receive(consumer);
            assertThat(again.getJMSExpiration()).isBetween(nowMillis + 55_000, nowMillis + 90_000);
        }
    }

    @Test
    @DisplayName("BEY-08 SND-06 duplicate detection accepts a resubmitted message, which would otherwise be lost")
    void shouldNotBeADuplicate() throws JMSException {
        admin.createQueue("q", QueueOptions.defaults().withDuplicateDetectionWindow(Duration.ofMinutes(10)));
        TextMessage message = text("a");
        message.setStringProperty("JMS_Restante_DuplicateId", "same");
        deadLetter(message);
        assertThat(resubmit(MessageEdit.none().withText("b")).processed()).isEqualTo(1);
        assertThat(drain(queue)).containsExactly("b");
    }

    @Test
    @DisplayName("BEY-08 TOP-02 a resubmitted dead letter of a subscription goes to that subscription only")
    void shouldGoBackToSubscription() throws Exception {
        Topic news = session.createTopic("news");
        session.createSharedDurableConsumer(news, "two").close();
        try (MessageConsumer one = session.createSharedDurableConsumer(news, "one")) {
            session.createProducer(news).send(session.createTextMessage("a"));
            PeekLock.of(receive(one)).deadLetter("Because", null, Map.of());
            String dead = "news/Subscriptions/:one/$DeadLetterQueue";
            assertThat(admin.messages(dead)
                            .resubmit(MessageFilter.all(), MessageEdit.none().withText("b"), done -> true)
                            .processed())
                    .isEqualTo(1);
            Message back = receive(one);
            assertThat(text(back)).isEqualTo("b");
            assertThat(back.getJMSDestination()).isEqualTo(news);
            PeekLock.of(back).complete();
        }
        assertThat(admin.topics().statistics(null, "two").available()).isEqualTo(1);
        assertThat(stored("COUNT(*) FROM restante_message")).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "BEY-08 STA-02 a target whose sends are disabled gets no resubmitted message, and the dead letter stays")
    void shouldRespectStatus() throws JMSException {
        deadLetter(text("a"));
        admin.disable("q");
        assertCode("RESTANTE-ENTITY-DISABLED", () -> resubmit(MessageEdit.none()));
        assertThat(admin.statistics("q").deadLettered()).isEqualTo(1);
    }
}
