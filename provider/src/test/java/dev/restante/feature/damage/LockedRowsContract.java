package dev.restante.feature.damage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.RestanteSessionModes;
import dev.restante.testing.SharedServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Row locks of another database session. Only calls that need these rows wait, for a limited time. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
abstract class LockedRowsContract extends LockedFixture {

    private static final int LOCKED = 3;
    private static final int OTHERS = 30;

    LockedRowsContract(SharedServer server) {
        super(server);
    }

    private static List<PeekLock> receive(Connection connection) throws JMSException {
        Session session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
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
        // At a higher isolation level, InnoDB also locks the gaps between the rows.
        other.setTransactionIsolation(java.sql.Connection.TRANSACTION_READ_COMMITTED);
        other.setAutoCommit(false);
        try (Statement statement = other.createStatement()) {
            statement.execute(what);
        }
        return other;
    }

    @Test
    @DisplayName("RCV-19 row locks on three messages delay only these messages, until their release")
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
            "RCV-19 a completion that waits for a row lock longer than the store timeout fails, and keeps the lock")
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
    @DisplayName("sends that wait for the store do not delay completions")
    void shouldCompleteBesideSends() throws Exception {
        Connection connection = connect(Duration.ofMinutes(1));
        List<PeekLock> held = receive(connection);
        // The last two pipelines of a node are not used for sends.
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
    @DisplayName("RCV-19, RCV-13 a locked row of a silent node only delays the declaration that the node is dead")
    void shouldNotWaitForZombie() throws Exception {
        factory.setLeaseDuration(Duration.ofMillis(1_500));
        Connection connection = connect(Duration.ofSeconds(30));
        try (Statement statement = DriverManager.getConnection(url).createStatement()) {
            // The statements add a node that died without leaving the store.
            statement.execute("INSERT INTO restante_node (incarnation, node_number, name, lease_until, alive)"
                    + " SELECT 999999, 999, 'zombie', lease_until - 60000, TRUE FROM restante_node");
            statement.execute(
                    "INSERT INTO restante_pipeline (incarnation, pipeline_number, last_batch, alive, highest_id)"
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
        JmsContract.eventually("the silent node is declared dead", () -> !alive());
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
