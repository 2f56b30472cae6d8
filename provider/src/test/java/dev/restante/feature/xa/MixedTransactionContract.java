package dev.restante.feature.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.RestanteSession;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.JdbcTransactionProvider;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.Topic;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sessions that join the transactions of the application if possible. */
@Timeout(60)
@DisplayName("sessions that join transactions if possible")
public abstract class MixedTransactionContract extends JoinedFixture {

    /** Thread that is in the transaction of {@link #jdbc}; null for none. */
    private volatile Thread inTransaction;

    private jakarta.jms.Connection mixed;

    @BeforeEach
    final void openMixedConnection() throws JMSException {
        ConnectionFactory mixing = factory.joiningTransactionsIfPossible(new JdbcTransactionProvider() {
            @Override
            public Connection current() {
                return Thread.currentThread() == inTransaction ? jdbc : null;
            }
        });
        mixed = mixing.createConnection();
        mixed.start();
        inTransaction = Thread.currentThread();
    }

    @AfterEach
    final void closeMixedConnection() throws JMSException {
        mixed.close();
    }

    private void outside(Action action) throws Exception {
        inTransaction = null;
        try {
            action.run();
        } finally {
            inTransaction = Thread.currentThread();
        }
    }

    private interface Action {
        void run() throws Exception;
    }

    /** Session modes, of which the last one is INDIVIDUAL_ACKNOWLEDGE. */
    private static final int[] MODES = {
        Session.SESSION_TRANSACTED,
        Session.AUTO_ACKNOWLEDGE,
        Session.CLIENT_ACKNOWLEDGE,
        Session.DUPS_OK_ACKNOWLEDGE,
        101
    };

    @Test
    @DisplayName("BEY-06 in each session mode, sends and receives commit and roll back with the transaction")
    void shouldJoin() throws Exception {
        for (int mode : MODES) {
            join(mode);
        }
    }

    private void join(int mode) throws Exception {
        send(in, "a");
        try (Session both = mixed.createSession(mode);
                MessageConsumer consumer = both.createConsumer(in)) {
            assertThat(both.getAcknowledgeMode()).isEqualTo(mode);
            Message first = receive(consumer);
            send(both, out, "rolled back");
            first.acknowledge();
            // The jump exceeds the lock duration of the mode. The lock does not expire, because the message belongs to
            // the transaction.
            time.jump(Duration.ofHours(1));
            jdbc.rollback();

            Message again = receive(consumer);
            assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
            again.acknowledge();
            send(both, out, "committed");
            assertThat(content(out)).containsExactly(0L, 0L);
            if (mode == Session.SESSION_TRANSACTED) {
                // The session itself has nothing to roll back.
                both.rollback();
            }
            jdbc.commit();
        }
        assertThat(drainAll(out, 1)).containsExactly("committed");
        awaitContent(in, 0, 0);
    }

    @Test
    @DisplayName("BEY-06 in a thread without a transaction, a session behaves according to its mode")
    void shouldBeOrdinaryOutside() throws Exception {
        outside(() -> {
            send(in, "a", "b");
            try (Session own = mixed.createSession(Session.SESSION_TRANSACTED);
                    MessageConsumer consumer = own.createConsumer(in)) {
                receive(consumer);
                send(own, out, "rolled back");
                own.rollback();
                receive(consumer);
                send(own, out, "committed");
                own.commit();
            }
            try (Session own = mixed.createSession(Session.CLIENT_ACKNOWLEDGE);
                    MessageConsumer consumer = own.createConsumer(in)) {
                receive(consumer);
                own.recover();
                assertThat(receive(consumer).getIntProperty("JMSXDeliveryCount"))
                        .isEqualTo(2);
            }
        });
        assertThat(drainAll(out, 1)).containsExactly("committed");
        assertThat(drainAll(in, 1)).containsExactly("b");
    }

    @Test
    @DisplayName("BEY-06 the session and the transaction commit separately, each only its own sends")
    void shouldKeepBothApart() throws Exception {
        try (Session both = mixed.createSession(Session.SESSION_TRANSACTED)) {
            outside(() -> send(both, in, "own"));
            send(both, out, "the transaction's");
            both.commit();
            assertThat(content(out)).containsExactly(0L, 0L);
            assertThat(drainAll(in, 1)).containsExactly("own");
            outside(() -> send(both, in, "own"));
            jdbc.commit();
            both.rollback();
        }
        assertThat(drainAll(out, 1)).containsExactly("the transaction's");
        assertThat(drain(in)).isEmpty();
    }

