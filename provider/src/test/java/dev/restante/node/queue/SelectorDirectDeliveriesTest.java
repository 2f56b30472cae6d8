package dev.restante.node.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.node.queue.buffer.ConsumerSlot;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.node.queue.selector.SearchStep;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Order of direct deliveries for receivers with a selector. Each waits until the search has passed its position. */
@DisplayName("the retrieval order of receivers with a selector")
final class SelectorDirectDeliveriesTest extends SelectorFixture {

    /** Returns the sends of one batch that are granted a direct delivery. */
    private List<PrefetchedMessage> grantedDirectDelivery(PrefetchedMessage... sends) {
        BitSet granted = dispatcher.arrivals().decideDirectDeliveries(List.of(sends), 0, false);
        return granted.stream().mapToObj(i -> sends[i]).toList();
    }

    private void sendDirectly(PrefetchedMessage... sends) {
        assertThat(grantedDirectDelivery(sends)).containsExactly(sends);
        for (PrefetchedMessage send : sends) {
            assertThat(dispatcher.arrivals().addDirectDeliveries(List.of(send))).isEmpty();
        }
    }

    private void sent(PrefetchedMessage message) {
        stored(message);
        dispatcher.searches().reportArrivals(List.of(message), List.of());
        dispatcher.arrivals().arrivalsStored(0, 4, List.of(), false);
    }

    @Test
    @DisplayName("DLV-01 a direct delivery is received after the matches of a search that has not yet read the store")
    void shouldNotOvertake() {
        stored(message(1, "red"));
        take(red);
        SearchStep first = nextStep();
        SearchStep.StepResult nothing = first.evaluate(List.of(), List.of());
        sent(message(2, "red"));
        sendDirectly(message(3, "red"));
        finish(first, nothing);
        assertThat(take(red)).isZero();
        searchOn();
        assertThat(takeAll(red)).containsExactly(1L, 2L, 3L);
    }

    @Test
    @DisplayName("BEY-05 a search catches up even if a sender never pauses")
    void shouldCatchUpWithASenderThatNeverRests() {
        IntStream.rangeClosed(1, 700).forEach(i -> stored(message(i, "red")));
        take(red);
        int steps = 0;
        long last = 700;
        for (SearchStep step = nextStep(); step != null; step = nextStep()) {
            SearchStep.StepResult result = find(step);
            sendDirectly(message(last + 1, "red"), message(last + 2, "red"));
            last += 2;
            finish(step, result);
            takeAll(red);
            steps++;
        }
        assertThat(steps).isLessThan(5);
        sendDirectly(message(last + 1, "red"));
        assertThat(takeAll(red)).containsExactly(last + 1);
    }

    @Test
    @DisplayName("DLV-01 a direct delivery behind a backlog is received when the search has reached its position")
    void shouldWaitForTheBacklog() {
        IntStream.rangeClosed(1, 2_000).forEach(i -> stored(message(i, "red")));
        take(red);
        sendDirectly(message(3_000, "red"));
        sent(message(3_001, "red"));
        sendDirectly(message(2_500, 9, "red"));
        List<Long> taken = new ArrayList<>();
        while (!steps.isEmpty()) {
            SearchStep step = nextStep();
            finish(step, find(step));
            taken.addAll(takeAll(red));
        }
        assertThat(taken).hasSize(2_003);
        assertThat(taken.indexOf(2_500L)).isLessThan(2_000);
        taken.remove(2_500L);
        assertThat(taken).isSorted();
    }

    @Test
    @DisplayName("DLV-01 matches behind a direct delivery that came during the step wait with it for the next step")
    void shouldNotTakeWhatWasFoundBehindAFreshBirth() {
        take(red);
        SearchStep first = nextStep();
        sendDirectly(message(5, "red"));
        stored(message(6, "red"), message(5_000, 3, "red"));
        SearchStep.StepResult result = find(first);
        sent(message(1, "grey"));
        sent(message(7, "red"));
        finish(first, result);
        assertThat(takeAll(red)).containsExactly(5_000L);
        searchOn();
        assertThat(takeAll(red)).containsExactly(5L, 6L, 7L);
    }

    @Test
    @DisplayName("a direct delivery in a batch with another arrival waits for a step that begins after it")
    void shouldNotOvertakeWhatComesOtherwise() {
        take(red);
        searchOn();
        PrefetchedMessage directDelivery = message(2, "red");
        assertThat(dispatcher
                        .arrivals()
                        .decideDirectDeliveries(List.of(directDelivery), 1, false)
                        .cardinality())
                .isEqualTo(1);
        assertThat(dispatcher.arrivals().addDirectDeliveries(List.of(directDelivery)))
                .isEmpty();
        assertThat(take(red)).isZero();
        stored(message(1, "red"));
        dispatcher.searches().reportArrivals(List.of(), List.of(1L));
        dispatcher.arrivals().arrivalsStored(1, 4, List.of(1L), true);
        searchOn();
        assertThat(takeAll(red)).containsExactly(1L, 2L);
    }

    @Test
    @DisplayName("a direct delivery that came after its search step began causes another step")
    void shouldSearchOnForWhatWaits() {
        take(red);
        searchOn();
        PrefetchedMessage directDelivery = message(2, "red");
        dispatcher.arrivals().decideDirectDeliveries(List.of(directDelivery), 1, false);
        dispatcher.arrivals().arrivalsStored(1, 4, List.of(), false);
        searchOn();
        assertThat(dispatcher.arrivals().addDirectDeliveries(List.of(directDelivery)))
                .isEmpty();
        searchOn();
        assertThat(take(red)).isEqualTo(2);
    }

