package dev.restante.jms.send;

import static dev.restante.proof.memory.Interleavings.require;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.restante.jms.core.InFlightSendLimiter;
import dev.restante.jms.message.RestanteTextMessage;
import dev.restante.proof.memory.Interleavings;
import jakarta.jms.CompletionListener;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("proof")
@DisplayName("ASY-07 ASY-08 ASY-11 interleavings of the completion queue")
final class CompletionQueueInterleavingTest {

    private static final String CLOSED = "closed";
    private static final String REJECTED = "rejected";

    /** Completion queue of a session whose connection allows one send in flight. */
    private static final class RecordedSession {
        private final InFlightSendLimiter limiter = new InFlightSendLimiter(1);
        private final CompletionQueue queue = new CompletionQueue(limiter);
        private final CompletionQueue.ProducerSendCount sendCount = new CompletionQueue.ProducerSendCount();
        private final Queue<String> events = new ConcurrentLinkedQueue<>();
        private final Message message = new RestanteTextMessage();

        CompletionQueue.PendingSend add(String name) throws JMSException {
            return queue.add(message, listener(name), unused -> {}, sendCount, false);
        }

        private CompletionListener listener(String name) {
            return new CompletionListener() {
                @Override
                public void onCompletion(Message sent) {
                    events.add(name);
                }

                @Override
                public void onException(Message sent, Exception exception) {
                    events.add("failed");
                }
            };
        }

        void close() {
            queue.close();
            events.add(CLOSED);
        }

        void requireEvents(String what, String... expected) {
            List<String> actual = List.copyOf(events);
            require(actual.equals(List.of(expected)), what + ": " + actual);
        }
    }

    /** Slot through which the sending thread hands a send to the thread that reports its result. */
    private static final class PendingSendSlot {
        private final Semaphore filled = new Semaphore(0);
        private CompletionQueue.@Nullable PendingSend pending;

        void put(CompletionQueue.PendingSend send) {
            pending = send;
            filled.release();
        }

        CompletionQueue.PendingSend take() {
            filled.acquireUninterruptibly();
            return requireNonNull(pending);
        }
    }

    /** Two sends, the second of which has its result before the first one. */
    public static final class ResultsOutOfOrder {
        private final RecordedSession session = new RecordedSession();
        private final PendingSendSlot first = new PendingSendSlot();

        @Operation(runOnce = true)
        public void send() throws JMSException {
            first.put(session.add("first"));
            session.add("second").accept(null);
            session.close();
        }

        @Operation(runOnce = true)
        public void store() {
            first.take().accept(null);
        }

        @Validate
        public void validate() {
            session.requireEvents("In the order of the sends", "first", "second", CLOSED);
        }
    }

    /** Producer that closes while its send has no result, and a limit that makes its second send wait. */
    public static final class ClosingProducer {
        private final RecordedSession session = new RecordedSession();
        private final PendingSendSlot second = new PendingSendSlot();

        @Operation(runOnce = true)
        public void send() throws JMSException, InterruptedException {
            session.limiter.acquire(false);
            session.add("first").accept(null);
            session.limiter.acquire(false);
            second.put(session.add("second"));
            session.queue.awaitEmpty(session.sendCount);
            session.events.add("sent");
            session.close();
        }

        @Operation(runOnce = true)
        public void store() {
            second.take().accept(null);
        }

        @Validate
        public void validate() {
            session.requireEvents("After the callbacks", "first", "second", "sent", CLOSED);
        }
    }

    /** Send that another thread makes while the session closes. */
    public static final class SendBesideClose {
        private final RecordedSession session = new RecordedSession();

        @Operation(runOnce = true)
        public void send() {
            try {
                session.add("first").accept(null);
            } catch (JMSException e) {
                session.events.add(REJECTED);
            }
        }

        @Operation(runOnce = true)
        public void close() {
            session.close();
        }

        @Validate
        public void validate() {
            List<String> events = List.copyOf(session.events);
            require(
                    events.size() == 2 && (events.contains(REJECTED) || events.equals(List.of("first", CLOSED))),
                    "Rejected, or before the end of the close: " + events);
        }
    }

    @Test
    @DisplayName("ASY-11 the callbacks have the order of the sends, whatever the order of the results is")
    void shouldCallListenersInOrderOfSends() {
        assertThatCode(() -> Interleavings.checkScenario(ResultsOutOfOrder.class))
                .doesNotThrowAnyException();
    }

    @Test
    @DisplayName("ASY-07 a closed producer has waited for its callbacks, which release their permits")
    void shouldWaitForCallbacksOfProducer() {
        assertThatCode(() -> Interleavings.checkScenario(ClosingProducer.class)).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("ASY-08 a send beside a close is rejected, or gets its callback before the close returns")
    void shouldCallListenerBeforeCloseReturns() {
        assertThatCode(() -> Interleavings.checkScenario(SendBesideClose.class)).doesNotThrowAnyException();
    }
}
