package dev.restante.tck.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Conformance tests of sends with a completion listener: order, threads and permitted calls of its callbacks. */
@ExtendWith(JmsFixtureExtension.class)
final class AsynchronousSendConformance {

    private interface CallbackStep {
        void run(Message message) throws Exception;
    }

    /** Completion listener that runs a step for each completed message, and records exceptions and threads. */
    private static final class RecordingCompletionListener implements CompletionListener {

        private final CallbackStep step;
        private final CountDownLatch expected;
        final List<Message> completed = new CopyOnWriteArrayList<>();
        final List<Throwable> thrown = new CopyOnWriteArrayList<>();
        final List<Thread> threads = new CopyOnWriteArrayList<>();

        RecordingCompletionListener(int expected, CallbackStep step) {
            this.expected = new CountDownLatch(expected);
            this.step = step;
        }

        @Override
        public void onCompletion(Message message) {
            threads.add(Thread.currentThread());
            completed.add(message);
            try {
                step.run(message);
            } catch (Exception e) {
                thrown.add(e);
            } finally {
                expected.countDown();
            }
        }

        @Override
        public void onException(Message message, Exception exception) {
            thrown.add(exception);
            expected.countDown();
        }

        void await() throws InterruptedException {
            assertThat(expected.await(JmsFixture.ARRIVAL_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS))
                    .isTrue();
        }
    }

    @Test
    @DisplayName("ASY-01 ASY-03 ASY-13 ASY-18 all four send methods complete on another thread with the sent message")
    void shouldComplete(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session();
        RecordingCompletionListener completions = new RecordingCompletionListener(4, message -> {});
        MessageProducer identified = session.createProducer(queue);
        MessageProducer unidentified = session.createProducer(null);
        List<Message> sent = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            sent.add(session.createTextMessage("" + i));
        }

        identified.send(sent.get(0), completions);
        identified.send(sent.get(1), DeliveryMode.NON_PERSISTENT, 4, 0, completions);
        unidentified.send(queue, sent.get(2), completions);
        unidentified.send(queue, sent.get(3), DeliveryMode.PERSISTENT, 4, 0, completions);

