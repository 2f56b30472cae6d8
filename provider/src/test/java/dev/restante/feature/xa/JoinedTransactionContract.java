package dev.restante.feature.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.JdbcTransactions;
import dev.restante.JmsContract;
import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import dev.restante.model.DestinationName;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TransactionInProgressException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("sessions in transactions of the application")
@Timeout(60)
public abstract class JoinedTransactionContract extends JmsContract {

    private Connection jdbc;
    private jakarta.jms.Connection joining;
    private Session session;
    private Queue in;
    private Queue out;

    @BeforeEach
    final void openJoiningSession() throws JMSException, SQLException {
        jdbc = jdbc();
        try (Statement statement = jdbc.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS business (name VARCHAR(50) PRIMARY KEY)");
        }
        jdbc.setAutoCommit(false);
        joining = factory.joining(JdbcTransactions.of(jdbc)).createConnection();
        joining.start();
        session = joining.createSession();
        in = session.createQueue("in");
        out = session.createQueue("out");
    }

    @AfterEach
    final void closeJdbc() throws SQLException {
        if (!jdbc.isClosed()) {
            jdbc.setAutoCommit(false);
            jdbc.rollback();
            jdbc.close();
        }
    }

    private Connection jdbc() throws SQLException {
        return jdbc(url());
    }

    private static Connection jdbc(String url) throws SQLException {
        return url.startsWith("jdbc:hsqldb")
                ? DriverManager.getConnection(url, "SA", "")
                : DriverManager.getConnection(url);
    }

    private void insert(String name) throws SQLException {
        try (PreparedStatement insert = jdbc.prepareStatement("INSERT INTO business (name) VALUES (?)")) {
            insert.setString(1, name);
            insert.executeUpdate();
        }
    }

    private long rows() throws SQLException {
        return stored("COUNT(*) FROM business");
    }

    /** Does both until the connection commits. */
    private void sendAndInsert(String text) throws JMSException, SQLException {
        send(session, out, text);
        insert(text);
    }

