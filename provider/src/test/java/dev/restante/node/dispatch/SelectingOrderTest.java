package dev.restante.node.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is born behind a search for receivers with a selector waits for it, and is not taken before its turn. */
@DisplayName("the order of what receivers with a selector have at hand")
final class SelectingOrderTest extends SelectingFixture {

    /** How many of these sends of one batch are born acquired; the others are stored. */
    private List<Buffered> granted(Buffered... sends) {
        BitSet granted = dispatcher.intake().decide(List.of(sends), 0, false);
        return granted.stream().mapToObj(i -> sends[i]).toList();
    }

    private void born(Buffered... sends) {
        assertThat(granted(sends)).containsExactly(sends);
        for (Buffered send : sends) {
            assertThat(dispatcher.intake().born(List.of(send))).isEmpty();
        }
    }

    private void sent(Buffered message) {
        stored(message);
        dispatcher.searches().arrived(List.of(message), List.of());
        dispatcher.intake().settled(0, 4, List.of(), false);
    }

    @Test
    @DisplayName("DLV-01 what is born before the store has been searched is received after what the search finds")
    void shouldNotOvertake() {
        stored(message(1, "red"));
        take(red);
        SearchStep first = nextStep();
        SearchStep.Found nothing = first.sift(List.of(), List.of());
        sent(message(2, "red"));
        born(message(3, "red"));
        finish(first, nothing);
        assertThat(take(red)).isZero();
        searchOn();
        assertThat(takeAll(red)).containsExactly(1L, 2L, 3L);
    }

    @Test
    @DisplayName("BEY-05 a sender that never rests does not keep a search from catching up")
    void shouldCatchUpWithASenderThatNeverRests() {
        IntStream.rangeClosed(1, 700).forEach(i -> stored(message(i, "red")));
        take(red);
        int steps = 0;
        long last = 700;
        for (SearchStep step = nextStep(); step != null; step = nextStep()) {
            SearchStep.Found found = find(step);
            born(message(last + 1, "red"), message(last + 2, "red"));
            last += 2;
            finish(step, found);
            takeAll(red);
            steps++;
        }
        assertThat(steps).isLessThan(5);
        born(message(last + 1, "red"));
        assertThat(takeAll(red)).containsExactly(last + 1);
    }

