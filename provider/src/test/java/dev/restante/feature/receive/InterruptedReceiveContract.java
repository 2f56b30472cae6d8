package dev.restante.feature.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.restante.JmsContract;
import dev.restante.RestanteSession;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Waits for messages that an interrupt of the calling thread ends. */
@Timeout(100)
@DisplayName("waits for a message in an interrupted thread")
public abstract class InterruptedReceiveContract extends JmsContract {

    private static final String CODE = "RESTANTE-INTERRUPTED";

    private RestanteAdmin admin;
    private Session session;
    private Queue queue;

    @BeforeEach
    final void openSession() throws JMSException {
        admin = factory.admin();
        session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
        queue = session.createQueue("q");
        session.createConsumer(queue).close();
    }

    @AfterEach
    final void close() {
        boolean unused = Thread.interrupted();
        admin.close();
    }

    /** Makes a waiting call in another thread, and interrupts the thread while it waits. */
    private static void assertEndsByAnInterrupt(Callable<?> call) throws Exception {
        AtomicReference<Thread> thread = new AtomicReference<>();
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Boolean> ended = onOtherThread(() -> {
            thread.set(Thread.currentThread());
            begun.countDown();
            assertInterrupted(call::call);
            return Thread.interrupted();
        });
        await(begun);
        awaitWaiting(thread.get());
        thread.get().interrupt();
        assertThat(result(ended)).as("the thread is still interrupted").isTrue();
    }

    private static void assertInterrupted(ThrowingCallable call) {
        JMSException failure = catchThrowableOfType(JMSException.class, call);
        assertThat(failure).as("the failure of the call").isNotNull().hasMessageContaining("a retry can succeed");
        assertThat(failure.getErrorCode()).isEqualTo(CODE);
    }

    /** Makes a call in the calling thread, which is interrupted before the call. */
    private static void assertEndsInterrupted(ThrowingCallable call) {
        Thread.currentThread().interrupt();
        assertInterrupted(call);
        assertThat(Thread.interrupted()).as("the thread is still interrupted").isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, PATIENCE_MILLIS * 2})
    @DisplayName("RCV-22 an interrupt ends a receive, and the consumer gets the next message uncounted")
    final void shouldEndAReceive(long timeoutMillis) throws Exception {
        MessageConsumer consumer = session.createConsumer(queue);
        assertEndsByAnInterrupt(() -> consumer.receive(timeoutMillis));
        send(queue, "a");
        Message received = receive(consumer);
        assertThat(text(received)).isEqualTo("a");
        assertThat(received.getIntProperty("JMSXDeliveryCount")).isOne();
    }

    @Test
    @DisplayName("RCV-22, BEY-05 an interrupt ends a receive with a selector, without a timeout, and while stopped")
    final void shouldEndOtherReceives() throws Exception {
        MessageConsumer consumer = session.createConsumer(queue, "kind = 'a'");
        send(queue, "of no kind");
        assertEndsByAnInterrupt(consumer::receive);
        connection.stop();
        assertEndsByAnInterrupt(consumer::receive);
    }

    @Test
    @DisplayName("RCV-22 an interrupted thread gets a prefetched message, and null only if there is no message")
    final void shouldReturnWhatIsAtHand() throws JMSException {
        MessageConsumer consumer = session.createConsumer(queue);
        send(queue, "a", "b", "c");
        Message first = receive(consumer);
        assertThat(text(first)).isEqualTo("a");
        for (String next : new String[] {"b", "c"}) {
            eventually("the next message is received", () -> {
                Thread.currentThread().interrupt();
                try {
                    return next.equals(text(next.equals("b") ? consumer.receive() : consumer.receiveNoWait()));
                } catch (JMSException notYet) {
                    assertThat(notYet.getErrorCode()).isEqualTo(CODE);
                    return false;
                } finally {
                    assertThat(Thread.interrupted()).isTrue();
                }
            });
        }
        Thread.currentThread().interrupt();
        try {
            // Only an embedded store that is known to be empty needs no query, which an interrupt would end.
            assertThat(consumer.receiveNoWait()).isNull();
        } catch (JMSException unknown) {
            assertThat(unknown.getErrorCode()).isEqualTo(CODE);
        }
        assertThat(Thread.interrupted()).isTrue();
        first.acknowledge();
    }

    @Test
    @DisplayName("RCV-22 an interrupt ends the final check of a receive with a timeout")
    final void shouldEndTheLastLook() throws JMSException {
        MessageConsumer consumer = session.createConsumer(queue);
        connection.stop();
        send(queue, "a");
        assertEndsInterrupted(() -> consumer.receive(1));
        connection.start();
        assertThat(text(receive(consumer))).isEqualTo("a");
    }

    @Test
    @DisplayName("an interrupted receive first acknowledges the previous message")
    final void shouldAcknowledgeFirst() throws JMSException {
        send(queue, "a");
        MessageConsumer consumer = autoSession().createConsumer(queue);
        receive(consumer);
        assertEndsInterrupted(consumer::receive);
        assertThat(admin.statistics("q").inFlight()).isZero();
        assertThat(admin.statistics("q").available()).isZero();
    }

    @Test
    @DisplayName("GRP-02 an interrupt ends the wait for any message group, and another session gets the next group")
    final void shouldEndTheWaitForAGroup() throws Exception {
        admin.createQueue("groups", QueueOptions.defaults().withGroupsRequired(true));
        Queue grouped = session.createQueue("groups");
        RestanteSession waiting = RestanteSession.of(session);
        assertEndsByAnInterrupt(() -> waiting.acceptAnyGroup(grouped, 0));
        session.createProducer(grouped).send(grouped(session, "g1"));
        try (Session other = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE)) {
            assertThat(RestanteSession.of(other).acceptAnyGroup(grouped, PATIENCE_MILLIS))
                    .isPresent();
        }
    }

    @Test
    @DisplayName("VIS-06 an interrupt ends the wait at the in-flight limit")
    final void shouldEndTheWaitAtTheQuota() throws Exception {
        admin.createQueue("narrow", QueueOptions.defaults().withMaxInFlight(1));
        Queue narrow = session.createQueue("narrow");
        send(narrow, "a", "b");
        MessageConsumer consumer = session.createConsumer(narrow);
        Message first = receive(consumer);
        assertEndsByAnInterrupt(consumer::receive);
        first.acknowledge();
        assertThat(text(receive(consumer))).isEqualTo("b");
    }

    @Test
    @DisplayName("RCV-22 the simplified API reports an interrupt with the same error code")
    final void shouldEndInAContext() {
        try (JMSContext context = factory.createContext()) {
            var consumer = context.createConsumer(context.createQueue("q"));
            Thread.currentThread().interrupt();
            JMSRuntimeException failure = catchThrowableOfType(JMSRuntimeException.class, consumer::receive);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(failure.getErrorCode()).isEqualTo(CODE);
        }
    }
}
