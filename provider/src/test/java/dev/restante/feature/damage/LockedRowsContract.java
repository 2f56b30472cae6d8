package dev.restante.feature.damage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteMessagingModes;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.option.DuplicateIdSource;
import dev.restante.testing.SharedServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Somebody else keeps rows or tables of the store locked: who needs those waits, for a limited time, and nobody else
 * does.
 */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
abstract class LockedRowsContract {

    private static final int LOCKED = 3;
    private static final int OTHERS = 30;

    /** Enough that a second for each of them would show. */
    private static final int DETECTED = 20;

    private static final int BESIDE_THEM = 5;

    /** Others would wait three times as long if each of those that are tried together waited for a second. */
    private static final Duration FAR_BELOW_A_WAIT_FOR_EACH = Duration.ofSeconds(25);

    private final SharedServer server;
    private final String url;
    private final RestanteConnectionFactory factory;

    LockedRowsContract(SharedServer server) {
        this.server = server;
        this.url = server.newDatabase();
        this.factory = new RestanteConnectionFactory(url);
    }

    @AfterEach
    final void close() throws JMSException {
        factory.close();
    }

    private Connection connect(Duration storeTimeout) throws JMSException {
        factory.setLingerDuration(Duration.ZERO);
        factory.setStoreTimeout(storeTimeout);
        Connection connection = factory.createConnection();
        connection.start();
        try (RestanteAdmin admin = factory.admin()) {
            admin.createQueue("locked", QueueOptions.defaults().withLockDuration(Duration.ofMinutes(5)));
        }
        return connection;
    }

    private static List<PeekLock> receive(Connection connection) throws JMSException {
        Session session = connection.createSession(RestanteMessagingModes.INDIVIDUAL_ACKNOWLEDGE);
        Queue queue = session.createQueue("locked");
        List<PeekLock> held = new ArrayList<>();
        MessageConsumer consumer = session.createConsumer(queue);
        for (int i = 0; i < LOCKED; i++) {
            JmsContract.send(session, queue, "locked " + i);
            held.add(PeekLock.of(JmsContract.receive(consumer)));
        }
        return held;
    }

    private java.sql.Connection lock(String what) throws SQLException {
        java.sql.Connection other = DriverManager.getConnection(url);
        // With more, InnoDB locks what is between the rows, too.
        other.setTransactionIsolation(java.sql.Connection.TRANSACTION_READ_COMMITTED);
        other.setAutoCommit(false);
        try (Statement statement = other.createStatement()) {
            statement.execute(what);
        }
        return other;
    }

    private static void passOn(Connection connection, int count) throws JMSException {
        try (Session session = connection.createSession()) {
            Queue queue = session.createQueue("free");
            MessageConsumer consumer = session.createConsumer(queue);
            for (int i = 0; i < count; i++) {
                JmsContract.send(session, queue, "free " + i);
                assertThat(JmsContract.text(JmsContract.receive(consumer))).isEqualTo("free " + i);
            }
        }
    }

    @Test
    @DisplayName("RCV-19 row locks of somebody else on three messages stop these alone, until they are released")
    void shouldWaitForLockedMessagesOnly() throws Exception {
        Connection connection = connect(Duration.ofMinutes(1));
        List<PeekLock> held = receive(connection);
        List<CompletableFuture<Boolean>> completions = new ArrayList<>();
        try (java.sql.Connection locking = lock("SELECT * FROM restante_delivery FOR UPDATE")) {
            for (PeekLock lock : held) {
                completions.add(JmsContract.onOtherThread(() -> {
                    lock.complete();
                    return true;
                }));
            }
            passOn(connection, OTHERS);
            assertThat(completions).noneMatch(CompletableFuture::isDone);
            locking.rollback();
        }
        for (CompletableFuture<Boolean> completion : completions) {
            assertThat(JmsContract.result(completion)).isTrue();
        }
        assertThat(receiveNoWait(connection, "locked")).isNull();
    }

    @Test
    @DisplayName(
            "RCV-19 who waits for a locked message for longer than the store time-out is told so, and still holds it")
    void shouldFailLockedMessages() throws Exception {
        Connection connection = connect(Duration.ofMillis(1_500));
        List<PeekLock> held = receive(connection);
        try (java.sql.Connection locking = lock("SELECT * FROM restante_delivery FOR UPDATE")) {
            assertThatThrownBy(() -> held.get(0).complete())
                    .isInstanceOf(JMSException.class)
                    .matches(failure -> ((JMSException) failure).getErrorCode().equals("RESTANTE-STORE-UNAVAILABLE"));
            passOn(connection, 1);
            locking.rollback();
        }
        for (PeekLock lock : held) {
            lock.complete();
        }
        assertThat(receiveNoWait(connection, "locked")).isNull();
    }

