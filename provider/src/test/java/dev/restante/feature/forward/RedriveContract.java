package dev.restante.feature.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.admin.BulkResult;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessageState;
import dev.restante.admin.MessagesAdmin;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RedriveOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Redrives of dead letters to their sources. */
public abstract class RedriveContract extends JmsContract {

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

    private MessagesAdmin deadLetters() {
        return admin.messages(DEAD_LETTERS);
    }

    /** Sends texts to a queue, each with its number as property {@code i}, and dead-letters them. */
    private void deadLetter(Queue from, String... texts) throws JMSException {
        try (MessageProducer producer = session.createProducer(from);
                MessageConsumer consumer = session.createConsumer(from)) {
            for (int i = 0; i < texts.length; i++) {
                TextMessage message = session.createTextMessage(texts[i]);
                message.setIntProperty("i", i);
                producer.send(message);
                PeekLock.of(receive(consumer)).deadLetter("Because", "in words", Map.of());
            }
        }
    }

    @Test
    @DisplayName("BEY-03 a redrive moves dead letters behind the messages of their queue, as if they were new")
    void shouldGoBack() throws JMSException {
        deadLetter(queue, "a", "b");
        send(queue, "there");
        // Positions have a resolution of one millisecond.
        time.jump(Duration.ofMillis(1));
        assertThat(deadLetters().redrive(RedriveOptions.all())).isEqualTo(new BulkResult(2, 0, false));
        assertThat(admin.statistics(DEAD_LETTERS).available()).isZero();
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            assertThat(text(receive(consumer))).isEqualTo("there");
            Message back = receive(consumer);
            assertThat(text(back)).isEqualTo("a");
            assertThat(back.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
            assertThat(back.getJMSRedelivered()).isFalse();
            for (String property : List.of("DeadLetterReason", "DeadLetterErrorDescription", "DeadLetterSource")) {
                assertThat(back.propertyExists(property)).as(property).isFalse();
            }
            assertThat(text(receive(consumer))).isEqualTo("b");
            assertNothing(consumer);
        }
    }