    /** How many of a queue are available and in flight. */
    private List<Long> content(Queue queue) throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            var statistics = admin.statistics(queue.getQueueName());
            return List.of(statistics.available(), statistics.inFlight());
        }
    }

    private void awaitContent(Queue queue, long available, long inFlight) throws Exception {
        eventually(queue + " has " + available + " available, " + inFlight + " in flight", () -> content(queue)
                .equals(List.of(available, inFlight)));
    }

    @Test
    @DisplayName("BEY-01 what is sent comes with the commit, to whoever waits for it, together with the row")
    void shouldSendWithCommit() throws Exception {
        try (Session other = autoSession();
                MessageConsumer waiting = other.createConsumer(out)) {
            CompletableFuture<Message> received = waitingOnOtherThread(() -> waiting.receive(PATIENCE_MILLIS));
            sendAndInsert("a");
            assertThat(content(out)).containsExactly(0L, 0L);
            assertThat(rows()).isZero();
            assertThat(received).isNotDone();
            jdbc.commit();
            assertThat(text(result(received))).isEqualTo("a");
            assertThat(rows()).isOne();
        }
    }

    @Test
    @DisplayName("BEY-01 what is sent in a transaction that is rolled back was never sent")
    void shouldNotSendWithRollback() throws Exception {
        sendAndInsert("a");
        jdbc.rollback();
        sendAndInsert("b");
        jdbc.commit();
        assertThat(drainAll(out, 1)).containsExactly("b");
        assertThat(rows()).isOne();
    }

    /** So many messages, and nothing more. */
    private List<String> drainAll(Queue queue, int count) throws JMSException {
        List<String> texts = new ArrayList<>();
        try (Session other = autoSession();
                MessageConsumer consumer = other.createConsumer(queue)) {
            while (texts.size() < count) {
                texts.add(text(receive(consumer)));
            }
            assertNothing(consumer);
        }
        return texts;
    }

    @Test
    @DisplayName("BEY-01 what is received is gone with the commit")
    void shouldReceiveWithCommit() throws Exception {
        send(in, "a", "b");
        try (MessageConsumer consumer = session.createConsumer(in)) {
            assertThat(text(receive(consumer))).isEqualTo("a");
            insert("a");
            jdbc.commit();
            assertThat(text(receive(consumer))).isEqualTo("b");
            insert("b");
            jdbc.commit();
        }
        awaitContent(in, 0, 0);
        assertThat(rows()).isEqualTo(2);
        assertThat(stored("COUNT(*) FROM restante_delivery")).isZero();
        assertThat(stored("COUNT(*) FROM restante_message")).isZero();
    }

    @Test
    @DisplayName("BEY-01 what was received in a transaction that is rolled back is delivered again, counted")
    void shouldReturnWithRollback() throws Exception {
        send(in, "a");
        try (MessageConsumer consumer = session.createConsumer(in)) {
            for (int count = 1; count <= 3; count++) {
                Message message = receive(consumer);
                assertThat(message.getIntProperty("JMSXDeliveryCount")).isEqualTo(count);
                assertThat(message.getJMSRedelivered()).isEqualTo(count > 1);
                insert("a");
                jdbc.rollback();
            }
            receive(consumer);
            jdbc.commit();
            awaitContent(in, 0, 0);
            assertThat(rows()).isZero();
        }
    }

    @Test
    @DisplayName("BEY-01 what was undone to a savepoint is undone alone, whether another transaction follows or not")
    void shouldReturnWithSavepoint() throws Exception {
        send(in, "a", "b", "c");
        try (MessageConsumer consumer = session.createConsumer(in)) {
            receive(consumer);
            insert("a");
            Savepoint savepoint = jdbc.setSavepoint("nested");
            assertThat(text(receive(consumer))).isEqualTo("b");
            sendAndInsert("b");
            jdbc.rollback(savepoint);
            jdbc.commit();
            assertThat(text(receive(consumer))).isEqualTo("b");
            jdbc.setSavepoint("again");
            assertThat(text(receive(consumer))).isEqualTo("c");
            jdbc.rollback(jdbc.setSavepoint("nothing"));
            jdbc.commit();
            awaitContent(in, 0, 0);
            assertThat(rows()).isOne();
            assertThat(drain(out)).isEmpty();
        }
    }

    @Test
    @DisplayName("BEY-01 what was undone to a savepoint comes back although the connection is not used again")
    void shouldReturnWithLastSavepoint() throws Exception {
        send(in, "a", "b");
        try (MessageConsumer consumer = session.createConsumer(in)) {
            receive(consumer);
            Savepoint savepoint = jdbc.setSavepoint("nested");
            receive(consumer);
            jdbc.rollback(savepoint);
            jdbc.commit();
        }
        assertThat(drainAll(in, 1)).containsExactly("b");
        awaitContent(in, 0, 0);
    }

    @Test
    @DisplayName("BEY-01 RCV-07 what is rolled back too often is dead-lettered")
    void shouldDeadLetter() throws Exception {
        try (RestanteAdmin admin = factory.admin()) {
            admin.createQueue("poison", QueueOptions.defaults().withMaxDeliveryCount(2));
        }
        Queue poison = session.createQueue("poison");
        send(poison, "a");
        try (MessageConsumer consumer = session.createConsumer(poison)) {
            receive(consumer);
            jdbc.rollback();
            receive(consumer);
            jdbc.rollback();
            assertThat(drainAll(session.createQueue("poison" + DestinationName.DEAD_LETTER_SUFFIX), 1))
                    .containsExactly("a");
        }
    }

    @Test
    @DisplayName("BEY-01 receives, sends and rows of one transaction happen together or not at all, time and again")
    void shouldPassOn() throws Exception {
        int count = 60;
        for (int i = 0; i < count; i++) {
            send(in, "m" + i);
        }
        List<String> passed = new ArrayList<>();
        try (MessageConsumer consumer = session.createConsumer(in)) {
            for (int i = 0; passed.size() < count; i++) {
                Message message = receive(consumer);
                send(session, out, text(message));
                insert(text(message));
                if (i % 3 == 2) {
                    jdbc.rollback();
                } else {
                    jdbc.commit();
                    passed.add(text(message));
                }
            }
        }
        assertThat(passed).hasSize(count).doesNotHaveDuplicates();
        assertThat(rows()).isEqualTo(count);
        assertThat(drainAll(out, count)).containsExactlyInAnyOrderElementsOf(passed);
        awaitContent(in, 0, 0);
    }

    @Test
    @DisplayName("BEY-01 TXN-12 sessions and connections that are closed leave the transaction to the application")
    void shouldOutliveTheSession() throws Exception {
        send(in, "a");
        try (MessageConsumer consumer = session.createConsumer(in)) {
            receive(consumer);
        }
        send(session, out, "b");
        session.close();
        joining.close();
        assertThat(content(in)).containsExactly(0L, 1L);
        jdbc.commit();
        awaitContent(in, 0, 0);
        assertThat(drainAll(out, 1)).containsExactly("b");
    }

    @Test
    @DisplayName("BEY-01 commit, rollback and recover are the application's business, on its connection")
    void shouldNotCommitItself() throws Exception {
        assertThat(session.getTransacted()).isTrue();
        assertThat(session.getAcknowledgeMode()).isEqualTo(Session.SESSION_TRANSACTED);
        send(session, out, "a");
        assertThatThrownBy(session::commit)
                .isInstanceOf(TransactionInProgressException.class)
                .hasMessageContaining("JDBC connection");
        assertThatThrownBy(session::rollback).isInstanceOf(TransactionInProgressException.class);
        assertThatThrownBy(session::recover).isInstanceOf(IllegalStateException.class);
        jdbc.commit();
        assertThat(drainAll(out, 1)).containsExactly("a");
    }

    @Test
    @DisplayName("BEY-01 a connection in auto-commit mode is refused, and what was to be received stays")
    void shouldRefuseAutoCommit() throws Exception {
        send(in, "a");
        jdbc.setAutoCommit(true);
        assertThatThrownBy(() -> send(session, out, "b"))
                .isInstanceOf(JMSException.class)
                .hasMessageContaining("setAutoCommit(false)");
        try (MessageConsumer consumer = session.createConsumer(in)) {
            assertThatThrownBy(() -> consumer.receive(PATIENCE_MILLIS))
                    .isInstanceOf(JMSException.class)
                    .hasMessageContaining("setAutoCommit(false)");
        }
        assertThat(drainAll(in, 1)).containsExactly("a");
        assertThat(drain(out)).isEmpty();
    }

    @Test
    @DisplayName("BEY-01 an isolation in which messages would fail each other is refused")
    void shouldRefuseIsolation() throws Exception {
        jdbc.rollback();
        jdbc.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
        assertThatThrownBy(() -> send(session, out, "b"))
                .isInstanceOf(JMSException.class)
                .hasMessageContaining("serializable")
                .hasMessageContaining("READ COMMITTED");
        jdbc.rollback();
        assertThat(drain(out)).isEmpty();
    }

    @Test
    @DisplayName("BEY-01 a connection to another database is refused")
    void shouldRefuseAnotherDatabase() throws Exception {
        String url = newStoreUrl(directory.resolve("other"));
        // A store too, with a node of the same number.
        try (RestanteConnectionFactory elsewhere = new RestanteConnectionFactory(url);
                JMSContext node = elsewhere.createContext();
                Connection other = jdbc(url)) {
            node.start();
            other.setAutoCommit(false);
            try (JMSContext context =
                    factory.joining(JdbcTransactions.of(other)).createContext()) {
                assertThatThrownBy(() -> context.createProducer().send(out, "b"))
                        .isInstanceOf(jakarta.jms.JMSRuntimeException.class)
                        .hasMessageContaining("another database or schema");
            }
        }
    }

    @Test
    @DisplayName("BEY-01 without a transaction a send is effective at once, and a receive acknowledges")
    void shouldWorkOutside() throws Exception {
        ConnectionFactory outside = factory.joining(() -> null);
        try (JMSContext context = outside.createContext()) {
            context.createProducer().send(out, "a");
            assertThat(content(out)).containsExactly(1L, 0L);
            assertThat(context.createConsumer(out).receiveBody(String.class, PATIENCE_MILLIS))
                    .isEqualTo("a");
            awaitContent(out, 0, 0);
        }
    }

    @Test
    @DisplayName("BEY-01 whoever can tell that a transaction is over is asked once in each, and may tell at any time")
    void shouldBeTold() throws Exception {
        List<Runnable> told = new ArrayList<>();
        ConnectionFactory telling = factory.joining(new JdbcTransactions() {
            @Override
            public Connection current() {
                return jdbc;
            }

            @Override
            public void onCompletion(Runnable action) {
                told.add(action);
            }
        });
        try (JMSContext context = telling.createContext()) {
            context.createProducer().send(out, "a").send(out, "b");
            assertThat(told).hasSize(1);
            told.get(0).run();
            jdbc.commit();
            told.get(0).run();
            assertThat(drainAll(out, 2)).containsExactly("a", "b");
            told.get(0).run();
            context.createProducer().send(out, "c");
            assertThat(told).hasSize(2);
        }
    }

    @Test
    @DisplayName("BEY-01 a framework that fails when it is asked for the transaction loses no message")
    void shouldSurviveAFailingFramework() throws Exception {
        send(in, "a");
        List<RuntimeException> failures = new ArrayList<>();
        ConnectionFactory failing = factory.joining(new JdbcTransactions() {
            @Override
            public Connection current() {
                if (failures.isEmpty()) {
                    failures.add(new UnsupportedOperationException("no transactions today"));
                    throw failures.get(0);
                }
                return jdbc;
            }

            @Override
            public void onCompletion(Runnable action) {
                throw new UnsupportedOperationException("nobody tells");
            }
        });
        try (JMSContext context = failing.createContext()) {
            var consumer = context.createConsumer(in);
            assertThatThrownBy(() -> consumer.receive(PATIENCE_MILLIS)).hasMessageContaining("no transactions today");
            assertThat(consumer.receiveBody(String.class, PATIENCE_MILLIS)).isEqualTo("a");
            jdbc.commit();
        }
        awaitContent(in, 0, 0);
    }

    @Test
    @DisplayName("BEY-01 a long transaction keeps its messages, and nobody else waiting")
    void shouldNotBlockOthers() throws Exception {
        send(in, "mine", "other");
        try (MessageConsumer consumer = session.createConsumer(in)) {
            assertThat(text(receive(consumer))).isEqualTo("mine");
        }
        send(session, out, "uncommitted");
        time.jump(Duration.ofHours(1));

        for (int i = 0; i < 30; i++) {
            send(out, "m" + i);
        }
        assertThat(drainAll(out, 30)).hasSize(30).doesNotContain("uncommitted");
        assertThat(drainAll(in, 1)).containsExactly("other");
        try (RestanteAdmin admin = factory.admin()) {
            assertThat(admin.messages("in")
                            .purge(dev.restante.admin.MessageFilter.all())
                            .done())
                    .isZero();
        }
        awaitContent(in, 0, 1);
        jdbc.rollback();
        try (Session other = autoSession();
                MessageConsumer consumer = other.createConsumer(in)) {
            Message again = receive(consumer);
            assertThat(text(again)).isEqualTo("mine");
            assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
        }
        assertThat(drain(out)).isEmpty();
    }

    @Test
    @DisplayName("BEY-01 transactions of several threads and sessions of their own share a queue, each message once")
    void shouldShareWithOthers() throws Exception {
        int count = 240;
        for (int i = 0; i < count; i++) {
            send(in, "m" + i);
        }
        List<String> ordinary = new ArrayList<>();
        CompletableFuture<Void> others = onOtherThread(() -> {
            try (Session own = autoSession();
                    MessageConsumer consumer = own.createConsumer(in)) {
                for (Message next = consumer.receive(BRIEFLY_MILLIS);
                        next != null;
                        next = consumer.receive(BRIEFLY_MILLIS)) {
                    ordinary.add(text(next));
                }
            }
            return null;
        });
        List<CompletableFuture<List<String>>> threads = new ArrayList<>();
        for (int thread = 0; thread < 3; thread++) {
            int number = thread;
            threads.add(onOtherThread(() -> receiveInTransactions(number)));
        }
        List<String> all = new ArrayList<>();
        for (CompletableFuture<List<String>> thread : threads) {
            all.addAll(result(thread));
        }
        result(others);
        all.addAll(ordinary);
        try (Session rest = autoSession();
                MessageConsumer consumer = rest.createConsumer(in)) {
            while (all.size() < count) {
                all.add(text(receive(consumer)));
            }
            assertNothing(consumer);
        }
        assertThat(all).hasSize(count).doesNotHaveDuplicates();
        awaitContent(in, 0, 0);
    }

    private List<String> receiveInTransactions(int thread) throws JMSException, SQLException {
        List<String> committed = new ArrayList<>();
        try (Connection own = jdbc();
                jakarta.jms.Connection others =
                        factory.joining(JdbcTransactions.of(own)).createConnection();
                Session joined = others.createSession();
                MessageConsumer consumer = joined.createConsumer(in)) {
            own.setAutoCommit(false);
            others.start();
            int received = 0;
            for (Message next = consumer.receive(BRIEFLY_MILLIS);
                    next != null;
                    next = consumer.receive(BRIEFLY_MILLIS)) {
                if ((++received + thread) % 5 == 0) {
                    own.rollback();
                } else {
                    own.commit();
                    committed.add(text(next));
                }
            }
        }
        return committed;
    }

    @Test
    @DisplayName(
            "BEY-01 FWD-01 a message that others have too is counted after the commit, so that none of them waits, and goes with the last")
    void shouldShareMessages() throws Exception {
        try (RestanteAdmin admin = factory.admin();
                JMSContext context = factory.createContext()) {
            admin.topics().create("t", TopicOptions.defaults());
            for (String copy : List.of("one", "two")) {
                admin.createQueue(copy, QueueOptions.defaults());
                admin.topics()
                        .createSubscription(
                                "t",
                                null,
                                copy,
                                true,
                                null,
                                QueueOptions.defaults().withForwardTo(copy));
            }
            context.createProducer().send(context.createTopic("t"), "a");
            assertThat(stored("COUNT(*) FROM restante_shared_message")).isOne();
            try (MessageConsumer consumer = session.createConsumer(session.createQueue("one"))) {
                receive(consumer);
            }
            assertThat(drainAll(session.createQueue("two"), 1)).containsExactly("a");
            jdbc.commit();
            eventually(
                    "nothing is left",
                    () -> stored("COUNT(*) FROM restante_shared_message") == 0
                            && stored("COUNT(*) FROM restante_message") == 0
                            && stored("COUNT(*) FROM restante_delivery") == 0);
        }
    }

    @Test
    @DisplayName("BEY-01 TTL-04 delays, times to live and groups count as ever")
    void shouldKeepOptions() throws Exception {
        try (MessageProducer producer = session.createProducer(out)) {
            producer.setDeliveryDelay(Duration.ofHours(1).toMillis());
            producer.send(session.createTextMessage("late"));
            producer.setDeliveryDelay(0);
            producer.setTimeToLive(Duration.ofMinutes(1).toMillis());
            producer.send(session.createTextMessage("short-lived"));
            producer.setTimeToLive(0);
            producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
            producer.send(session.createTextMessage("volatile"));
            producer.setDeliveryMode(DeliveryMode.PERSISTENT);
            producer.send(grouped(session, "g1"));
            producer.send(grouped(session, "g2"));
        }
        jdbc.commit();
        eventually("they are there", () -> content(out).get(0) == 4);
        time.jump(Duration.ofMinutes(2));
        assertThat(drainAll(out, 3)).containsExactly("volatile", "g1", "g2");
        time.jump(Duration.ofHours(1));
        assertThat(drainAll(out, 1)).containsExactly("late");
    }

    @Test
    @DisplayName("BEY-01 GRP-01 a group goes on when the transaction that has received of it is over")
    void shouldGoOnWithGroup() throws Exception {
        try (MessageProducer producer = session.createProducer(in)) {
            producer.send(grouped(session, "g1"));
            producer.send(grouped(session, "g2"));
        }
        jdbc.commit();
        try (MessageConsumer consumer = session.createConsumer(in)) {
            assertThat(text(receive(consumer))).isEqualTo("g1");
        }
        try (Session other = autoSession();
                MessageConsumer consumer = other.createConsumer(in)) {
            assertThat(consumer.receive(BRIEFLY_MILLIS)).isNull();
            jdbc.commit();
            assertThat(text(receive(consumer))).isEqualTo("g2");
        }
    }

    @Test
    @DisplayName("BEY-01 SND-05 a non-persistent message that never was in the store is received for good")
    void shouldReceiveNonPersistent() throws Exception {
        try (MessageConsumer consumer = session.createConsumer(in);
                Session other = autoSession();
                MessageProducer producer = other.createProducer(in)) {
            assertNothing(consumer);
            producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
            producer.send(other.createTextMessage("a"));
            assertThat(text(receive(consumer))).isEqualTo("a");
            jdbc.commit();
            awaitContent(in, 0, 0);
        }
    }

    @Test
    @DisplayName("BEY-01 what such a transaction can't do is refused, and says what can")
    void shouldRefuseTheRest() throws Exception {
        MessageConsumer consumer = session.createConsumer(in);
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> consumer.setMessageListener(message -> {}))
                .withMessageContaining("receive()");
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> session.createConsumer(session.createTopic("t")))
                .withMessageContaining("topics");
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> session.createConsumer(session.createTemporaryQueue()))
                .withMessageContaining("temporary queues");
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> {
                    try (MessageProducer producer = session.createProducer(session.createTopic("t"))) {
                        producer.send(session.createTextMessage("a"));
                    }
                })
                .withMessageContaining("topic 't'");
    }

    @Test
    @DisplayName(
            "BEY-01 a factory that is closed in the middle of a transaction does not wait for it, and loses nothing")
    void shouldCloseInTheMiddle() throws Exception {
        jdbc.close();
        reopen();
        openJoiningSession();
        send(in, "a");
        send(session, out, "b");
        try (MessageConsumer consumer = session.createConsumer(in)) {
            receive(consumer);
        }
        factory.close();
        if (!jdbc.isClosed()) {
            jdbc.rollback();
        }
        reopen();
        try (Session other = autoSession();
                MessageConsumer consumer = other.createConsumer(in)) {
            assertThat(text(receive(consumer))).isEqualTo("a");
        }
        assertThat(drain(out)).isEmpty();
    }
}