    @Test
    @DisplayName("a direct delivery that waits for one search can be taken by receivers that are caught up")
    void shouldLetOthersTakeWhatWaits() {
        ConsumerSlot both = open("re");
        take(both);
        searchOn();
        take(red);
        SearchStep step = nextStep();
        PrefetchedMessage third = message(3, "red");
        sendDirectly(message(2, "red"), third);
        assertThat(take(both)).isEqualTo(2);
        ConsumerSlot all = dispatcher.openSlot(() -> woken.add("all"));
        assertThat(take(all)).isZero();
        dispatcher.arrivals().decideDirectDeliveries(0, 0, true);
        dispatcher.fetches().fetchCommitted(0, true, null);
        dispatcher.fetches().fetchLoaded(List.of());
        dispatcher.fetches().fetchEnded();
        assertThat(take(all)).isEqualTo(3);
        finish(step, find(step));
        assertThat(take(red)).isZero();
    }

    @Test
    @DisplayName("direct deliveries that wait for a search count as acquired, and are returned with the last receiver")
    void shouldGiveBackWhatWaits() {
        take(red);
        SearchStep step = nextStep();
        sendDirectly(message(1, "red"), message(2, "red"));
        assertThat(dispatcher.prefetched().prefetchCount().acquired()).isEqualTo(2);
        assertThat(dispatcher.close(red))
                .extracting(each -> each.delivery().id())
                .containsExactly(1L, 2L);
        assertThat(dispatcher.prefetched().prefetchCount().acquired()).isZero();
        finish(step, find(step));
    }

    @Test
    @DisplayName("a limited number of direct deliveries waits for a search, which finds further messages in order")
    void shouldBoundWhatWaits() {
        take(red);
        SearchStep step = nextStep();
        SearchStep.StepResult result = find(step);
        PrefetchedMessage[] sends =
                IntStream.rangeClosed(1, 1_500).mapToObj(i -> message(i, "red")).toArray(PrefetchedMessage[]::new);
        List<PrefetchedMessage> directDeliveries = grantedDirectDelivery(sends);
        assertThat(directDeliveries).hasSize(1_000);
        assertThat(dispatcher.arrivals().addDirectDeliveries(directDeliveries)).isEmpty();
        for (PrefetchedMessage send : sends) {
            if (!directDeliveries.contains(send)) {
                sent(send);
            }
        }
        finish(step, result);
        List<Long> taken = takeAll(red);
        while (!steps.isEmpty()) {
            SearchStep next = nextStep();
            finish(next, find(next));
            taken.addAll(takeAll(red));
        }
        assertThat(taken).hasSize(1_500).isSorted();
    }

    @Test
    @DisplayName("released messages are read by their ids, before more of the page")
    void shouldLookAtWhatWasReleased() {
        IntStream.range(1, 11).forEach(i -> stored(message(i, "red")));
        take(red);
        searchOn();
        assertThat(take(red)).isEqualTo(1);
        assertThat(take(red)).isEqualTo(2);
        stored(message(1, "red"), message(2, "red"));
        dispatcher.searches().reportArrivals(List.of(), List.of(1L, 2L));
        dispatcher.arrivals().arrivalsStored(1, 4, List.of(1L, 2L), true);
        searchOn();
        assertThat(take(red)).isEqualTo(1);
        assertThat(take(red)).isEqualTo(2);
        assertThat(take(red)).isEqualTo(3);
    }

    @Test
    @DisplayName("DLV-01 a message that is sent during the search of a backlog is received after the backlog")
    void shouldNotTakeWhatWasSentBeforeTheBacklog() {
        IntStream.rangeClosed(1, 2_000).forEach(i -> stored(message(i, "red")));
        take(red);
        SearchStep first = nextStep();
        SearchStep.StepResult result = find(first);
        PrefetchedMessage late = message(3_000, "red");
        stored(late);
        dispatcher.searches().reportArrivals(List.of(late), List.of());
        finish(first, result);
        List<Long> taken = new ArrayList<>();
        for (long id = take(red); id != 0 || !steps.isEmpty(); id = take(red)) {
            if (id != 0) {
                taken.add(id);
            } else {
                SearchStep step = nextStep();
                finish(step, find(step));
            }
        }
        assertThat(taken).hasSize(2_001).isSorted();
    }

    @Test
    @DisplayName("DLV-01 a message released far behind the search waits until the search has reached it")
    void shouldNotTakeWhatWasReleasedFarBehindBeforeTheBacklog() {
        IntStream.rangeClosed(1, 1_500).forEach(i -> stored(message(i, "red")));
        take(red);
        SearchStep first = nextStep();
        SearchStep.StepResult result = find(first);
        dispatcher.searches().reportArrivals(List.of(), List.of(1_400L));
        finish(first, result);
        SearchStep second = nextStep();
        assertThat(second.ids()).containsExactly(1_400L);
        finish(second, find(second));
        long taken = 0;
        for (long id = take(red); id != 0; id = take(red)) {
            assertThat(id).isEqualTo(++taken);
        }
        assertThat(taken).isBetween(501L, 1_399L);
    }
}
