package dev.restante.jta;

import static dev.restante.JmsContract.awaitWaiting;
import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.restante.PeekLock;
import dev.restante.admin.TopicOptions;
import dev.restante.jta.ExpiryParticipant.ExpiryDisposition;
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

@DisplayName("expiry participants")
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
            "TTL-19, TTL-17 a row of another database commits with the dead letter, which has its usual properties")
    void shouldMoveWithRow() throws Exception {
        BlockingQueue<Message> shown = new LinkedBlockingQueue<>();
        Message sent = expire("q");
        try (ExpiryParticipation participation = participate(message -> {
            write(message);
            assertThat(table.count(key)).isZero();
            assertEmpty(DEAD_LETTERS);
            shown.add(message);
            return ExpiryDisposition.DEAD_LETTER;
        })) {
            Message dead = awaitDeadLetter();
            // The transaction manager commits the resources one after the other.
            eventually("the row is committed", () -> table.count(key) == 1);
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
    @DisplayName("TTL-19 the participation in the documentation works")
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
            eventually(
                    "the message is dead-lettered",
                    () -> admin.statistics("orders").deadLettered() == 1);
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
    @DisplayName("TTL-19 a participant can move dead letters to a queue of another provider")
    void shouldMoveElsewhere() throws Exception {
        CountDownLatch sent = new CountDownLatch(1);
        try (ArtemisPartner broker = new ArtemisPartner(ArtemisServer.url())) {
            try (ExpiryParticipation participation = participate(message -> {
                enlist(broker.resource());
                broker.write(((TextMessage) message).getText());
                sent.countDown();
                return ExpiryDisposition.REMOVE;
            })) {
                expire("q");
                assertThat(sent.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
            }
            assertThat(broker.count(key)).isOne();
        }
        assertEmpty("q", "expired", DEAD_LETTERS);
    }

    @Test
    @DisplayName("TTL-19 a failing participant causes a rollback, and a counted retry after the back-off")
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
            return ExpiryDisposition.DEAD_LETTER;
        })) {
            assertThat(awaitDeadLetter().getStringProperty("DeadLetterErrorDescription"))
                    .doesNotContain("participant");
        }
        assertThat(attempts).containsExactly(1, 2, 3, 4);
        assertThat(table.count(key)).isOne();
        assertEmpty("q", "expired");
    }

    @Test
    @DisplayName(
            "TTL-19 the last delivery dead-letters the message without the participant, and the dead letter says so")
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
                    .endsWith(" The expiry participant did not complete the message in 2 deliveries. The message"
                            + " was dead-lettered without it.");
        }
        assertThat(attempts).hasValue(2);
        assertThat(table.count(key)).isZero();
        assertEmpty("q", "expired");
    }

    @Test
    @DisplayName(
            "TTL-19 participants can share a waiting queue, and each participant gets the messages of its own source")
    void shouldShareQueue() throws Exception {
        admin.createQueue("o'q", MORTAL);
        admin.topics().create("t", TopicOptions.defaults());
        admin.topics().createSubscription("t", null, "s", true, null, MORTAL);
        String subscription = "t/Subscriptions/:s";
        BlockingQueue<String> sources = new LinkedBlockingQueue<>();
        ExpiryParticipant participant = message -> {
            sources.add(message.getStringProperty("DeadLetterSource"));
            return ExpiryDisposition.DEAD_LETTER;
        };
        expire("q");
        expire("o'q");
        expire("t");
        eventually(
                "all expired messages wait for a participant",
                () -> admin.statistics("expired").available() == 3);
        try (ExpiryParticipation ofQueue = ExpiryParticipation.start(factory, "o'q", transactions, participant)) {
            eventually(
                    "the message of the queue is dead-lettered",
                    () -> admin.statistics("o'q").deadLettered() == 1);
        }
        assertThat(sources).containsExactly("o'q");
        try (ExpiryParticipation ofSubscription =
                ExpiryParticipation.start(factory, subscription, transactions, participant)) {
            eventually(
                    "the message of the subscription is dead-lettered",
                    () -> admin.topics().statistics(null, "s").deadLettered() == 1);
        }
        assertThat(sources).containsExactly("o'q", subscription);
        assertThat(admin.statistics("expired").available()).isOne();
    }

    @Test
    @DisplayName(
            "TTL-19 closing a participation waits for the participant, and later messages wait for a new participation")
    void shouldEnd() throws Exception {
        expire("q");
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        ExpiryParticipation participation = participate(message -> {
            begun.countDown();
            assertThat(ended.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
            write(message);
            return ExpiryDisposition.DEAD_LETTER;
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
        eventually(
                "the expired message waits for a participant",
                () -> admin.statistics("expired").available() == 1);
        CountDownLatch closed = new CountDownLatch(1);
        ExpiryParticipation[] closesItself = new ExpiryParticipation[1];
        CountDownLatch known = new CountDownLatch(1);
        closesItself[0] = participate(message -> {
            assertThat(known.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
            closesItself[0].close();
            closed.countDown();
            return ExpiryDisposition.REMOVE;
        });
        known.countDown();
        assertThat(closed.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
        closesItself[0].close();
        assertEmpty("expired");
    }

    @Test
    @DisplayName(
            "TTL-19 only the transaction settles a message: acknowledging has no effect, and peek-lock is rejected")
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
            return ExpiryDisposition.DEAD_LETTER;
        })) {
            awaitDeadLetter();
        }
        assertThat(attempts).containsExactly(1, 2);
        assertEmpty("expired");
    }

    @Test
    @DisplayName("TTL-19 messages of groups and non-persistent messages are retried after a rollback, and move once")
    void shouldMoveAllKinds() throws Exception {
        Change none = message -> {};
        Change grouped = message -> message.setStringProperty("JMSXGroupID", "g");
        AtomicInteger attempts = new AtomicInteger();
        try (ExpiryParticipation participation = participate(message -> {
            write(message);
            if (attempts.incrementAndGet() % 2 == 1) {
                throw new IllegalStateException("on purpose");
            }
            return ExpiryDisposition.DEAD_LETTER;
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
    @DisplayName("TTL-19 a participant that misuses the transactions of its thread neither harms nor loses a message")
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
            return ExpiryDisposition.DEAD_LETTER;
        })) {
            expire("q");
            assertThat(awaitDeadLetter().getStringProperty("DeadLetterErrorDescription"))
                    .endsWith(" The expiry participant committed the transaction itself.");
        }
        left.remove().rollback();
        assertThat(calls).hasValue(4);
        assertEmpty("q", "expired");
    }

    @Test
    @DisplayName("TTL-19 a participation continues when its deleted waiting queue is created again")
    void shouldOutliveWaitingQueue() throws Exception {
        try (ExpiryParticipation participation = participate(message -> ExpiryDisposition.DEAD_LETTER)) {
            expire("q");
            awaitDeadLetter();
            admin.deleteQueue("expired", true);
            admin.createQueue("expired", WAITING);
            expire("q");
            awaitDeadLetter();
        }
    }

    @Test
    @DisplayName("TTL-19 a message that could not join a transaction is delivered again at once")
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
                ExpiryParticipation.start(factory, "q", failing, message -> ExpiryDisposition.DEAD_LETTER)) {
            // The lock of the message would last for 30 s.
            awaitDeadLetter();
        }
        assertThat(begins).hasValue(2);
    }
}
