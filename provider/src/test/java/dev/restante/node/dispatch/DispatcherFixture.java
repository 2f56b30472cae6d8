package dev.restante.node.dispatch;

import static dev.restante.node.dispatch.BufferedMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;

/** A dispatcher on a shared store, with a receiver that has asked in vain; a test plays the store. */
abstract class DispatcherFixture {

    final List<Integer> fetches = new CopyOnWriteArrayList<>();
    final List<Boolean> wideFetches = new CopyOnWriteArrayList<>();
    long deadlineMillis = Delivery.NEVER;
    final List<Buffered> turnedAway = new ArrayList<>();
    final EntityDispatcher dispatcher = new EntityDispatcher(
            (limit, maxBytes, exceptGroups, wide, lowestPriority) -> {
                fetches.add(limit);
                wideFetches.add(wide);
            },
            step -> {},
            (back, whenDone) -> turnedAway.addAll(back),
            new DispatchBounds(1_000, 1_000, 1 << 20),
            false,
            delivery -> deadlineMillis);
    final Seat seat = dispatcher.open(() -> {});

    /** The fetch under way brings these, and the store has no more. */
    void fetched(long... ids) {
        List<Buffered> brought = new ArrayList<>();
        for (long id : ids) {
            brought.add(message(id));
        }
        assertThat(dispatcher.intake().decide(0, 0, true)).isZero();
        dispatcher.replenishment().acquired(brought.size(), true, null);
        assertThat(dispatcher.replenishment().loaded(brought)).isEmpty();
        dispatcher.replenishment().ended();
    }

    long take() {
        List<Buffered> expired = new ArrayList<>();
        Buffered taken = dispatcher.take(seat, 0, expired);
        assertThat(expired).isEmpty();
        return taken == null ? 0 : taken.delivery().id();
    }

    @BeforeEach
    void fetchFirst() {
        assertThat(take()).isZero();
        assertThat(fetches).containsExactly(64);
    }
}
