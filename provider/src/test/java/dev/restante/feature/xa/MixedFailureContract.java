package dev.restante.feature.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.MessageLockLostException;
import dev.restante.PeekLock;
import dev.restante.ReceiveOptions;
import dev.restante.RestanteConsumer;
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

/** Sessions that mix, where the transaction can't be found or the application settles what that has. */
@Timeout(60)
@DisplayName("sessions that mix, when something fails")
public abstract class MixedFailureContract extends JoinedFixture {

    /** An answer to the question for the transaction. */
    private interface Answer {
        Connection give() throws SQLException;
    }

    /** The next answers; after these {@link #jdbc}. */
    private final Queue<Answer> answers = new ArrayDeque<>();

    private jakarta.jms.Connection mixed;

    @BeforeEach
    final void openMixedConnection() throws JMSException {
        mixed = factory.mixed(() -> {
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
        // Whoever asked again would be told that there is none.
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
    @DisplayName("BEY-06 what fails once to be found out is never taken for no transaction")
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
    @DisplayName("BEY-06 an asynchronous send whose transaction can't be found out is told of, and the session closes")
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
    @DisplayName(
            "VIS-09 BEY-06 a receive with an attempt id is refused in a transaction, which could not give back what it has")
    void shouldRefuseAttempts() throws Exception {
        send(in, "a");
        ReceiveOptions attempt = ReceiveOptions.defaults().withAttemptId("attempt");
        try (Session both = mixed.createSession(Session.CLIENT_ACKNOWLEDGE);
                MessageConsumer consumer = both.createConsumer(in)) {
            RestanteConsumer extended = RestanteConsumer.of(consumer);
            assertThatThrownBy(() -> extended.receive(attempt, PATIENCE_MILLIS))
                    .isInstanceOf(JMSException.class)
                    .hasMessageContaining("leave the id out");
            assertThat(text(extended.receive(ReceiveOptions.defaults(), PATIENCE_MILLIS)))
                    .isEqualTo("a");
            jdbc.commit();
        }
        awaitContent(in, 0, 0);
    }

    /** A way to settle one message. */
    private interface Settling {
        void settle(PeekLock lock) throws JMSException;
    }

    @Test
    @DisplayName(
            "BEY-06 the application can't settle what the transaction has; acknowledging it afterwards changes nothing")
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
    @DisplayName("BEY-06 a session's own rollback and close leave alone what the transaction has received")
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
