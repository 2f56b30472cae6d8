package dev.restante.jta;

import static dev.restante.JmsContract.awaitWaiting;
import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.restante.PeekLock;
import dev.restante.admin.TopicOptions;
import dev.restante.jta.ExpiryParticipant.Disposition;
import dev.restante.testing.PostgresServer;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.lang.reflect.Proxy;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.xa.PGXADataSource;

/** How expired messages move together with the work of a participant. */
@DisplayName("participants in the moves of expired messages")
abstract class ExpiryParticipationContract extends ExpiryParticipationFixture {

    private void enlist(XAResource resource) throws Exception {
        assertThat(transactions.getTransaction().enlistResource(resource)).isTrue();
    }

    private void write(Message message) throws Exception {
        enlist(table.resource());
        table.write(((TextMessage) message).getText());
    }

    @Test
    @DisplayName(
            "TTL-19, TTL-17 a row of another database and the dead letter come together; that says what others say")
    void shouldMoveWithRow() throws Exception {
        BlockingQueue<Message> shown = new LinkedBlockingQueue<>();
        Message sent = expire("q");
        try (ExpiryParticipation participation = participate(message -> {
            write(message);
            assertThat(table.count(key)).isZero();
            assertEmpty(DEAD_LETTERS);
            shown.add(message);
            return Disposition.DEAD_LETTER;
        })) {
            Message dead = awaitDeadLetter();
            // The resources of a transaction are told one after the other.
            eventually("the row is there", () -> table.count(key) == 1);
            for (Message each : new Message[] {shown.remove(), dead}) {
                assertThat(each.getBody(String.class)).isEqualTo(key);
                assertThat(each.getJMSMessageID()).isEqualTo(sent.getJMSMessageID());
                assertThat(each.getJMSExpiration()).isZero();
                assertThat(each.getStringProperty("DeadLetterReason")).isEqualTo("TTLExpiredException");
                assertThat(each.getStringProperty("DeadLetterErrorDescription")).startsWith("Expired at ");
                assertThat(each.getStringProperty("DeadLetterSource")).isEqualTo("q");
                assertThat(each.getLongProperty("JMS_Restante_OriginalExpiration"))
                        .isEqualTo(sent.getJMSExpiration());
                assertThat(each.getIntProperty("JMSXDeliveryCount")).isOne();
            }
        }
        assertEmpty("q", "expired");
    }

    @Test
    @DisplayName("TTL-19 the participation that the documentation shows")
    void shouldRunWhatIsDocumented() throws Exception {
        String database = PostgresServer.newDatabase();
        try (java.sql.Connection setUp = DriverManager.getConnection(database);
                Statement statement = setUp.createStatement()) {
            statement.execute("CREATE TABLE overdue (message_id text PRIMARY KEY)");
        }
        PGXADataSource source = new PGXADataSource();
        source.setUrl(database);
        XAConnection xa = source.getXAConnection();
        try (java.sql.Connection jdbc = xa.getConnection();
                ExpiryParticipation participation =
                        DocumentedParticipation.begin(factory, admin, transactions, xa, jdbc)) {
            expire("orders");
            eventually("dead", () -> admin.statistics("orders").deadLettered() == 1);
        }
        try (java.sql.Connection looking = DriverManager.getConnection(database);
                Statement count = looking.createStatement();
                ResultSet rows = count.executeQuery("SELECT count(*) FROM overdue")) {
            rows.next();
            assertThat(rows.getInt(1)).isOne();
        } finally {
            xa.close();
        }
    }