        completions.await();
        assertThat(completions.thrown).isEmpty();
        assertThat(completions.completed).containsExactlyInAnyOrderElementsOf(sent);
        assertThat(completions.threads).doesNotContain(Thread.currentThread());
    }

    @Test
    @DisplayName("ASY-02 the classic API rejects a null listener, and the simplified API then sends synchronously")
    void shouldTreatNoListener(JmsFixture jms) throws Exception {
        Session session = jms.session();
        MessageProducer producer = session.createProducer(jms.queue());
        JMSProducer simplified = jms.context().createProducer();
        CompletionListener listener = new RecordingCompletionListener(1, message -> {});

        assertThatThrownBy(() -> producer.send(session.createMessage(), null))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(simplified.setAsync(listener).getAsync()).isSameAs(listener);
        assertThat(simplified.setAsync(null).getAsync()).isNull();
    }

    @Test
    @DisplayName("ASY-04 a send that throws does not call the listener")
    void shouldNotCallBackWhenSendThrows(JmsFixture jms) throws Exception {
        Session session = jms.session();
        AtomicInteger calls = new AtomicInteger();
        MessageProducer producer = session.createProducer(null);

        assertThatThrownBy(() -> producer.send(
                        null,
                        session.createMessage(),
                        new RecordingCompletionListener(1, message -> calls.incrementAndGet())))
                .isInstanceOf(InvalidDestinationException.class);
        session.close();
        assertThat(calls).hasValue(0);
    }

    @Test
    @DisplayName("ASY-06 ASY-12 mixed sends keep their order, and callbacks come in the order of the sends")
    void shouldKeepTheOrder(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session();
        MessageProducer producer = session.createProducer(queue);
        RecordingCompletionListener completions = new RecordingCompletionListener(10, message -> {});
        List<Message> asynchronous = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Message message = session.createTextMessage("" + i);
            if (i % 2 == 0) {
                asynchronous.add(message);
                producer.send(message, completions);
            } else {
                producer.send(message);
            }
        }
        completions.await();

        assertThat(completions.completed).containsExactlyElementsOf(asynchronous);
        jakarta.jms.MessageConsumer consumer = session.createConsumer(queue);
        for (int i = 0; i < 20; i++) {
            assertThat(JmsFixture.nextText(consumer)).isEqualTo("" + i);
        }
    }

    @Test
    @DisplayName("ASY-12 callbacks come in order across the producers of a context")
    void shouldKeepTheOrderOfAContext(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        JMSContext context = jms.context();
        RecordingCompletionListener completions = new RecordingCompletionListener(10, message -> {});
        List<Message> sent = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Message message = context.createTextMessage("" + i);
            sent.add(message);
            context.createProducer().setAsync(completions).send(queue, message);
        }
        completions.await();

        assertThat(completions.completed).containsExactlyElementsOf(sent);
    }

    @Test
    @DisplayName("ASY-07 ASY-08 close and commit wait for the callbacks")
    void shouldWaitForCallbacks(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        for (String what : List.of("producer", "session", "connection", "commit", "rollback")) {
            Connection connection = jms.connection();
            Session session = connection.createSession(
                    what.equals("commit") || what.equals("rollback")
                            ? Session.SESSION_TRANSACTED
                            : Session.AUTO_ACKNOWLEDGE);
            MessageProducer producer = session.createProducer(queue);
            AtomicInteger returned = new AtomicInteger();
            producer.send(session.createMessage(), new RecordingCompletionListener(1, message -> {
                Thread.sleep(JmsFixture.SILENCE_MILLIS);
                returned.incrementAndGet();
            }));
            switch (what) {
                case "producer" -> producer.close();
                case "session" -> session.close();
                case "connection" -> connection.close();
                case "commit" -> session.commit();
                default -> session.rollback();
            }
            assertThat(returned).as(what).hasValue(1);
        }
    }

    @Test
    @DisplayName("ASY-09 ASY-10 a callback cannot close its producer, session or connection, nor commit or roll back")
    void shouldRefuseInCallbacks(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Connection connection = jms.connection();
        Session session = connection.createSession(Session.SESSION_TRANSACTED);
        MessageProducer producer = session.createProducer(queue);
        List<CallbackStep> refused = List.of(
                message -> producer.close(),
                message -> session.close(),
                message -> connection.close(),
                message -> session.commit(),
                message -> session.rollback());
        for (CallbackStep step : refused) {
            RecordingCompletionListener completions = new RecordingCompletionListener(1, step);
            producer.send(session.createMessage(), completions);
            completions.await();
            assertThat(completions.thrown).hasSize(1);
            assertThat(completions.thrown.get(0)).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    @DisplayName("ASY-09 ASY-10 a callback cannot close, commit or roll back its context")
    void shouldRefuseInCallbacksOfAContext(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        JMSContext context = jms.context(JMSContext.SESSION_TRANSACTED);
        List<CallbackStep> refused =
                List.of(message -> context.close(), message -> context.commit(), message -> context.rollback());
        for (CallbackStep step : refused) {
            RecordingCompletionListener completions = new RecordingCompletionListener(1, step);
            context.createProducer().setAsync(completions).send(queue, "x");
            completions.await();
            assertThat(completions.thrown).hasSize(1);
            assertThat(completions.thrown.get(0)).isInstanceOf(IllegalStateRuntimeException.class);
        }
    }

    @Test
    @DisplayName("CON-11 a callback may stop its connection")
    void shouldStopInACallback(JmsFixture jms) throws Exception {
        Connection connection = jms.connection();
        Session session = connection.createSession();
        RecordingCompletionListener completions = new RecordingCompletionListener(1, message -> connection.stop());

        session.createProducer(jms.queue()).send(session.createMessage(), completions);

        completions.await();
        assertThat(completions.thrown).isEmpty();
    }

    @Test
    @DisplayName("ASY-11 a session runs one callback at a time")
    void shouldRunOneCallbackAtATime(JmsFixture jms) throws Exception {
        Session session = jms.session();
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        RecordingCompletionListener completions = new RecordingCompletionListener(10, message -> {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            Thread.sleep(5);
            inside.decrementAndGet();
        });
        MessageProducer first = session.createProducer(jms.queue());
        MessageProducer second = session.createProducer(jms.queue());
        for (int i = 0; i < 5; i++) {
            first.send(session.createMessage(), completions);
            second.send(session.createMessage(), completions);
        }
        completions.await();

        assertThat(most).hasValue(1);
    }

    @Test
    @DisplayName("ASY-15 ASY-17 HDR-09 a callback sees the headers and can read a bytes message")
    void shouldShowTheMessageInTheCallback(JmsFixture jms) throws Exception {
        Session session = jms.session();
        BytesMessage bytes = session.createBytesMessage();
        bytes.writeInt(7);
        List<Object> seen = new CopyOnWriteArrayList<>();
        RecordingCompletionListener completions = new RecordingCompletionListener(1, message -> {
            seen.add(message.getJMSMessageID());
            seen.add(((BytesMessage) message).readInt());
        });

        session.createProducer(jms.queue()).send(bytes, completions);

        completions.await();
        assertThat(completions.thrown).isEmpty();
        assertThat(seen).hasSize(2).contains(7);
    }

    @Test
    @DisplayName("ASY-14 ASY-21 a session remains usable beside its callbacks and after a callback threw")
    void shouldGoOnAfterACallbackThrew(JmsFixture jms) throws Exception {
        Session session = jms.session();
        MessageProducer producer = session.createProducer(jms.queue());
        AtomicInteger calls = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            producer.send(session.createMessage(), new CompletionListener() {
                @Override
                public void onCompletion(Message message) {
                    all.countDown();
                    if (calls.incrementAndGet() == 1) {
                        throw new java.lang.IllegalStateException("thrown on purpose");
                    }
                }

                @Override
                public void onException(Message message, Exception exception) {
                    // All sends succeed.
                }
            });
        }

        assertThat(all.await(JmsFixture.ARRIVAL_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS))
                .isTrue();
        producer.send(session.createMessage());
        assertThat(producer.getPriority()).isEqualTo(4);
    }

    @Test
    @DisplayName("ASY-08 TXN-02 an asynchronous send is part of the transaction")
    void shouldTakePartInTheTransaction(JmsFixture jms) throws JMSException, Exception {
        Queue queue = jms.queue();
        Session session = jms.session(Session.SESSION_TRANSACTED);
        MessageProducer producer = session.createProducer(queue);
        producer.send(session.createTextMessage("lost"), new RecordingCompletionListener(1, message -> {}));
        session.rollback();
        producer.send(session.createTextMessage("kept"), new RecordingCompletionListener(1, message -> {}));
        session.commit();

        jakarta.jms.MessageConsumer consumer = jms.session().createConsumer(queue);
        assertThat(JmsFixture.nextText(consumer)).isEqualTo("kept");
        assertThat(JmsFixture.receivesNothing(consumer)).isTrue();
    }
}
