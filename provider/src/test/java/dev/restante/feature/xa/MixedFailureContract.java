package dev.restante.feature.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
                        assertThatThrownBy(() -> consumer.receive(PATIENCE_MILLIS)).isInstanceOf(JMSException.class);
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
    void probeAsync() throws Exception {
        CompletableFuture<Exception> told = new CompletableFuture<>();
        try (Session both = mixed.createSession();
                MessageProducer producer = both.createProducer(out)) {
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
            assertThat(told.get()).isNull();
            assertThat(content(out)).containsExactly(0L, 0L);
        }
        jdbc.commit();
        assertThat(drainAll(out, 1)).containsExactly("a");
    }

    @Test
    void probeAttempt() throws Exception {
        send(in, "a", "b");
        ReceiveOptions attempt = ReceiveOptions.defaults().withAttemptId("attempt");
        try (Session both = mixed.createSession(Session.CLIENT_ACKNOWLEDGE);
                MessageConsumer consumer = both.createConsumer(in)) {
            RestanteConsumer extended = RestanteConsumer.of(consumer);
            System.out.println("1st " + text(extended.receiveSeveral(attempt, 1, PATIENCE_MILLIS).get(0)));
            jdbc.rollback();
            List<Message> second = extended.receiveSeveral(attempt, 1, PATIENCE_MILLIS);
            System.out.println("2nd " + text(second.get(0)) + second.get(0).getIntProperty("JMSXDeliveryCount"));
            List<Message> third = extended.receiveSeveral(attempt, 1, 1000);
            System.out.println("3rd " + (third.isEmpty() ? null : text(third.get(0))));
            jdbc.commit();
        }
        System.out.println("left " + drain(in));
    }

    @Test
    void probeAttemptOutsideThenInside() throws Exception {
        send(in, "a", "b");
        ReceiveOptions attempt = ReceiveOptions.defaults().withAttemptId("attempt");
        try (Session both = mixed.createSession(Session.CLIENT_ACKNOWLEDGE);
                MessageConsumer consumer = both.createConsumer(in)) {
            RestanteConsumer extended = RestanteConsumer.of(consumer);
            answers.add(() -> null);
            answers.add(() -> null);
            answers.add(() -> null);
            System.out.println("1st " + text(extended.receiveSeveral(attempt, 1, PATIENCE_MILLIS).get(0)));
            answers.clear();
            List<Message> second = extended.receiveSeveral(attempt, 1, PATIENCE_MILLIS);
            System.out.println("2nd " + text(second.get(0)) + second.get(0).getIntProperty("JMSXDeliveryCount"));
            jdbc.rollback();
            List<Message> third = extended.receiveSeveral(attempt, 1, PATIENCE_MILLIS);
            System.out.println("3rd " + (third.isEmpty() ? null : text(third.get(0))));
            jdbc.commit();
        }
        System.out.println("left " + drain(in));
    }

    private interface Settling {
        void settle(PeekLock lock) throws JMSException;
    }

    @Test
    void probePeekLock() throws Exception {
        List<Settling> ways = List.of(
                PeekLock::complete, PeekLock::abandon, PeekLock::defer, lock -> lock.deadLetter("x", "y", java.util.Map.of()), PeekLock::renew);
        for (int mode : new int[] {Session.CLIENT_ACKNOWLEDGE, 101}) {
            for (Settling way : ways) {
                send(in, "a");
                try (Session both = mixed.createSession(mode);
                        MessageConsumer consumer = both.createConsumer(in)) {
                    Message message = receive(consumer);
                    try {
                        way.settle(PeekLock.of(message));
                        System.out.println(mode + " settled!");
                    } catch (JMSException e) {
                        System.out.println(mode + " " + e);
                    }
                    jdbc.rollback();
                    message.acknowledge();
                    message = receive(consumer);
                    jdbc.commit();
                    awaitContent(in, 0, 0);
                    message.acknowledge();
                }
                assertThat(drain(in)).isEmpty();
            }
        }
    }

    @Test
    void probeOwnBesideJoined() throws Exception {
        send(in, "own", "joined", "own2");
        try (Session both = mixed.createSession(Session.SESSION_TRANSACTED)) {
            MessageConsumer consumer = both.createConsumer(in);
            answers.add(() -> null);
            answers.add(() -> null);
            assertThat(text(receive(consumer))).isEqualTo("own");
            answers.clear();
            assertThat(text(receive(consumer))).isEqualTo("joined");
            both.rollback();
            assertThat(text(receive(consumer))).isEqualTo("own");
            consumer.close();
        }
        jdbc.commit();
        assertThat(drainAll(in, 1)).containsExactly("own2");
    }
}