    @Test
    @DisplayName("BEY-06 during a transaction, a session sends a request immediately and receives the reply")
    void shouldAskInTheMiddle() throws Exception {
        try (Session both = mixed.createSession();
                Session other = autoSession();
                MessageConsumer requests = other.createConsumer(in)) {
            CompletableFuture<Void> answering = CompletableFuture.runAsync(() -> {
                try (MessageProducer producer = other.createProducer(null)) {
                    producer.send(receive(requests).getJMSReplyTo(), other.createTextMessage("pong"));
                } catch (JMSException e) {
                    throw new AssertionError(e);
                }
            });
            TemporaryQueue answers = both.createTemporaryQueue();
            try (MessageConsumer consumer = both.createConsumer(answers);
                    MessageProducer producer = both.createProducer(in)) {
                Message ping = both.createTextMessage("ping");
                ping.setJMSReplyTo(answers);
                producer.send(ping);
                assertThat(text(receive(consumer))).isEqualTo("pong");
            }
            answering.join();
            send(both, out, "rolled back");
            jdbc.rollback();
            assertThat(drain(out)).isEmpty();
        }
    }

    @Test
    @DisplayName("BEY-06 topics, duplicate ids and last-value keys work outside the transaction, even if it rolls back")
    void shouldDoTheRestOutside() throws Exception {
        try (RestanteAdmin admin = factory.admin()) {
            admin.createQueue("once", QueueOptions.defaults().withDuplicateDetectionWindow(Duration.ofMinutes(10)));
            admin.createQueue("values", QueueOptions.defaults().withLastValueKey("key"));
        }
        try (Session both = mixed.createSession()) {
            Queue once = both.createQueue("once");
            Queue values = both.createQueue("values");
            Topic topic = both.createTopic("t");
            try (MessageConsumer subscriber = both.createConsumer(topic);
                    MessageProducer producer = both.createProducer(null)) {
                producer.send(topic, both.createTextMessage("news"));
                assertThat(text(receive(subscriber))).isEqualTo("news");
                for (int i = 0; i < 2; i++) {
                    Message message = both.createTextMessage("once");
                    message.setStringProperty("JMS_Restante_DuplicateId", "id");
                    producer.send(once, message);
                }
                Message value = both.createTextMessage("value");
                value.setStringProperty("key", "a");
                producer.send(values, value);
            }
            jdbc.rollback();
            assertThat(drainAll(once, 1)).containsExactly("once");
            assertThat(drainAll(values, 1)).containsExactly("value");
        }
    }

    @Test
    @DisplayName("BEY-06 a listener receives messages in the mode of its session")
    void shouldListen() throws Exception {
        CompletableFuture<String> heard = new CompletableFuture<>();
        try (Session listening = mixed.createSession();
                MessageConsumer consumer = listening.createConsumer(in)) {
            consumer.setMessageListener(message -> {
                try {
                    heard.complete(text(message));
                } catch (JMSException e) {
                    heard.completeExceptionally(e);
                }
            });
            send(in, "a");
            assertThat(heard.get()).isEqualTo("a");
        }
        awaitContent(in, 0, 0);
    }

    @Test
    @DisplayName("BEY-06 a deferred message is received in the transaction, and a rollback defers it again")
    void shouldReceiveDeferred() throws Exception {
        long number = deferred(in, "m");
        try (Session both = mixed.createSession(Session.CLIENT_ACKNOWLEDGE)) {
            assertThat(RestanteSession.of(both).receiveDeferred(in, number)).isPresent();
            jdbc.rollback();
            eventually(
                    "the message is deferred again",
                    () -> RestanteSession.of(both).receiveDeferred(in, number).isPresent());
            jdbc.commit();
        }
        awaitContent(in, 0, 0);
    }

    @Test
    @DisplayName("BEY-06 a send in a read-only transaction fails, and nothing is sent outside the transaction")
    void shouldRefuseReadOnly() throws Exception {
        jdbc.rollback();
        jdbc.setReadOnly(true);
        try (Session both = mixed.createSession()) {
            assertThatExceptionOfType(JMSException.class)
                    .isThrownBy(() -> send(both, out, "a"))
                    .withMessageContaining("read-only");
        } finally {
            jdbc.rollback();
            jdbc.setReadOnly(false);
        }
        assertThat(drain(out)).isEmpty();
    }

    @Test
    @DisplayName(
            "BEY-06 sends and receives fail if the lookup of the transaction fails, and the received message returns")
    void shouldFailWithTheLookup() throws Exception {
        send(in, "a");
        ConnectionFactory failing = factory.joiningTransactionsIfPossible(() -> {
            throw new SQLException("nobody knows");
        });
        try (jakarta.jms.Connection connection = failing.createConnection();
                Session both = connection.createSession();
                MessageConsumer consumer = both.createConsumer(in)) {
            connection.start();
            assertThatExceptionOfType(JMSException.class)
                    .isThrownBy(() -> send(both, out, "b"))
                    .withMessageContaining("nobody knows");
            assertThatExceptionOfType(JMSException.class)
                    .isThrownBy(() -> consumer.receive(PATIENCE_MILLIS))
                    .withMessageContaining("nobody knows");
        }
        assertThat(drain(out)).isEmpty();
        assertThat(drainAll(in, 1)).containsExactly("a");
    }
}
