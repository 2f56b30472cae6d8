package dev.restante.node.queue;

import static dev.restante.node.queue.buffer.PrefetchedMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.node.queue.buffer.ConsumerSlot;
import dev.restante.node.queue.buffer.FetchWaitResult;
import dev.restante.node.queue.buffer.PrefetchLimits;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.node.queue.selector.SearchStep;
import dev.restante.selector.Selector;
import dev.restante.selector.SelectorSyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a pause of deliveries")
final class PauseCoordinatorTest {

    private final List<Integer> fetches = new ArrayList<>();
    private final List<SearchStep> steps = new ArrayList<>();
    private final List<PrefetchedMessage> givenBack = new ArrayList<>();
    private final AtomicInteger wakeUps = new AtomicInteger();
    private boolean mayReceive = true;
    private final EntityDispatcher dispatcher = new EntityDispatcher(
            (limit, maxBytes, exceptGroups, wide, lowestPriority) -> fetches.add(limit),
            steps::add,
            (returned, whenDone) -> givenBack.addAll(returned),
            new PrefetchLimits(1_000, 1_000, 1 << 20),
            true,
            delivery -> Delivery.NEVER);
    private final ConsumerSlot slot = dispatcher.openSlot(wakeUps::incrementAndGet);

    private void follow(boolean receive) {
        mayReceive = receive;
        dispatcher.pause().update(() -> mayReceive, (returned, whenBack) -> {
            givenBack.addAll(returned);
            whenBack.run();
        });
    }

    private static long id(PrefetchedMessage prefetched) {
        return prefetched.delivery().id();
    }

    private long take(ConsumerSlot taker) {
        PrefetchedMessage taken = dispatcher.take(taker, 0, new ArrayList<>());
        return taken == null ? 0 : taken.delivery().id();
    }

    /** Completes the running fetch with these messages, and returns the messages that go back to the store. */
    private List<PrefetchedMessage> fetched(boolean exhausted, long... ids) {
        List<PrefetchedMessage> fetched = new ArrayList<>();
        for (long id : ids) {
            fetched.add(message(id));
        }
        assertThat(dispatcher.arrivals().decideDirectDeliveries(0, 0, true)).isZero();
        dispatcher.fetches().fetchCommitted(fetched.size(), exhausted, null);
        List<PrefetchedMessage> returned = dispatcher.fetches().fetchLoaded(fetched);
        dispatcher.fetches().fetchEnded();
        if (!returned.isEmpty()) {
            dispatcher.fetches().returnEnded();
        }
        return returned;
    }

    @Test
    @DisplayName("STA-02 a pause returns prefetched messages to the store at once, and its end wakes the receivers")
    void shouldGiveBackWhatIsAtHand() {
        assertThat(take(slot)).isZero();
        assertThat(fetched(true, 1, 2, 3)).isEmpty();
        assertThat(take(slot)).isEqualTo(1);
        follow(false);
        assertThat(givenBack).extracting(PauseCoordinatorTest::id).containsExactly(2L, 3L);
        int before = wakeUps.get();
        assertThat(take(slot)).isZero();
        follow(false);
        assertThat(wakeUps).hasValue(before);
        follow(true);
        assertThat(wakeUps).hasValue(before + 1);
        assertThat(take(slot)).isZero();
        fetched(true, 2, 3);
        assertThat(take(slot)).isEqualTo(2);
    }

    @Test
    @DisplayName("STA-02 a pause causes neither fetches nor wake-ups, whatever arrives")
    void shouldRest() throws SelectorSyntaxException {
        ConsumerSlot selective = dispatcher.openSlot(wakeUps::incrementAndGet, Selector.parse("JMSPriority > 3"));
        assertThat(take(slot)).isZero();
        fetched(true);
        follow(false);
        int fetchesBefore = fetches.size();
        int stepsBefore = steps.size();
        for (int hour = 0; hour < 10; hour++) {
            assertThat(take(slot)).isZero();
            assertThat(take(selective)).isZero();
            assertThat(dispatcher.arrivals().decideDirectDeliveries(2, 1, false))
                    .as("births")
                    .isZero();
            dispatcher.searches().reportArrivals(List.of(message(hour + 1)), List.of());
            dispatcher.arrivals().arrivalsStored(3, 4, List.of(hour + 1L), true);
            dispatcher.recheckStore();
            dispatcher.wakeReceivers();
            assertThat(dispatcher.waitsWithoutMessages()).isFalse();
            assertThat(dispatcher.prefetched().takeSurplus(true)).isEmpty();
            assertThat(dispatcher.arrivals().offerInMemory(message(100), TimeUnit.SECONDS.toNanos(10)))
                    .isFalse();
            dispatcher.arrivals().spillEnded();
        }
        assertThat(fetches).hasSize(fetchesBefore);
        assertThat(steps).hasSize(stepsBefore);
        assertThat(wakeUps).hasValue(0);
        assertThat(dispatcher.anyOpen()).isTrue();
        follow(true);
        assertThat(wakeUps).hasValue(2);
        assertThat(take(slot)).isZero();
        assertThat(take(selective)).isZero();
        assertThat(fetches).hasSizeGreaterThan(fetchesBefore);
        assertThat(steps).hasSizeGreaterThan(stepsBefore);
    }

    @Test
    @DisplayName("STA-02 messages of a fetch or direct delivery that began before the pause go back to the store")
    void shouldGiveBackWhatComes() {
        assertThat(take(slot)).isZero();
        fetched(true);
        assertThat(dispatcher.arrivals().decideDirectDeliveries(1, 0, false)).isEqualTo(1);
        dispatcher.recheckStore();
        assertThat(take(slot)).isZero();
        follow(false);
        assertThat(dispatcher.arrivals().addDirectDeliveries(List.of(message(7))))
                .hasSize(1);
        dispatcher.fetches().returnEnded();
        assertThat(fetched(false, 1, 2)).extracting(PauseCoordinatorTest::id).containsExactly(1L, 2L);
        follow(true);
        assertThat(take(slot)).isZero();
        assertThat(fetched(true, 1, 2)).isEmpty();
        assertThat(take(slot)).isEqualTo(1);
    }

    @Test
    @DisplayName("STA-02 receivers that open during a pause wait for its end, without a query of the store")
    void shouldLetWaitWhoComesLater() throws Exception {
        follow(false);
        ConsumerSlot later = dispatcher.openSlot(wakeUps::incrementAndGet);
        ConsumerSlot selective = dispatcher.openSlot(wakeUps::incrementAndGet, Selector.parse("JMSPriority > 3"));
        assertThat(take(later)).isZero();
        assertThat(take(selective)).isZero();
        long minute = TimeUnit.MINUTES.toNanos(1);
        assertThat(dispatcher.fetches().awaitFetch(minute)).isEqualTo(FetchWaitResult.ENDED);
        assertThat(dispatcher.searches().awaitMatch(dispatcher.searches().beginCheck(selective), minute))
                .isEqualTo(FetchWaitResult.STORE_EMPTY);
        assertThat(fetches).isEmpty();
        assertThat(steps).isEmpty();
        follow(true);
        assertThat(wakeUps).hasValue(2);
    }
}
