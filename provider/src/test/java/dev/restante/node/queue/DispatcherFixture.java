package dev.restante.node.queue;

import static dev.restante.node.queue.buffer.PrefetchedMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.node.queue.buffer.ConsumerSlot;
import dev.restante.node.queue.buffer.PrefetchLimits;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;

/**
 * Dispatcher on a shared store, with a receiver that has polled without a result. The test plays the part of the store.
 */
abstract class DispatcherFixture {

    final List<Integer> fetches = new CopyOnWriteArrayList<>();
    final List<Boolean> wideFetches = new CopyOnWriteArrayList<>();
    long deadlineMillis = Delivery.NEVER;
    final List<PrefetchedMessage> toReturn = new ArrayList<>();
    final EntityDispatcher dispatcher = new EntityDispatcher(
            (limit, maxBytes, exceptGroups, wide, lowestPriority) -> {
                fetches.add(limit);
                wideFetches.add(wide);
            },
            step -> {},
            (returned, whenDone) -> toReturn.addAll(returned),
            new PrefetchLimits(1_000, 1_000, 1 << 20),
            false,
            delivery -> deadlineMillis);
    final ConsumerSlot slot = dispatcher.openSlot(() -> {});

    /** Completes the running fetch with these messages. The store has no further messages. */
    void fetched(long... ids) {
        List<PrefetchedMessage> fetched = new ArrayList<>();
        for (long id : ids) {
            fetched.add(message(id));
        }
        assertThat(dispatcher.arrivals().decideDirectDeliveries(0, 0, true)).isZero();
        dispatcher.fetches().fetchCommitted(fetched.size(), true, null);
        assertThat(dispatcher.fetches().fetchLoaded(fetched)).isEmpty();
        dispatcher.fetches().fetchEnded();
    }

    long take() {
        List<PrefetchedMessage> expired = new ArrayList<>();
        PrefetchedMessage taken = dispatcher.take(slot, 0, expired);
        assertThat(expired).isEmpty();
        return taken == null ? 0 : taken.delivery().id();
    }

    @BeforeEach
    void fetchFirst() {
        assertThat(take()).isZero();
        assertThat(fetches).containsExactly(64);
    }
}