    @Test
    @DisplayName("sends that wait for the store keep nobody from completing what he has received")
    void shouldCompleteBesideSends() throws Exception {
        Connection connection = connect(Duration.ofMinutes(1));
        List<PeekLock> held = receive(connection);
        // The last two pipelines of a node are not for sends.
        try (java.sql.Connection locking = lock("SELECT * FROM restante_pipeline WHERE pipeline_number <"
                + " (SELECT max(pipeline_number) - 1 FROM restante_pipeline) FOR UPDATE")) {
            CompletableFuture<Boolean> sent = JmsContract.onOtherThread(() -> {
                passOn(connection, 1);
                return true;
            });
            for (PeekLock lock : held) {
                lock.complete();
            }
            assertThat(sent).isNotDone();
            locking.rollback();
            assertThat(JmsContract.result(sent)).isTrue();
        }
    }

    @Test
    @DisplayName(
            "RCV-19, RCV-13 a locked row of a silent node keeps the others from declaring it dead, and from nothing else")
    void shouldNotWaitForZombie() throws Exception {
        factory.setLeaseDuration(Duration.ofMillis(1_500));
        Connection connection = connect(Duration.ofSeconds(30));
        try (Statement statement = DriverManager.getConnection(url).createStatement()) {
            // One that has died without a word.
            statement.execute("INSERT INTO restante_node (incarnation, node_number, name, lease_until, alive)"
                    + " SELECT 999999, 999, 'zombie', lease_until - 60000, TRUE FROM restante_node");
            statement.execute("INSERT INTO restante_pipeline (incarnation, pipeline_number, batch, alive, highest_id)"
                    + " VALUES (999999, 0, 1, TRUE, 0)");
        }
        try (java.sql.Connection locking =
                lock("SELECT * FROM restante_pipeline WHERE incarnation = 999999 FOR UPDATE")) {
            long untilNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(4);
            while (System.nanoTime() < untilNanos) {
                passOn(connection, 1);
            }
            assertThat(alive()).isTrue();
            locking.rollback();
        }
        JmsContract.eventually("the silent node is dead", () -> !alive());
    }

    @Test
    @DisplayName("RCV-19 a table that somebody else has locked stops who needs it alone, however many they are")
    void shouldWaitForLockedTablesOnly() throws Exception {
        Connection connection = connect(Duration.ofMinutes(1));
        try (RestanteAdmin admin = factory.admin()) {
            admin.createQueue(
                    "detecting",
                    QueueOptions.defaults()
                            .withDuplicateDetectionWindow(Duration.ofMinutes(10))
                            .withDuplicateIdFrom(DuplicateIdSource.BODY));
        }
        List<CompletableFuture<Boolean>> sends = new ArrayList<>();
        try (java.sql.Connection locking = server.locked(url, "restante_duplicate_id")) {
            for (int i = 0; i < DETECTED; i++) {
                Session session = connection.createSession();
                TextMessage message = session.createTextMessage("detected " + i);
                sends.add(JmsContract.onOtherThread(() -> {
                    session.createProducer(session.createQueue("detecting")).send(message);
                    return true;
                }));
            }
            long startedNanos = System.nanoTime();
            passOn(connection, BESIDE_THEM);
            assertThat(Duration.ofNanos(System.nanoTime() - startedNanos))
                    .as("how long others took")
                    .isLessThan(FAR_BELOW_A_WAIT_FOR_EACH);
            assertThat(sends).noneMatch(CompletableFuture::isDone);
        }
        for (CompletableFuture<Boolean> send : sends) {
            assertThat(JmsContract.result(send)).isTrue();
        }
        try (RestanteAdmin admin = factory.admin()) {
            assertThat(admin.statistics("detecting").available()).isEqualTo(DETECTED);
        }
    }

    private boolean alive() throws SQLException {
        try (java.sql.Connection other = DriverManager.getConnection(url);
                Statement statement = other.createStatement()) {
            return statement
                    .executeQuery("SELECT 1 FROM restante_node WHERE incarnation = 999999 AND alive")
                    .next();
        }
    }

    private static Message receiveNoWait(Connection connection, String queue) throws JMSException {
        try (Session session = connection.createSession()) {
            return session.createConsumer(session.createQueue(queue)).receiveNoWait();
        }
    }
}
