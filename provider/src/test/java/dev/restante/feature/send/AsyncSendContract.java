package dev.restante.feature.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.restante.JmsContract;
import dev.restante.RestanteConnectionFactory;
import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.DeliveryMode;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

public abstract class AsyncSendContract extends JmsContract {

    private Session session;
    private Queue queue;
    private MessageProducer producer;

    /** Listener that passes each completion to an action. A failed send throws an error. */
    private record Completed(Consumer<Message> action) implements CompletionListener {
        @Override
        public void onCompletion(Message message) {
            action.accept(message);
        }

        @Override
        public void onException(Message message, Exception exception) {
            throw new AssertionError(exception);
        }
    }

    @BeforeEach
    final void openSession() throws JMSException {
        session = autoSession();
        queue = session.createQueue("q");
        producer = session.createProducer(queue);
    }

    @Test
    @DisplayName("ASY-02, PRD-04, EXC-16 the call itself rejects a null listener and a null message")
    void shouldRefuseNulls() throws JMSException {
        Message message = session.createMessage();
        MessageProducer unidentified = session.createProducer(null);
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> producer.send(message, null),
                () -> producer.send(message, DeliveryMode.PERSISTENT, 4, 0, null),
                () -> unidentified.send(queue, message, null),
                () -> unidentified.send(queue, message, DeliveryMode.PERSISTENT, 4, 0, null))) {
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(call)
                    .withMessageContaining("listener");
        }
        assertThat(drain(queue)).isEmpty();
        assertThatExceptionOfType(MessageFormatException.class)
                .isThrownBy(() -> producer.send((Message) null, new Completed(m -> {})));
    }

    @Test
    @DisplayName("ASY-11, ASY-12, ASY-13, SND-03 callbacks run in send order, one at a time, on another thread")
    void shouldCallBackInOrder() throws JMSException {
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(200);
        for (int i = 0; i < 200; i++) {
            producer.send(session.createTextMessage("m" + i), new Completed(message -> {
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                try {
                    order.add(text(message));
                } catch (JMSException e) {
                    throw new AssertionError(e);
                }
                threads.add(Thread.currentThread());
                inside.decrementAndGet();
                all.countDown();
            }));
        }
        await(all);
        assertThat(order)
                .containsExactlyElementsOf(
                        IntStream.range(0, 200).mapToObj(i -> "m" + i).toList());
        assertThat(threads).doesNotContain(Thread.currentThread());
        assertThat(most).hasValue(1);
    }

    @Test
    @DisplayName("ASY-06 synchronous and asynchronous sends keep their common order")
    void shouldKeepOrderOfMixedSends() throws JMSException {
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            TextMessage message = session.createTextMessage("m" + i);
            expected.add("m" + i);
            if (i % 5 == 0) {
                producer.send(message);
            } else {
                producer.send(message, new Completed(m -> {}));
            }
        }
        producer.close();
        assertThat(drain(queue)).containsExactlyElementsOf(expected);
    }

    @Test
    @DisplayName("ASY-07, ASY-08 close of producer and session, commit and rollback wait for callbacks")
    void shouldWaitForCallbacks() throws JMSException {
        AtomicInteger called = new AtomicInteger();
        CompletionListener counting = new Completed(message -> {
            Thread.onSpinWait();
            called.incrementAndGet();
        });
        for (int i = 0; i < 20; i++) {
            producer.send(session.createMessage(), counting);
        }
        producer.close();
        assertThat(called).hasValue(20);
        MessageProducer second = session.createProducer(queue);
        for (int i = 0; i < 20; i++) {
            second.send(session.createMessage(), counting);
        }
        session.close();
        assertThat(called).hasValue(40);
        Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
        MessageProducer third = transacted.createProducer(queue);
        third.send(transacted.createMessage(), counting);
        transacted.commit();
        assertThat(called).hasValue(41);
        third.send(transacted.createMessage(), counting);
        transacted.rollback();
        assertThat(called).hasValue(42);
    }

    @Test
    @DisplayName(
            "ASY-09, ASY-10, CON-11 a callback cannot close its own objects or commit, but can stop the connection")
    void shouldRefuseCloseInCallback() throws Exception {
        Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
        MessageProducer own = transacted.createProducer(queue);
        CompletableFuture<List<Throwable>> thrown = new CompletableFuture<>();
        own.send(transacted.createMessage(), new Completed(message -> {
            List<Throwable> all = new ArrayList<>();
            all.add(catchThrowable(own::close));
            all.add(catchThrowable(transacted::close));
            all.add(catchThrowable(connection::close));
            all.add(catchThrowable(transacted::commit));
            all.add(catchThrowable(transacted::rollback));
            assertThatCode(connection::stop).doesNotThrowAnyException();
            thrown.complete(all);
        }));
        assertThat(result(thrown)).hasSize(5).allMatch(IllegalStateException.class::isInstance);
    }

    @Test
    @DisplayName("ASY-09 a callback of a context cannot close the context or commit")
    void shouldRefuseContextCloseInCallback() throws Exception {
        CompletableFuture<List<Throwable>> thrown = new CompletableFuture<>();
        try (JMSContext context = factory.createContext()) {
            context.createProducer()
                    .setAsync(new Completed(message ->
                            thrown.complete(List.of(catchThrowable(context::close), catchThrowable(context::commit)))))
                    .send(queue, "a");
            assertThat(result(thrown)).hasSize(2).allMatch(IllegalStateRuntimeException.class::isInstance);
        }
    }

    @Test
    @DisplayName("ASY-15, ASY-17, ASY-18 the callback gets the sent message, readable and with its headers")
    void shouldShowHeadersInCallback() throws Exception {
        BytesMessage message = session.createBytesMessage();
        message.writeInt(42);
        CompletableFuture<Message> completed = new CompletableFuture<>();
        CompletableFuture<Integer> read = new CompletableFuture<>();
        producer.send(message, new Completed(sent -> {
            try {
                assertThat(sent.getJMSMessageID()).startsWith("ID:");
                assertThat(sent.getJMSDestination()).isEqualTo(queue);
                assertThat(sent.getJMSTimestamp()).isPositive();
                assertThat(sent.getJMSDeliveryTime()).isEqualTo(sent.getJMSTimestamp());
                assertThat(sent.getJMSDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
                read.complete(((BytesMessage) sent).readInt());
                completed.complete(sent);
            } catch (JMSException | AssertionError e) {
                read.completeExceptionally(e);
            }
        }));
        assertThat(result(read)).isEqualTo(42);
        assertThat(result(completed)).isSameAs(message);
    }

    @Test
    @DisplayName("ASY-03 a callback also runs for non-persistent and transacted sends")
    void shouldCallBackForAllSends() throws JMSException {
        CountDownLatch both = new CountDownLatch(2);
        producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
        producer.send(session.createMessage(), new Completed(message -> both.countDown()));
        Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
        transacted.createProducer(queue).send(transacted.createMessage(), new Completed(message -> both.countDown()));
        await(both);
    }

    @Test
    @DisplayName("ASY-21 a callback that throws does not prevent later callbacks")
    void shouldSurviveThrowingCallback() throws JMSException {
        CountDownLatch second = new CountDownLatch(1);
        producer.send(session.createMessage(), new Completed(message -> {
            throw new java.lang.IllegalStateException("thrown by the test");
        }));
        producer.send(session.createMessage(), new Completed(message -> second.countDown()));
        await(second);
    }

    @Test
    @DisplayName("SND-04 at the maximum of sends in flight, a send waits until a callback has returned")
    void shouldBoundSendsInFlight() throws Exception {
        try (RestanteConnectionFactory bounded = newFactory()) {
            bounded.setMaxInFlightSends(2);
            Session small = bounded.createConnection().createSession();
            MessageProducer bound = small.createProducer(queue);
            CountDownLatch goOn = new CountDownLatch(1);
            CompletionListener holding = new Completed(message -> await(goOn));
            bound.send(small.createMessage(), holding);
            bound.send(small.createMessage(), holding);
            CompletableFuture<Boolean> third = waitingOnOtherThread(() -> {
                bound.send(small.createMessage(), holding);
                return true;
            });
            assertThat(third).isNotDone();
            goOn.countDown();
            assertThat(result(third)).isTrue();
        }
    }

    @Test
    @DisplayName(
            "SND-04, RCV-22 an interrupt ends the wait at the maximum of sends in flight, and the message is not sent")
    void shouldEndTheWaitForAPlace() throws Exception {
        try (RestanteConnectionFactory bounded = newFactory()) {
            bounded.setMaxInFlightSends(1);
            Session small = bounded.createConnection().createSession();
            MessageProducer bound = small.createProducer(queue);
            CountDownLatch goOn = new CountDownLatch(1);
            CountDownLatch both = new CountDownLatch(2);
            CompletionListener holding = new Completed(message -> {
                await(goOn);
                both.countDown();
            });
            // The maximum is not reached, so the interrupt ends nothing.
            Thread.currentThread().interrupt();
            bound.send(small.createTextMessage("1"), holding);
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
            JMSException refusal =
                    catchThrowableOfType(JMSException.class, () -> bound.send(small.createTextMessage("2"), holding));
            assertThat(Thread.interrupted()).isTrue();
            assertThat(refusal.getErrorCode()).isEqualTo("RESTANTE-INTERRUPTED");
            goOn.countDown();
            bound.send(small.createTextMessage("3"), holding);
            await(both);
        }
        assertThat(drain(queue)).containsExactly("1", "3");
    }

    @Test
    @DisplayName(
            "ASY-01 every form of send takes a completion listener, and a JMSProducer becomes asynchronous with one")
    void shouldSendAsynchronouslyByAllCalls() throws JMSException {
        CountDownLatch all = new CountDownLatch(5);
        CompletionListener counting = new Completed(message -> all.countDown());
        MessageProducer unidentified = session.createProducer(null);
        producer.send(session.createTextMessage("1"), counting);
        producer.send(session.createTextMessage("2"), DeliveryMode.PERSISTENT, 4, 0, counting);
        unidentified.send(queue, session.createTextMessage("3"), counting);
        unidentified.send(queue, session.createTextMessage("4"), DeliveryMode.PERSISTENT, 4, 0, counting);
        try (JMSContext context = factory.createContext()) {
            var asynchronous = context.createProducer();
            assertThat(asynchronous.getAsync()).isNull();
            asynchronous.setAsync(counting).send(queue, "5");
            assertThat(asynchronous.getAsync()).isSameAs(counting);
            await(all);
            assertThat(asynchronous.setAsync(null).getAsync()).isNull();
            asynchronous.send(queue, "6");
        }
        assertThat(all.getCount()).isZero();
        assertThat(drain(queue)).containsExactly("1", "2", "3", "4", "5", "6");
    }

    @Test
    @DisplayName("ASY-02 a JMSProducer without a listener sends synchronously, even if its listener was removed")
    void shouldSendSynchronouslyWithoutListener() throws JMSException {
        CountDownLatch goOn = new CountDownLatch(1);
        try (JMSContext context = factory.createContext()) {
            var changing = context.createProducer().setAsync(new Completed(message -> await(goOn)));
            Message first = context.createTextMessage("1");
            changing.send(queue, first);
            Message second = context.createTextMessage("2");
            changing.setAsync(null).send(queue, second);
            // The callback thread still runs the first callback, so the call itself has stored the second message.
            assertThat(second.getJMSMessageID()).isNotNull();
            try (JMSContext other = factory.createContext()) {
                var shown = other.createBrowser(queue).getEnumeration();
                assertThat(shown.nextElement()).isNotNull();
                assertThat(shown.nextElement()).isNotNull();
            }
            goOn.countDown();
        }
    }

    @Test
    @DisplayName("ASY-04 a send that the call itself rejects causes no callback")
    void shouldNotCallBackRefusedSends() throws Exception {
        List<String> called = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch last = new CountDownLatch(1);
        CompletionListener recording = new CompletionListener() {
            @Override
            public void onCompletion(Message message) {
                called.add("completed");
                last.countDown();
            }

            @Override
            public void onException(Message message, Exception exception) {
                called.add("failed " + exception);
            }
        };
        Message message = session.createMessage();
        MessageProducer unidentified = session.createProducer(null);
        assertThat(catchThrowable(() -> producer.send((Message) null, recording)))
                .isInstanceOf(MessageFormatException.class);
        assertThat(catchThrowable(() -> producer.send(message, 0, 4, 0, recording)))
                .isInstanceOf(JMSException.class);
        assertThat(catchThrowable(() -> producer.send(queue, message, recording)))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThat(catchThrowable(() -> unidentified.send(message, recording)))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThat(catchThrowable(() -> unidentified.send((Queue) null, message, recording)))
                .isInstanceOf(jakarta.jms.InvalidDestinationException.class);
        unidentified.close();
        assertThat(catchThrowable(() -> unidentified.send(queue, message, recording)))
                .isInstanceOf(IllegalStateException.class);
        producer.send(message, recording);
        await(last);
        session.close();
        assertThat(called).containsExactly("completed");
    }

    @Test
    @DisplayName("ASY-14 while a callback runs, the thread of the application can use the session")
    void shouldLeaveSessionToApplication() throws JMSException {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        producer.send(session.createTextMessage("a"), new Completed(message -> {
            inside.countDown();
            await(goOn);
        }));
        await(inside);
        send(session, queue, "b");
        var consumer = session.createConsumer(queue);
        assertThat(text(receive(consumer))).isEqualTo("a");
        assertThat(text(receive(consumer))).isEqualTo("b");
        consumer.close();
        goOn.countDown();
    }
}