    @Test
    @DisplayName("DLV-01 what is born behind a backlog is received when the search has come to its place")
    void shouldWaitForTheBacklog() {
        IntStream.rangeClosed(1, 2_000).forEach(i -> stored(message(i, "red")));
        take(red);
        born(message(3_000, "red"));
        sent(message(3_001, "red"));
        born(message(2_500, 9, "red"));
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
    @DisplayName("DLV-01 what a step finds behind a birth that came during the step waits with it for the next step")
    void shouldNotTakeWhatWasFoundBehindAFreshBirth() {
        take(red);
        SearchStep first = nextStep();
        born(message(5, "red"));
        stored(message(6, "red"), message(5_000, 3, "red"));
        SearchStep.Found found = find(first);
        sent(message(1, "grey"));
        sent(message(7, "red"));
        finish(first, found);
        assertThat(takeAll(red)).containsExactly(5_000L);
        searchOn();
        assertThat(takeAll(red)).containsExactly(5L, 6L, 7L);
    }

    @Test
    @DisplayName("what is born in a batch that makes something else available waits for a step that begins after it")
    void shouldNotOvertakeWhatComesOtherwise() {
        take(red);
        searchOn();
        Buffered birth = message(2, "red");
        assertThat(dispatcher.intake().decide(List.of(birth), 1, false).cardinality())
                .isEqualTo(1);
        assertThat(dispatcher.intake().born(List.of(birth))).isEmpty();
        assertThat(take(red)).isZero();
        stored(message(1, "red"));
        dispatcher.searches().arrived(List.of(), List.of(1L));
        dispatcher.intake().settled(1, 4, List.of(1L), true);
        searchOn();
        assertThat(takeAll(red)).containsExactly(1L, 2L);
    }

    @Test
    @DisplayName("what waits behind a search is searched for again if its step began before it was born")
    void shouldSearchOnForWhatWaits() {
        take(red);
        searchOn();
        Buffered birth = message(2, "red");
        dispatcher.intake().decide(List.of(birth), 1, false);
        dispatcher.intake().settled(1, 4, List.of(), false);
        searchOn();
        assertThat(dispatcher.intake().born(List.of(birth))).isEmpty();
        searchOn();
        assertThat(take(red)).isEqualTo(2);
    }

    @Test
    @DisplayName("what waits behind one search is taken by receivers that know that nothing is before it")
    void shouldLetOthersTakeWhatWaits() {
        Seat both = open("re");
        take(both);
        searchOn();
        take(red);
        SearchStep step = nextStep();
        Buffered third = message(3, "red");
        born(message(2, "red"), third);
        assertThat(take(both)).isEqualTo(2);
        Seat all = dispatcher.open(() -> woken.add("all"));
        assertThat(take(all)).isZero();
        dispatcher.intake().decide(0, 0, true);
        dispatcher.replenishment().acquired(0, true, null);
        dispatcher.replenishment().loaded(List.of());
        dispatcher.replenishment().ended();
        assertThat(take(all)).isEqualTo(3);
        finish(step, find(step));
        assertThat(take(red)).isZero();
    }

    @Test
    @DisplayName("what waits behind a search goes back with the last receiver, and counts as acquired until then")
    void shouldGiveBackWhatWaits() {
        take(red);
        SearchStep step = nextStep();
        born(message(1, "red"), message(2, "red"));
        assertThat(dispatcher.contents().stock().acquired()).isEqualTo(2);
        assertThat(dispatcher.close(red))
                .extracting(each -> each.delivery().id())
                .containsExactly(1L, 2L);
        assertThat(dispatcher.contents().stock().acquired()).isZero();
        finish(step, find(step));
    }

    @Test
    @DisplayName(
            "no more wait behind a search than may wait in memory; what comes then is found by the search, in order")
    void shouldBoundWhatWaits() {
        take(red);
        SearchStep step = nextStep();
        SearchStep.Found found = find(step);
        Buffered[] sends =
                IntStream.rangeClosed(1, 1_500).mapToObj(i -> message(i, "red")).toArray(Buffered[]::new);
        List<Buffered> births = granted(sends);
        assertThat(births).hasSize(1_000);
        assertThat(dispatcher.intake().born(births)).isEmpty();
        for (Buffered send : sends) {
            if (!births.contains(send)) {
                sent(send);
            }
        }
        finish(step, found);
        List<Long> taken = takeAll(red);
        while (!steps.isEmpty()) {
            SearchStep next = nextStep();
            finish(next, find(next));
            taken.addAll(takeAll(red));
        }
        assertThat(taken).hasSize(1_500).isSorted();
    }

    @Test
    @DisplayName("what was released is looked at by its id, before more of the page is")
    void shouldLookAtWhatWasReleased() {
        IntStream.range(1, 11).forEach(i -> stored(message(i, "red")));
        take(red);
        searchOn();
        assertThat(take(red)).isEqualTo(1);
        assertThat(take(red)).isEqualTo(2);
        stored(message(1, "red"), message(2, "red"));
        dispatcher.searches().arrived(List.of(), List.of(1L, 2L));
        dispatcher.intake().settled(1, 4, List.of(1L, 2L), true);
        searchOn();
        assertThat(take(red)).isEqualTo(1);
        assertThat(take(red)).isEqualTo(2);
        assertThat(take(red)).isEqualTo(3);
    }

    @Test
    @DisplayName("DLV-01 what is sent while a backlog is being searched is not taken before the rest of the backlog")
    void shouldNotTakeWhatWasSentBeforeTheBacklog() {
        IntStream.rangeClosed(1, 2_000).forEach(i -> stored(message(i, "red")));
        take(red);
        SearchStep first = nextStep();
        SearchStep.Found found = find(first);
        Buffered late = message(3_000, "red");
        stored(late);
        dispatcher.searches().arrived(List.of(late), List.of());
        finish(first, found);
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
    @DisplayName("DLV-01 what was released from far behind the search waits until the search has come there")
    void shouldNotTakeWhatWasReleasedFarBehindBeforeTheBacklog() {
        IntStream.rangeClosed(1, 1_500).forEach(i -> stored(message(i, "red")));
        take(red);
        SearchStep first = nextStep();
        SearchStep.Found found = find(first);
        dispatcher.searches().arrived(List.of(), List.of(1_400L));
        finish(first, found);
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