    @Test
    @DisplayName("TTL-19 dead letters move to a queue of another provider")
    void shouldMoveElsewhere() throws Exception {
        CountDownLatch sent = new CountDownLatch(1);
        try (ArtemisPartner broker = new ArtemisPartner(ArtemisServer.url())) {
            try (ExpiryParticipation participation = participate(message -> {
                enlist(broker.resource());
                broker.write(((TextMessage) message).getText());
                sent.countDown();
                return Disposition.REMOVE;
            })) {
                expire("q");
                assertThat(sent.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
            }
            assertThat(broker.count(key)).isOne();
        }
        assertEmpty("q", "expired", DEAD_LETTERS);
    }

    @Test
    @DisplayName("TTL-19 while the participant fails all is rolled back, and tried again after the back-off, counted")
    void shouldTryAgain() throws Exception {
        BlockingQueue<Integer> attempts = new LinkedBlockingQueue<>();
        expire("q");
        try (ExpiryParticipation participation = participate(message -> {
            int attempt = message.getIntProperty("JMSXDeliveryCount");
            attempts.add(attempt);
            write(message);
            switch (attempt) {
                case 1 -> throw new IllegalStateException("on purpose");
                case 2 -> transactions.setRollbackOnly();
                case 3 -> throw new AssertionError("on purpose");
                default -> {}
            }
            return Disposition.DEAD_LETTER;
        })) {
            assertThat(awaitDeadLetter().getStringProperty("DeadLetterErrorDescription"))
                    .doesNotContain("participant");
        }
        assertThat(attempts).containsExactly(1, 2, 3, 4);
        assertThat(table.count(key)).isOne();
        assertEmpty("q", "expired");
    }

    @Test
    @DisplayName("TTL-19 the last delivery goes without the participant, and the dead letter says so")
    void shouldGiveUp() throws Exception {
        admin.alterQueue("expired", WAITING.withMaxDeliveryCount(3));
        AtomicInteger attempts = new AtomicInteger();
        expire("q");
        try (ExpiryParticipation participation = participate(message -> {
            attempts.incrementAndGet();
            write(message);
            throw new IllegalStateException("on purpose");
        })) {
            Message dead = awaitDeadLetter();
            assertThat(dead.getBody(String.class)).isEqualTo(key);
            assertThat(dead.getStringProperty("DeadLetterReason")).isEqualTo("TTLExpiredException");
            assertThat(dead.getStringProperty("DeadLetterSource")).isEqualTo("q");
            assertThat(dead.getStringProperty("DeadLetterErrorDescription"))
                    .startsWith("Expired at ")
                    .endsWith(" Its expiry participant had not completed it in 2 deliveries and was left out.");
        }
        assertThat(attempts).hasValue(2);
        assertThat(table.count(key)).isZero();
        assertEmpty("q", "expired");
    }

    @Test
    @DisplayName("TTL-19 the queue where expired messages wait can be shared; each participant gets those of its own")
    void shouldShareQueue() throws Exception {
        admin.createQueue("o'q", MORTAL);
        admin.topics().create("t", TopicOptions.defaults());
        admin.topics().createSubscription("t", null, "s", true, null, MORTAL);
        String subscription = "t/Subscriptions/:s";
        BlockingQueue<String> sources = new LinkedBlockingQueue<>();
        ExpiryParticipant participant = message -> {
            sources.add(message.getStringProperty("DeadLetterSource"));
            return Disposition.DEAD_LETTER;
        };
        expire("q");
        expire("o'q");
        expire("t");
        eventually("all wait", () -> admin.statistics("expired").available() == 3);
        try (ExpiryParticipation ofQueue = ExpiryParticipation.begin(factory, "o'q", transactions, participant)) {
            eventually("dead", () -> admin.statistics("o'q").deadLettered() == 1);
        }
        assertThat(sources).containsExactly("o'q");
        try (ExpiryParticipation ofSubscription =
                ExpiryParticipation.begin(factory, subscription, transactions, participant)) {
            eventually("dead", () -> admin.topics().statistics(null, "s").deadLettered() == 1);
        }
        assertThat(sources).containsExactly("o'q", subscription);
        assertThat(admin.statistics("expired").available()).isOne();
    }

    @Test
    @DisplayName("TTL-19 the end of a participation waits for the participant; what expires later waits for the next")
    void shouldEnd() throws Exception {
        expire("q");
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        ExpiryParticipation participation = participate(message -> {
            begun.countDown();
            assertThat(ended.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
            write(message);
            return Disposition.DEAD_LETTER;
        });
        assertThat(begun.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
        Thread closing = new Thread(participation::close);
        closing.start();
        awaitWaiting(closing);
        ended.countDown();
        closing.join(PATIENCE_MILLIS);
        assertThat(closing.isAlive()).isFalse();
        assertThat(table.count(key)).isOne();
        assertThat(admin.statistics("q").deadLettered()).isOne();

        expire("q");
        eventually("waits", () -> admin.statistics("expired").available() == 1);
        CountDownLatch closed = new CountDownLatch(1);
        ExpiryParticipation[] closesItself = new ExpiryParticipation[1];
        CountDownLatch known = new CountDownLatch(1);
        closesItself[0] = participate(message -> {
            assertThat(known.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
            closesItself[0].close();
            closed.countDown();
            return Disposition.REMOVE;
        });
        known.countDown();
        assertThat(closed.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
        closesItself[0].close();
        assertEmpty("expired");
    }

    @Test
    @DisplayName("TTL-19 the transaction alone decides: acknowledging does nothing, and there is no peek-lock")
    void shouldLeaveToTransaction() throws Exception {
        expire("q");
        BlockingQueue<Integer> attempts = new LinkedBlockingQueue<>();
        try (ExpiryParticipation participation = participate(message -> {
            message.acknowledge();
            assertThatIllegalStateException().isThrownBy(() -> PeekLock.of(message));
            attempts.add(message.getIntProperty("JMSXDeliveryCount"));
            if (attempts.size() == 1) {
                throw new IllegalStateException("on purpose");
            }
            return Disposition.DEAD_LETTER;
        })) {
            awaitDeadLetter();
        }
        assertThat(attempts).containsExactly(1, 2);
        assertEmpty("expired");
    }

    @Test
    @DisplayName("TTL-19 messages of a group, and non-persistent ones, come again after a rollback, and move once")
    void shouldMoveAllKinds() throws Exception {
        Change none = message -> {};
        Change grouped = message -> message.setStringProperty("JMSXGroupID", "g");
        AtomicInteger attempts = new AtomicInteger();
        try (ExpiryParticipation participation = participate(message -> {
            write(message);
            if (attempts.incrementAndGet() % 2 == 1) {
                throw new IllegalStateException("on purpose");
            }
            return Disposition.DEAD_LETTER;
        })) {
            expire("q", none, DeliveryMode.NON_PERSISTENT);
            awaitDeadLetter();
            for (int i = 0; i < 2; i++) {
                expire("q", grouped, DeliveryMode.PERSISTENT);
                assertThat(awaitDeadLetter().getStringProperty("JMSXGroupID")).isEqualTo("g");
            }
        }
        assertThat(attempts).hasValue(6);
        assertThat(table.count(key)).isEqualTo(3);
        assertEmpty("q", "expired");
    }

    @Test
    @DisplayName("TTL-19 what a participant does to its thread's transactions harms no other message, and loses none")
    void shouldBearMisuse() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        BlockingQueue<Transaction> left = new LinkedBlockingQueue<>();
        try (ExpiryParticipation participation = participate(message -> {
            switch (calls.incrementAndGet()) {
                case 1 -> transactions.suspend();
                case 2 -> {
                    transactions.suspend();
                    transactions.begin();
                    left.add(transactions.getTransaction());
                }
                case 3 -> transactions.rollback();
                default -> transactions.commit();
            }
            return Disposition.DEAD_LETTER;
        })) {
            expire("q");
            assertThat(awaitDeadLetter().getStringProperty("DeadLetterErrorDescription"))
                    .endsWith(" Its expiry participant had committed the transaction by itself.");
        }
        left.remove().rollback();
        assertThat(calls).hasValue(4);
        assertEmpty("q", "expired");
    }

    @Test
    @DisplayName(
            "TTL-19 a queue where messages wait is not made anew once it is deleted; when it is there again, all goes on")
    void shouldOutliveWaitingQueue() throws Exception {
        try (ExpiryParticipation participation = participate(message -> Disposition.DEAD_LETTER)) {
            expire("q");
            awaitDeadLetter();
            admin.deleteQueue("expired", true);
            admin.createQueue("expired", WAITING);
            expire("q");
            awaitDeadLetter();
        }
    }

    @Test
    @DisplayName("TTL-19 what could not be taken into a transaction comes again at once")
    void shouldGiveBack() throws Exception {
        AtomicInteger begins = new AtomicInteger();
        TransactionManager failing = (TransactionManager) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {TransactionManager.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("begin") && begins.getAndIncrement() == 0) {
                        throw new SystemException("on purpose");
                    }
                    return method.invoke(transactions, arguments);
                });
        expire("q");
        try (ExpiryParticipation participation =
                ExpiryParticipation.begin(factory, "q", failing, message -> Disposition.DEAD_LETTER)) {
            // Its lock would last for 30 s.
            awaitDeadLetter();
        }
        assertThat(begins).hasValue(2);
    }
}
