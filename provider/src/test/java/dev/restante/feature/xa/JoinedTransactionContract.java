package dev.restante.feature.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.JdbcTransactionProvider;
import dev.restante.model.DestinationName;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TransactionInProgressException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Joined transactions: sends and receives in the transaction of the application's own connection. */
@Timeout(60)
@DisplayName("joined transactions")
public abstract class JoinedTransactionContract extends JoinedFixture {

    private void insert(String name) throws SQLException {
        try (PreparedStatement insert = jdbc.prepareStatement("INSERT INTO business (name) VALUES (?)")) {
            insert.setString(1, name);
            insert.executeUpdate();
        }
    }

    private long rows() throws SQLException {
        return stored("COUNT(*) FROM business");
    }

    /** Sends a message and inserts a row in the current transaction of the connection. */
    private void sendAndInsert(String text) throws JMSException, SQLException {
        send(session, out, text);
        insert(text);
    }

    @Test
    @DisplayName("BEY-01 a commit makes sent messages and rows visible, and wakes a waiting consumer")
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
    @DisplayName("BEY-01 a rollback discards sent messages together with the rows")
    void shouldNotSendWithRollback() throws Exception {
        sendAndInsert("a");
        jdbc.rollback();
        sendAndInsert("b");
        jdbc.commit();
        assertThat(drainAll(out, 1)).containsExactly("b");
        assertThat(rows()).isOne();
    }

    @Test
    @DisplayName("RCV-22 an interrupted thread sends and receives in a joined transaction, and stays interrupted")
    void shouldWorkInAnInterruptedThread() throws Exception {
        send(in, "a");
        try (MessageConsumer consumer = session.createConsumer(in)) {
            eventually("the consumer gets the message", () -> {
                Thread.currentThread().interrupt();
                try {
                    return text(consumer.receive()).equals("a");
                } catch (JMSException notYet) {
                    assertThat(notYet.getErrorCode()).isEqualTo("RESTANTE-INTERRUPTED");
                    return false;
                } finally {
                    assertThat(Thread.interrupted()).isTrue();
                }
            });
            Thread.currentThread().interrupt();
            send(session, out, "b");
            assertThat(Thread.interrupted()).isTrue();
            jdbc.commit();
        }
        assertThat(drainAll(out, 1)).containsExactly("b");
        awaitContent(in, 0, 0);
    }

    @Test
    @DisplayName("BEY-01 a commit completes the received messages")
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
    @DisplayName("BEY-01 a rollback returns the received messages with a higher delivery count")
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
    @DisplayName("BEY-01 a rollback to a savepoint undoes only the sends and receives after the savepoint")
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
    @DisplayName("BEY-01 a message received after a savepoint returns, even if the connection is not used again")
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
    @DisplayName("BEY-01 RCV-07 a message is dead-lettered after too many rollbacks")
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
    @DisplayName("BEY-01 receives, sends and rows of a transaction take effect together or not at all")
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
    @DisplayName("BEY-01 TXN-12 the close of a session or connection leaves the transaction to the application")
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
    @DisplayName(
            "BEY-01 commit, rollback and recover of the session fail, because the application ends the transaction")
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
    @DisplayName("BEY-01 a connection in auto-commit mode is rejected, and the message stays in its queue")
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
    @DisplayName("BEY-01 the serializable isolation level is rejected")
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
    @DisplayName("BEY-01 a connection to another database is rejected")
    void shouldRefuseAnotherDatabase() throws Exception {
        String url = newStoreUrl(directory.resolve("other"));
        // The other database also contains a store, with a node of equal number.
        try (RestanteConnectionFactory elsewhere = new RestanteConnectionFactory(url);
                JMSContext node = elsewhere.createContext();
                Connection other = jdbc(url)) {
            node.start();
            other.setAutoCommit(false);
            try (JMSContext context = factory.joiningTransactions(JdbcTransactionProvider.of(other))
                    .createContext()) {
                assertThatThrownBy(() -> context.createProducer().send(out, "b"))
                        .isInstanceOf(jakarta.jms.JMSRuntimeException.class)
                        .hasMessageContaining("another database or schema");
            }
        }
    }

    @Test
    @DisplayName("BEY-01 without a transaction, a send takes effect immediately and a receive acknowledges the message")
    void shouldWorkOutside() throws Exception {
        ConnectionFactory outside = factory.joiningTransactions(() -> null);
        try (JMSContext context = outside.createContext()) {
            context.createProducer().send(out, "a");
            assertThat(content(out)).containsExactly(1L, 0L);
            assertThat(context.createConsumer(out).receiveBody(String.class, PATIENCE_MILLIS))
                    .isEqualTo("a");
            awaitContent(out, 0, 0);
        }
    }
}
