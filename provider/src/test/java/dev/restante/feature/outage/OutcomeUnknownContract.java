package dev.restante.feature.outage;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.restante.JmsContract;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.OutcomeUnknownException;
import dev.restante.testing.FaultInjectingDataSource.BreakPoint;
import jakarta.jms.CompletionListener;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lost answers to the COMMIT of a batch, in an outage longer than the store timeout. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
abstract class OutcomeUnknownContract extends OutcomeUnknownFixture {

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "SND-09 a send reports an unknown outcome, and the store tells the outcome later, even after a restart")
    void shouldTellThatASendIsInDoubt(BreakPoint place) throws Exception {
        String token = inDoubt(BATCH, place, () -> JmsContract.send(session, queue, "in doubt"));
        assertThat(catchThrowable(() -> JmsContract.send(session, queue, "later")))
                .as("a send behind an in-doubt batch is not written")
                .isInstanceOfSatisfying(JMSException.class, refused -> assertThat(refused.getErrorCode())
                        .isEqualTo("RESTANTE-STORE-UNAVAILABLE"));
        database.restore();
        assertTold(token, place);
        JmsContract.send(session, queue, "after");
        assertTold(token, place);
        List<String> expected = new ArrayList<>(if_(place == BreakPoint.AFTER, "in doubt"));
        expected.add("after");
        assertThat(drain("q")).isEqualTo(expected);
        assertTold(token, place);
        factory.close();
        factory = factory();
        assertTold(token, place);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("SND-09, RCV-19 a caller that stops waiting for a hanging COMMIT can query the outcome later")
    void shouldTellWhatBecameOfACommitThatHung(BreakPoint place) throws Exception {
        CountDownLatch hang = database.hangInCommitOf(BATCH, place);
        String token;
        try {
            token = told(() -> JmsContract.send(session, queue, "in doubt")).getToken();
        } finally {
            hang.countDown();
        }
        eventually("sends work again", () -> {
            try {
                JmsContract.send(session, queue, "after");
                return true;
            } catch (JMSException notYet) {
                return false;
            }
        });
        assertTold(token, place);
        List<String> expected = new ArrayList<>(if_(place == BreakPoint.AFTER, "in doubt"));
        expected.add("after");
        assertThat(drain("q")).isEqualTo(expected);
        factory.close();
        factory = factory();
        assertTold(token, place);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("SND-09, TXN-06 a commit with unknown outcome is not reported as rolled back, and loses no message")
    void shouldTellThatACommitIsInDoubt(BreakPoint place) throws Exception {
        JmsContract.send(session, queue, "in");
        Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = transacted.createConsumer(queue);
        assertThat(JmsContract.text(JmsContract.receive(consumer))).isEqualTo("in");
        consumer.close();
        JmsContract.send(transacted, transacted.createQueue("out"), "out");
        String token = inDoubt(BATCH, place, transacted::commit);
        database.restore();
        assertTold(token, place);
        boolean committed = place == BreakPoint.AFTER;
        if (!committed) {
            Message again = JmsContract.receive(transacted.createConsumer(queue));
            assertThat(JmsContract.text(again)).isEqualTo("in");
            assertThat(again.getJMSRedelivered()).isTrue();
            transacted.commit();
        }
        assertThat(drain("out")).isEqualTo(if_(committed, "out"));
        transacted.close();
        assertThat(drain("q")).isEmpty();
        eventually("no message is in flight", () -> inFlight("q") == 0);
    }

    private static void listen(MessageConsumer consumer, BlockingQueue<String> heard) throws JMSException {
        consumer.setMessageListener(message -> {
            try {
                heard.add(JmsContract.text(message));
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
        });
    }

    private long inFlight(String name) throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            return admin.statistics(name).inFlight();
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("SND-09, RCV-08 an acknowledgement reports an unknown outcome")
    void shouldTellThatAnAcknowledgementIsInDoubt(BreakPoint place) throws Exception {
        JmsContract.send(session, queue, "in");
        Session client = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        Message message = JmsContract.receive(client.createConsumer(queue));
        String token = untilInDoubt(place, message::acknowledge, () -> {});
        database.restore();
        assertTold(token, place);
        client.close();
        assertThat(drain("q")).isEqualTo(if_(place == BreakPoint.BEFORE, "in"));
        eventually("no message is in flight", () -> inFlight("q") == 0);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("SND-09, ASY-05 a completion listener gets the unknown outcome of its send")
    void shouldTellACompletionListener(BreakPoint place) throws Exception {
        CompletableFuture<Exception> failure = new CompletableFuture<>();
        String token = inDoubt(BATCH, place, () -> {
            session.createProducer(queue).send(session.createTextMessage("in doubt"), new CompletionListener() {
                @Override
                public void onCompletion(Message message) {
                    failure.completeExceptionally(new AssertionError("completed"));
                }

                @Override
                public void onException(Message message, Exception exception) {
                    failure.complete(exception);
                }
            });
            throw JmsContract.result(failure);
        });
        database.restore();
        assertTold(token, place);
        assertThat(drain("q")).isEqualTo(if_(place == BreakPoint.AFTER, "in doubt"));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("SND-09, TOP-01 a send to a topic reports an unknown outcome")
    void shouldTellThatASendToATopicIsInDoubt(BreakPoint place) throws Exception {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        listen(connection.createSession().createSharedDurableConsumer(session.createTopic("t"), "s"), heard);
        send(session.createTopic("t"), "before");
        assertThat(heard.poll(JmsContract.PATIENCE_MILLIS, TimeUnit.MILLISECONDS))
                .isEqualTo("before");
        // The stop acknowledges the messages of the listener, so that no other commit runs during the send.
        connection.stop();
        connection.start();
        String token = untilSendInDoubt(place, session.createTopic("t"));
        database.restore();
        assertTold(token, place);
        send(session.createTopic("t"), "after");
        if (place == BreakPoint.AFTER) {
            assertThat(next(heard)).isEqualTo("in doubt");
        }
        assertThat(next(heard)).isEqualTo("after");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "SND-09 a direct delivery in a batch with unknown outcome is delivered once, after the outcome is known")
    void shouldDeliverWhatWasBornInDoubt(BreakPoint place) throws Exception {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        listen(connection.createSession().createConsumer(queue), heard);
        JmsContract.send(session, queue, "before");
        assertThat(heard.poll(JmsContract.PATIENCE_MILLIS, TimeUnit.MILLISECONDS))
                .isEqualTo("before");
        // The stop acknowledges the messages of the listener, so that no other commit runs during the send.
        connection.stop();
        connection.start();
        String token = untilSendInDoubt(place, queue);
        assertThat(heard).doesNotContain("in doubt");
        database.restore();
        assertTold(token, place);
        JmsContract.send(session, queue, "after");
        if (place == BreakPoint.AFTER) {
            assertThat(next(heard)).isEqualTo("in doubt");
        }
        assertThat(next(heard)).isEqualTo("after");
    }

    private String untilSendInDoubt(BreakPoint place, Destination destination) throws Exception {
        return untilInDoubt(place, () -> send(destination, "in doubt"), () -> send(destination, "again"));
    }

    /**
     * Repeats a call until its outcome is unknown. Another commit of the receiver may break instead, so that the call
     * fails for certain.
     */
    private String untilInDoubt(BreakPoint place, Call call, Call again) throws Exception {
        while (true) {
            database.breakCommitOf(BATCH, place, true);
            Throwable thrown = catchThrowable(call::run);
            if (thrown instanceof OutcomeUnknownException) {
                return told(() -> {
                            throw (Exception) thrown;
                        })
                        .getToken();
            }
            assertThat(thrown).isInstanceOf(JMSException.class);
            database.restore();
            again.run();
        }
    }

    /** Returns the next text, except texts of earlier messages. These may come again if their acknowledgement broke. */
    private static String next(BlockingQueue<String> heard) throws InterruptedException {
        while (true) {
            String next = heard.poll(JmsContract.PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            assertThat(next).isNotNull();
            if (!Set.of("before", "again").contains(next)) {
                return next;
            }
        }
    }
}
