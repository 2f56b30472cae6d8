package dev.restante.feature.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.PeekLock;
import dev.restante.ReceiveOptions;
import dev.restante.RestanteConsumer;
import dev.restante.api.MessageLockLostException;
import jakarta.jms.CompletionListener;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Failures of sessions that join transactions if possible: failed lookups, and settlements by the application. */
@Timeout(60)
@DisplayName("failures of sessions that join transactions if possible")
public abstract class MixedFailureContract extends JoinedFixture {

    /** Result of one lookup of the transaction. */
    private interface Answer {
        Connection give() throws SQLException;
    }

    /** Results of the next lookups. Later lookups return {@link #jdbc}. */
    private final Queue<Answer> answers = new ArrayDeque<>();

    private jakarta.jms.Connection mixed;

    @BeforeEach
    final void openMixedConnection() throws JMSException {
        mixed = factory.joiningTransactionsIfPossible(() -> {
                    Answer next = answers.poll();
                    return next == null ? jdbc : next.give();
                })
                .createConnection();
        mixed.start();
    }

    @AfterEach
    final void closeMixedConnection() throws JMSException {
        mixed.close();
    }

    private void failOnce(Answer failure) {
        answers.clear();
        answers.add(failure);
        // A second lookup would find no transaction.
        answers.add(() -> null);
    }

    private static Connection failing() throws SQLException {
        throw new SQLException("nobody knows");
    }

    private static Connection broken() {
        throw new UnsupportedOperationException("no transactions today");
    }

    private static final List<Answer> FAILURES = List.of(MixedFailureContract::failing, MixedFailureContract::broken);

    @Test
    @DisplayName("BEY-06 a session never treats a failed lookup of the transaction as no transaction")
    void shouldNotGuess() throws Exception {
        for (Answer failure : FAILURES) {
            for (int mode : new int[] {Session.AUTO_ACKNOWLEDGE, Session.CLIENT_ACKNOWLEDGE, 100}) {
                send(in, "a");
                try (Session both = mixed.createSession(mode);
                        MessageConsumer consumer = both.createConsumer(in)) {
                    if (mode != 100) {
                        failOnce(failure);
                        assertThatThrownBy(() -> consumer.receive(PATIENCE_MILLIS))
                                .isInstanceOf(JMSException.class);
                        answers.clear();
                        assertThat(text(receive(consumer))).isEqualTo("a");
                    }
                    failOnce(failure);
                    assertThatThrownBy(() -> send(both, out, "b")).isInstanceOf(JMSException.class);
                    answers.clear();
                    jdbc.commit();
                }
                assertThat(drain(out)).isEmpty();
                drain(in);
            }
        }
    }

    @Test
    @DisplayName("BEY-06 an asynchronous send reports a failed lookup of the transaction, and the session closes")
    void shouldTellAsynchronously() throws Exception {
        for (Answer failure : FAILURES) {
            CompletableFuture<Exception> told = new CompletableFuture<>();
            try (Session both = mixed.createSession();
                    MessageProducer producer = both.createProducer(out)) {
                failOnce(failure);
                producer.send(both.createTextMessage("a"), new CompletionListener() {
                    @Override
                    public void onCompletion(Message message) {
                        told.complete(null);
                    }

                    @Override
                    public void onException(Message message, Exception exception) {
                        told.complete(exception);
                    }
                });
                assertThat(told.get()).isInstanceOf(JMSException.class);
            }
            assertThat(drain(out)).isEmpty();
        }
    }

    @Test
    @DisplayName("VIS-09 BEY-06 a receive with an attempt id is rejected in a transaction")
    void shouldRefuseAttempts() throws Exception {
        send(in, "a");
        ReceiveOptions attempt = ReceiveOptions.defaults().withAttemptId("attempt");
        try (Session both = mixed.createSession(Session.CLIENT_ACKNOWLEDGE);
                MessageConsumer consumer = both.createConsumer(in)) {
            RestanteConsumer extended = RestanteConsumer.of(consumer);
            assertThatThrownBy(() -> extended.receive(attempt, PATIENCE_MILLIS))
                    .isInstanceOf(JMSException.class)
                    .hasMessageContaining("Omit the attempt id");
            assertThat(text(extended.receive(ReceiveOptions.defaults(), PATIENCE_MILLIS)))
                    .isEqualTo("a");
            jdbc.commit();
        }
        awaitContent(in, 0, 0);
    }

    /** Way to settle one message. */
    private interface Settling {
        void settle(PeekLock lock) throws JMSException;
    }

    @Test
    @DisplayName("BEY-06 the application cannot settle messages of the transaction, and an acknowledge has no effect")
    void shouldNotSettleWhatIsTaken() throws Exception {
        List<Settling> ways = List.of(PeekLock::complete, PeekLock::abandon, PeekLock::defer, PeekLock::renew);
        for (int mode : new int[] {Session.CLIENT_ACKNOWLEDGE, 101}) {
            for (Settling way : ways) {
                send(in, "a");
                try (Session both = mixed.createSession(mode);
                        MessageConsumer consumer = both.createConsumer(in)) {
                    Message message = receive(consumer);
                    assertThatThrownBy(() -> way.settle(PeekLock.of(message)))
                            .isInstanceOf(MessageLockLostException.class);
                    jdbc.rollback();
                    Message again = receive(consumer);
                    message.acknowledge();
                    assertThat(text(again)).isEqualTo("a");
                    jdbc.commit();
                    awaitContent(in, 0, 0);
                    again.acknowledge();
                }
            }
        }
    }

    @Test
    @DisplayName("BEY-06 rollback and close of a session do not affect messages that the transaction received")
    void shouldRollBackItsOwn() throws Exception {
        send(in, "own", "the transaction's", "left");
        try (Session both = mixed.createSession(Session.SESSION_TRANSACTED);
                MessageConsumer consumer = both.createConsumer(in)) {
            answers.add(() -> null);
            assertThat(text(receive(consumer))).isEqualTo("own");
            assertThat(text(receive(consumer))).isEqualTo("the transaction's");
            both.rollback();
            assertThat(text(receive(consumer))).isEqualTo("own");
        }
        jdbc.commit();
        assertThat(drainAll(in, 1)).containsExactly("left");
    }
}
