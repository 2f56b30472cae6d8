package dev.restante.node.queue;

import static dev.restante.proof.memory.Interleavings.require;

import dev.restante.broker.WakeUpListener;
import dev.restante.model.Delivery;
import dev.restante.node.queue.buffer.ConsumerSlot;
import dev.restante.node.queue.buffer.PrefetchLimits;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;

/**
 * Dispatcher of an exclusive store for tests of interleavings, whose first fetch has ended. The test plays the part of
 * the store, from which no further messages come.
 */
final class InterleavedDispatcher {

    /** Receiver that waits for its wake-up after a poll without a result. */
    final class Receiver implements WakeUpListener {
        private final Semaphore wakeUps = new Semaphore(0);
        final ConsumerSlot slot = dispatcher.openSlot(this);

        @Override
        public void run() {
            wakeUps.release();
        }

        PrefetchedMessage receive() {
            PrefetchedMessage message = dispatcher.take(slot, 0, new ArrayList<>());
            while (message == null) {
                wakeUps.acquireUninterruptibly();
                message = dispatcher.take(slot, 0, new ArrayList<>());
            }
            return message;
        }
    }

    final EntityDispatcher dispatcher = new EntityDispatcher(
            (limit, maxBytes, exceptGroups, wide, lowestPriority) -> {},
            step -> {},
            (returned, whenDone) -> {},
            new PrefetchLimits(1_000, 1_000, 1 << 20),
            true,
            delivery -> Delivery.NEVER);

    /** Ends the first fetch, which a poll has requested, with these messages. */
    void fetched(ConsumerSlot slot, List<PrefetchedMessage> messages) {
        require(dispatcher.take(slot, 0, new ArrayList<>()) == null, "Nothing is prefetched");
        require(dispatcher.arrivals().decideDirectDeliveries(0, 0, true) == 0, "There are no candidates");
        dispatcher.fetches().fetchCommitted(messages.size(), true, Set.of());
        require(dispatcher.fetches().fetchLoaded(messages).isEmpty(), "The receiver is open");
        dispatcher.fetches().fetchEnded();
    }
}