    @Test
    @DisplayName(
            "BEY-03 a redriven message keeps the properties that a consumer changed when it dead-lettered the message")
    void shouldKeepChangedProperties() throws JMSException {
        send(queue, "a");
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            PeekLock.of(receive(consumer)).deadLetter("Because", null, Map.of("step", 3));
            deadLetters().redrive(RedriveOptions.all());
            assertThat(receive(consumer).getIntProperty("step")).isEqualTo(3);
        }
    }

    @Test
    @DisplayName(
            "BEY-03 TTL-20 each redrive restarts the time to live and sets JMSExpiration, also after a second expiry")
    void shouldLiveAnew() throws JMSException {
        admin.createQueue("mortal", QueueOptions.defaults().withDeadLetterOnExpiry(true));
        Queue mortal = queue("mortal");
        MessagesAdmin dead = admin.messages("mortal/$DeadLetterQueue");
        try (MessageProducer producer = session.createProducer(mortal)) {
            producer.setTimeToLive(60_000);
            producer.send(session.createTextMessage("a"));
        }
        for (int life = 1; life <= 2; life++) {
            time.jump(Duration.ofSeconds(90));
            eventually(
                    "the message has expired", () -> admin.statistics("mortal").deadLettered() == 1);
            long nowMillis = time.storeMillis();
            assertThat(dead.redrive(RedriveOptions.all()).processed()).isEqualTo(1);
            Session looking = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
            try (MessageConsumer consumer = looking.createConsumer(mortal)) {
                Message message = receive(consumer);
                assertThat(message.getJMSExpiration()).isBetween(nowMillis + 55_000, nowMillis + 90_000);
                PeekLock.of(message).abandon();
            }
            looking.close();
        }
        time.jump(Duration.ofSeconds(90));
        eventually("the message has expired", () -> admin.statistics("mortal").deadLettered() == 1);
        long lastMillis = time.storeMillis() - 90_000 + 60_000;
        try (MessageConsumer consumer = session.createConsumer(session.createQueue("mortal/$DeadLetterQueue"))) {
            assertThat(receive(consumer).getLongProperty("JMS_Restante_OriginalExpiration"))
                    .isBetween(lastMillis - 30_000, lastMillis + 30_000);
        }
    }

    @Test
    @DisplayName("BEY-03 a selector and a maximum number choose the dead letters that a redrive moves")
    void shouldChoose() throws JMSException {
        deadLetter(queue, "a", "b", "c", "d", "e", "f");
        MessageFilter all = MessageFilter.all();
        RedriveOptions some =
                RedriveOptions.all().withFilter(all.withSelector("i >= 4 AND DeadLetterReason = 'Because'"));
        assertThat(deadLetters().redrive(some).processed()).isEqualTo(2);
        assertThat(drain(queue)).containsExactly("e", "f");
        assertThat(deadLetters()
                        .redrive(RedriveOptions.all().withMaxMessages(3))
                        .processed())
                .isEqualTo(3);
        assertThat(drain(queue)).containsExactly("a", "b", "c");
        assertCode("RESTANTE-INVALID-ARGUMENT", () -> deadLetters()
                .redrive(RedriveOptions.all().withFilter(all.withStates(MessageState.LOCKED))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedriveOptions.all().withMaxMessages(0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedriveOptions.all().withMessagesPerSecond(-1));
    }

    @Test
    @DisplayName(
            "BEY-03 a redrive moves prefetched dead letters, but leaves locked dead letters in the dead-letter queue")
    void shouldTakeFromBuffer() throws JMSException {
        Queue dead = session.createQueue(DEAD_LETTERS);
        try (MessageConsumer consumer = session.createConsumer(dead)) {
            deadLetter(queue, "a", "b", "c");
            Message locked = receive(consumer);
            assertThat(deadLetters().redrive(RedriveOptions.all()).processed()).isEqualTo(2);
            assertNothing(consumer);
            assertThat(drain(queue)).containsExactly("b", "c");
            locked.acknowledge();
        }
        assertThat(admin.statistics("q").deadLettered()).isZero();
    }

    @Test
    @DisplayName("BEY-03 TOP-02 dead letters of a subscription return to that subscription only")
    void shouldGoBackToSubscription() throws Exception {
        Topic news = session.createTopic("news");
        session.createSharedDurableConsumer(news, "two").close();
        try (MessageConsumer one = session.createSharedDurableConsumer(news, "one")) {
            session.createProducer(news).send(session.createTextMessage("a"));
            Message message = receive(one);
            PeekLock.of(message).deadLetter("Because", null, Map.of());
            String dead = "news/Subscriptions/:one/$DeadLetterQueue";
            try (MessageConsumer graveyard = session.createConsumer(session.createQueue(dead))) {
                Message buried = receive(graveyard);
                assertThat(buried.getStringProperty("DeadLetterSource")).isEqualTo("news/Subscriptions/:one");
                PeekLock.of(buried).abandon();
            }
            assertThat(admin.messages(dead).redrive(RedriveOptions.all()).processed())
                    .isEqualTo(1);
            assertThat(admin.topics().statistics(null, "two").available()).isEqualTo(1);
            PeekLock.of(receive(one)).complete();
            assertNothing(one);
        }
        // The message row is deleted with its last delivery.
        assertThat(stored("COUNT(*) FROM restante_message")).isEqualTo(1);
        admin.topics().messages(null, "two").purge(MessageFilter.all());
        assertThat(stored("COUNT(*) FROM restante_message")).isZero();
        assertThat(stored("COUNT(*) FROM restante_shared_message")).isZero();
    }

    @Test
    @DisplayName(
            "BEY-03 FWD-02 dead letters of a common queue return to their sources, and messages without a source stay")
    void shouldGoBackFromCommonQueue() throws JMSException {
        admin.createQueue("common", QueueOptions.defaults());
        QueueOptions toCommon = QueueOptions.defaults().withDeadLetterTo("common");
        for (String name : List.of("one", "two", "gone", ":s")) {
            admin.createQueue(name, toCommon);
        }
        admin.topics().create("news", dev.restante.admin.TopicOptions.defaults());
        admin.topics().createSubscription("news", null, "s", true, null, toCommon);
        for (String name : List.of("one", "two", "gone", ":s")) {
            deadLetter(queue(name), "from " + name);
        }
        Topic news = session.createTopic("news");
        session.createProducer(news).send(session.createTextMessage("from news"));
        try (MessageConsumer consumer = session.createSharedDurableConsumer(news, "s")) {
            PeekLock.of(receive(consumer)).deadLetter("Because", null, Map.of());
        }
        send(queue("common"), "from nowhere");
        assertThat(admin.deleteQueue("gone")).isTrue();

        assertThat(admin.messages("common").redrive(RedriveOptions.all())).isEqualTo(new BulkResult(4, 2, false));
        for (String name : List.of("one", "two", ":s")) {
            assertThat(drain(queue(name))).containsExactly("from " + name);
        }
        assertThat(admin.topics().statistics(null, "s").available()).isEqualTo(1);
        assertThat(drain(queue("common"))).containsExactly("from gone", "from nowhere");
    }

    @Test
    @DisplayName("BEY-03 a redrive to a named queue moves messages with and without a source")
    void shouldGoToNamedQueue() throws JMSException {
        deadLetter(queue, "a");
        send(session.createQueue(DEAD_LETTERS), "b");
        admin.createQueue("repair", QueueOptions.defaults());
        RedriveOptions options = RedriveOptions.all().withTarget("repair");
        assertThat(deadLetters().redrive(options)).isEqualTo(new BulkResult(2, 0, false));
        assertThat(drain(queue("repair"))).containsExactly("a", "b");
        assertThatExceptionOfType(InvalidDestinationException.class)
                .isThrownBy(() -> deadLetters().redrive(options.withTarget("none")));
        assertCode("RESTANTE-INVALID-ARGUMENT", () -> deadLetters().redrive(options.withTarget(DEAD_LETTERS)));
    }

    @Test
    @DisplayName("BEY-03 a redrive keeps its rate, reports its progress, and can be cancelled")
    void shouldKeepRate() throws JMSException {
        String[] texts = new String[40];
        java.util.Arrays.setAll(texts, i -> "m" + i);
        deadLetter(queue, texts);
        long startedNanos = System.nanoTime();
        RedriveOptions slowly = RedriveOptions.all().withMessagesPerSecond(50).withMaxMessages(21);
        List<Long> told = new ArrayList<>();
        BulkResult result = deadLetters().redrive(slowly, told::add);
        // The first message moves immediately, and each further message a fiftieth of a second later.
        assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos))
                .isGreaterThanOrEqualTo(400);
        assertThat(result).isEqualTo(new BulkResult(21, 0, false));
        assertThat(told).isSorted().endsWith(21L).hasSizeGreaterThanOrEqualTo(5);

        BulkResult cancelled = deadLetters().redrive(slowly, done -> done < 2);
        assertThat(cancelled.cancelled()).isTrue();
        // At most the messages of a tenth of a second move at once.
        assertThat(cancelled.processed()).isBetween(2L, 2L + 5);
        assertThat(admin.statistics("q").deadLettered()).isEqualTo(40 - 21 - cancelled.processed());
    }

    @Test
    @DisplayName("BEY-03 an interrupted redrive ends, and its thread stays interrupted")
    void shouldEndWhenInterrupted() throws Exception {
        deadLetter(queue, "a", "b", "c");
        CountDownLatch begun = new CountDownLatch(1);
        Thread[] redriver = new Thread[1];
        CompletableFuture<BulkResult> redriving = onOtherThread(() -> {
            redriver[0] = Thread.currentThread();
            BulkResult result = deadLetters().redrive(RedriveOptions.all().withMessagesPerSecond(0.001), done -> {
                begun.countDown();
                return true;
            });
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
            return result;
        });
        await(begun);
        redriver[0].interrupt();
        assertThat(result(redriving)).isEqualTo(new BulkResult(1, 0, true));
    }

    @Test
    @DisplayName("BEY-03 a redrive leaves messages that are dead-lettered again while it runs")
    void shouldEndAlthoughTheyComeBack() throws Exception {
        String[] texts = new String[20];
        java.util.Arrays.setAll(texts, i -> "m" + i);
        deadLetter(queue, texts);
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<Integer> poison = onOtherThread(() -> {
            int again = 0;
            try (Session other = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
                    MessageConsumer consumer = other.createConsumer(queue)) {
                while (!over.get() || again < 20) {
                    Message message = consumer.receive(50);
                    if (message != null) {
                        PeekLock.of(message).deadLetter("Again", null, Map.of());
                        again++;
                    }
                }
            }
            return again;
        });
        assertThat(deadLetters()
                        .redrive(RedriveOptions.all().withMessagesPerSecond(200))
                        .processed())
                .isEqualTo(20);
        over.set(true);
        assertThat(result(poison)).isEqualTo(20);
        assertThat(admin.statistics("q").deadLettered()).isEqualTo(20);
    }

    @Test
    @DisplayName("BEY-03 each dead letter goes either to a redrive or to a consumer of the dead-letter queue")
    void shouldShareWithReceivers() throws Exception {
        String[] texts = new String[200];
        java.util.Arrays.setAll(texts, i -> "m" + i);
        deadLetter(queue, texts);
        AtomicBoolean over = new AtomicBoolean();
        CompletableFuture<List<String>> receiving = onOtherThread(() -> {
            List<String> received = new ArrayList<>();
            try (Session other = connection.createSession();
                    MessageConsumer consumer = other.createConsumer(other.createQueue(DEAD_LETTERS))) {
                while (!over.get()) {
                    Message message = consumer.receive(20);
                    if (message != null) {
                        received.add(text(message));
                    }
                }
            }
            return received;
        });
        while (admin.statistics("q").deadLettered() > 0) {
            deadLetters()
                    .redrive(RedriveOptions.all().withMessagesPerSecond(500).withMaxMessages(50));
        }
        over.set(true);
        List<String> all = new ArrayList<>(result(receiving));
        all.addAll(drain(queue));
        assertThat(all).containsExactlyInAnyOrder(texts);
    }
}
