package dev.restante.node.queue;

import static dev.restante.node.queue.buffer.PrefetchedMessages.available;
import static dev.restante.node.queue.buffer.PrefetchedMessages.message;
import static dev.restante.proof.memory.Interleavings.require;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.restante.model.Delivery;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.proof.memory.Interleavings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("proof")
@DisplayName("interleavings of arriving messages and receivers")
final class ArrivalInterleavingTest {

    private static final List<PrefetchedMessage> CANDIDATES = List.of(available(1, 4, Map.of()));
    private static final PrefetchedMessage DIRECT_DELIVERY = message(1);
    private static final PrefetchedMessage IN_MEMORY = message(2);

    /** A direct delivery, and after its receipt a message in memory, for a receiver that waits. */
    public static final class WaitingReceiver {
        private final InterleavedDispatcher entity = new InterleavedDispatcher();
        private final InterleavedDispatcher.Receiver receiver = entity.new Receiver();
        private final Semaphore directReceived = new Semaphore(0);
        private final List<PrefetchedMessage> received = new ArrayList<>();

        public WaitingReceiver() {
            entity.fetched(receiver.slot, List.of());
        }

        @Operation(runOnce = true)
        public void send() {
            ArrivalCoordinator arrivals = entity.dispatcher.arrivals();
            require(arrivals.decideDirectDeliveries(CANDIDATES, 0, false).get(0), "The receiver wants a message");
            require(arrivals.addDirectDeliveries(List.of(DIRECT_DELIVERY)).isEmpty(), "The receiver is open");
            directReceived.acquireUninterruptibly();
            require(arrivals.offerInMemory(IN_MEMORY, Long.MAX_VALUE), "The receiver wants a message");
        }

        @Operation(runOnce = true)
        public void receive() {
            received.add(receiver.receive());
            directReceived.release();
            received.add(receiver.receive());
        }

        @Validate
        public void validate() {
            require(received.equals(List.of(DIRECT_DELIVERY, IN_MEMORY)), "Received once, in order");
        }
    }

    /** A message that is sent while its only receiver polls once and closes. */
    public static final class ClosingReceiver {
        private final InterleavedDispatcher entity = new InterleavedDispatcher();
        private final InterleavedDispatcher.Receiver receiver = entity.new Receiver();
        private final Queue<PrefetchedMessage> found = new ConcurrentLinkedQueue<>();

        public ClosingReceiver() {
            entity.fetched(receiver.slot, List.of());
        }

        @Operation(runOnce = true)
        public void send() {
            ArrivalCoordinator arrivals = entity.dispatcher.arrivals();
            if (arrivals.decideDirectDeliveries(CANDIDATES, 0, false).get(0)) {
                returned(arrivals.addDirectDeliveries(List.of(DIRECT_DELIVERY)));
            } else {
                found.addAll(CANDIDATES);
                arrivals.arrivalsStored(1, Delivery.HIGHEST_PRIORITY, List.of(), false);
            }
        }

        @Operation(runOnce = true)
        public void close() {
            PrefetchedMessage taken = entity.dispatcher.take(receiver.slot, 0, new ArrayList<>());
            if (taken != null) {
                found.add(taken);
            }
            returned(entity.dispatcher.close(receiver.slot));
        }

        private void returned(List<PrefetchedMessage> messages) {
            if (!messages.isEmpty()) {
                found.addAll(messages);
                entity.dispatcher.fetches().returnEnded();
            }
        }

        @Validate
        public void validate() {
            require(found.size() == 1, "The message is received, returned or stored: " + found.size());
        }
    }

    @Test
    @DisplayName("a waiting receiver is woken for each message, and receives all of them in order")
    void shouldWakeWaitingReceiver() {
        assertThatCode(() -> Interleavings.checkScenario(WaitingReceiver.class)).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("a message that arrives while the last receiver closes is received, returned or stored")
    void shouldKeepMessageBesideClose() {
        assertThatCode(() -> Interleavings.checkScenario(ClosingReceiver.class)).doesNotThrowAnyException();
    }
}
