package dev.restante.node.dispatch;

import static dev.restante.node.dispatch.BufferedMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.selector.Selector;
import dev.restante.selector.SelectorSyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("receivers that pause")
final class PausesTest {

    private final List<Integer> fetches = new ArrayList<>();
    private final List<SearchStep> steps = new ArrayList<>();
    private final List<Buffered> givenBack = new ArrayList<>();
    private final AtomicInteger wakeUps = new AtomicInteger();
    private boolean mayReceive = true;
    private final EntityDispatcher dispatcher = new EntityDispatcher(
            (limit, maxBytes, exceptGroups, wide, lowestPriority) -> fetches.add(limit),
            steps::add,
            (back, whenDone) -> givenBack.addAll(back),
            new DispatchBounds(1_000, 1_000, 1 << 20),
            true,
            delivery -> Delivery.NEVER);
    private final Seat seat = dispatcher.open(wakeUps::incrementAndGet);

    private void follow(boolean receive) {
        mayReceive = receive;
        dispatcher.pauses().follow(() -> mayReceive, (back, whenBack) -> {
            givenBack.addAll(back);
            whenBack.run();
        });
    }

    private static long id(Buffered buffered) {
        return buffered.delivery().id();
    }

    private long take(Seat taker) {
        Buffered taken = dispatcher.take(taker, 0, new ArrayList<>());
        return taken == null ? 0 : taken.delivery().id();
    }

    /** The fetch under way brings these; returns what goes back of them. */
    private List<Buffered> fetched(boolean exhausted, long... ids) {
        List<Buffered> brought = new ArrayList<>();
        for (long id : ids) {
            brought.add(message(id));
        }
        assertThat(dispatcher.intake().decide(0, 0, true)).isZero();
        dispatcher.replenishment().acquired(brought.size(), exhausted, null);
        List<Buffered> back = dispatcher.replenishment().loaded(brought);
        dispatcher.replenishment().ended();
        if (!back.isEmpty()) {
            dispatcher.replenishment().wentBack();
        }
        return back;
    }

    @Test
    @DisplayName(
            "STA-02 get nothing of what is at hand, which goes back at once, and are woken by the end of the pause")
    void shouldGiveBackWhatIsAtHand() {
        assertThat(take(seat)).isZero();
        assertThat(fetched(true, 1, 2, 3)).isEmpty();
        assertThat(take(seat)).isEqualTo(1);
        follow(false);
        assertThat(givenBack).extracting(PausesTest::id).containsExactly(2L, 3L);
        int before = wakeUps.get();
        assertThat(take(seat)).isZero();
        follow(false);
        assertThat(wakeUps).hasValue(before);
        follow(true);
        assertThat(wakeUps).hasValue(before + 1);
        assertThat(take(seat)).isZero();
        fetched(true, 2, 3);
        assertThat(take(seat)).isEqualTo(2);
    }

    @Test
    @DisplayName("STA-02 cause no fetch and no wake-up for as long as the pause lasts, whatever arrives")
    void shouldRest() throws SelectorSyntaxException {
        Seat selective = dispatcher.open(wakeUps::incrementAndGet, Selector.parse("JMSPriority > 3"));
        assertThat(take(seat)).isZero();
        fetched(true);
        follow(false);
        int fetchesBefore = fetches.size();
        int stepsBefore = steps.size();
        for (int hour = 0; hour < 10; hour++) {
            assertThat(take(seat)).isZero();
            assertThat(take(selective)).isZero();
            assertThat(dispatcher.intake().decide(2, 1, false)).as("births").isZero();
            dispatcher.searches().arrived(List.of(message(hour + 1)), List.of());
            dispatcher.intake().settled(3, 4, List.of(hour + 1L), true);
            dispatcher.disturb();
            dispatcher.offerAgain();
            assertThat(dispatcher.starving()).isFalse();
            assertThat(dispatcher.contents().surplus(true)).isEmpty();
            assertThat(dispatcher.intake().offerInMemory(message(100), TimeUnit.SECONDS.toNanos(10)))
                    .isFalse();
            dispatcher.intake().storeBoundEnded();
        }
        assertThat(fetches).hasSize(fetchesBefore);
        assertThat(steps).hasSize(stepsBefore);
        assertThat(wakeUps).hasValue(0);
        assertThat(dispatcher.active()).isTrue();
        follow(true);
        assertThat(wakeUps).hasValue(2);
        assertThat(take(seat)).isZero();
        assertThat(take(selective)).isZero();
        assertThat(fetches).hasSizeGreaterThan(fetchesBefore);
        assertThat(steps).hasSizeGreaterThan(stepsBefore);
    }

    @Test
    @DisplayName("STA-02 get nothing of what a fetch or a birth brings that had begun before")
    void shouldGiveBackWhatComes() {
        assertThat(take(seat)).isZero();
        fetched(true);
        assertThat(dispatcher.intake().decide(1, 0, false)).isEqualTo(1);
        dispatcher.disturb();
        assertThat(take(seat)).isZero();
        follow(false);
        assertThat(dispatcher.intake().born(List.of(message(7)))).hasSize(1);
        dispatcher.replenishment().wentBack();
        assertThat(fetched(false, 1, 2)).extracting(PausesTest::id).containsExactly(1L, 2L);
        follow(true);
        assertThat(take(seat)).isZero();
        assertThat(fetched(true, 1, 2)).isEmpty();
        assertThat(take(seat)).isEqualTo(1);
    }

    @Test
    @DisplayName("STA-02 wait also where they come during the pause, and nobody waits for a look at the store")
    void shouldLetWaitWhoComesLater() throws Exception {
        follow(false);
        Seat later = dispatcher.open(wakeUps::incrementAndGet);
        Seat selective = dispatcher.open(wakeUps::incrementAndGet, Selector.parse("JMSPriority > 3"));
        assertThat(take(later)).isZero();
        assertThat(take(selective)).isZero();
        long minute = TimeUnit.MINUTES.toNanos(1);
        assertThat(dispatcher.replenishment().awaitFetch(minute)).isEqualTo(FetchWait.ENDED);
        assertThat(dispatcher.searches().awaitMatch(dispatcher.searches().look(selective), minute))
                .isEqualTo(FetchWait.CERTAIN);
        assertThat(fetches).isEmpty();
        assertThat(steps).isEmpty();
        follow(true);
        assertThat(wakeUps).hasValue(2);
    }
}
