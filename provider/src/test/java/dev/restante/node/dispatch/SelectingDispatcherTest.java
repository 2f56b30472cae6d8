package dev.restante.node.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.store.Candidate;
import dev.restante.store.Place;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * How receivers with a selector search the store, against a store that is a map; steps of searches are carried out when
 * a test says so.
 */
@DisplayName("what receivers with a selector have at hand")
final class SelectingDispatcherTest extends SelectingFixture {

    @Test
    @DisplayName(
            "BEY-05 a search goes on page after page until there is a match; what does not match stays in the store")
    void shouldSearchPageAfterPage() {
        for (int i = 1; i <= 3 * StoreSearch.PAGE; i++) {
            stored(message(i, "grey"));
        }
        stored(message(10_000, "red"));
        assertThat(take(red)).isZero();
        int pages = 0;
        for (SearchStep step = nextStep(); step != null; step = nextStep()) {
            finish(step, find(step));
            pages++;
        }
        assertThat(pages).isEqualTo(4);
        assertThat(woken).containsExactly("red");
        assertThat(take(red)).isEqualTo(10_000);
        assertThat(take(red)).isZero();
        assertThat(store).hasSize(3 * StoreSearch.PAGE);
        assertThat(fetches).isEmpty();
        assertThat(steps).isEmpty();
    }

    @Test
    @DisplayName("BEY-05 matches are taken by priority, then by position")
    void shouldTakeInOrder() {
        IntStream.range(1, 21).forEach(i -> stored(message(i, i % 10, i % 2 == 0 ? "red" : "grey")));
        take(red);
        searchOn();
        assertThat(takeAll(red)).containsExactly(8L, 18L, 6L, 16L, 4L, 14L, 2L, 12L, 10L, 20L);
    }

    @Test
    @DisplayName("what is stored while a page is being read is not missed, though its place is before the page's end")
    void shouldNotMissWhatComesDuringAStep() {
        take(red);
        SearchStep first = nextStep();
        SearchStep.Found found = find(first);
        Buffered late = message(5, "red");
        stored(late);
        dispatcher.searches().arrived(List.of(late), List.of());
        finish(first, found);
        searchOn();
        assertThat(take(red)).isEqualTo(5);
    }

    @Test
    @DisplayName("a message that is stored late, before places that were searched, is found by its id")
    void shouldFindWhatIsStoredLate() {
        stored(message(10, "grey"));
        take(red);
        searchOn();
        Buffered late = message(5, "red");
        stored(late);
        dispatcher.searches().arrived(List.of(late), List.of());
        dispatcher.intake().settled(0, 4, List.of(), false);
        SearchStep step = nextStep();
        assertThat(step.ids()).containsExactly(5L);
        finish(step, find(step));
        assertThat(take(red)).isEqualTo(5);
    }

    @Test
    @DisplayName("SND-05, RCV-16 what was sent before and is on its way to the store is waited for, by a last look too")
    void shouldWaitForWhatWasSentBefore() throws Exception {
        take(red);
        searchOn();
        Searches searches = dispatcher.searches();
        dispatcher.intake().storeBoundBegun();
        for (Look look : List.of(searches.look(red), searches.lookSince(red, searches.passesBegun(red)))) {
            assertThat(searches.awaitMatch(look, 1)).isEqualTo(FetchWait.TIMED_OUT);
        }
        Look late = searches.lookSince(red, 0);
        Buffered sent = message(5, "red");
        stored(sent);
        searches.arrived(List.of(sent), List.of());
        dispatcher.intake().storeBoundEnded();
        assertThat(searches.awaitMatch(late, 1)).isEqualTo(FetchWait.TIMED_OUT);
        searchOn();
        assertThat(searches.awaitMatch(late, 1)).isEqualTo(FetchWait.ENDED);
        assertThat(take(red)).isEqualTo(5);
        assertThat(searches.awaitMatch(searches.look(red), 1)).isEqualTo(FetchWait.CERTAIN);
    }

    @Test
    @DisplayName("what does not match disturbs nobody: births are still granted, and nothing is searched")
    void shouldHeedOnlyWhatMatches() {
        take(red);
        searchOn();
        Buffered grey = message(1, "grey");
        Buffered match = message(2, "red");
        BitSet granted = dispatcher.intake().decide(List.of(grey, match), 0, false);
        assertThat(granted.stream().boxed()).containsExactly(1);
        stored(grey);
        dispatcher.searches().arrived(List.of(grey), List.of());
        dispatcher.intake().settled(1, 4, List.of(), false);
        assertThat(dispatcher.intake().born(List.of(match))).isEmpty();
        assertThat(woken).containsExactly("red");
        assertThat(take(red)).isEqualTo(2);
        assertThat(steps).isEmpty();
        assertThat(dispatcher
                        .intake()
                        .decide(List.of(message(3, "red")), 0, false)
                        .cardinality())
                .isEqualTo(1);
    }

    @Test
    @DisplayName(
            "several selectors: each message is at hand once, and taken by the first that asks of those it matches")
    void shouldTakeWhatWasAcquiredForAnother() {
        Seat both = open("re");
        stored(message(1, "red"), message(2, "green"), message(3, "red"));
        take(both);
        searchOn();
        take(red);
        searchOn();
        assertThat(take(red)).isEqualTo(1);
        assertThat(take(both)).isEqualTo(2);
        assertThat(take(red)).isEqualTo(3);
        assertThat(take(both)).isZero();
    }

    @Test
    @DisplayName(
            "the last receiver of a selector leaves: its matches go back, and what a step brings too, before anybody searches")
    void shouldGiveBack() {
        IntStream.range(1, 4).forEach(i -> stored(message(i, "red")));
        take(red);
        searchOn();
        assertThat(take(red)).isEqualTo(1);
        assertThat(dispatcher.close(red))
                .extracting(each -> each.delivery().id())
                .containsExactly(2L, 3L);

        Seat next = open("red");
        take(next);
        assertThat(steps).as("steps before they are back").isEmpty();
        dispatcher.replenishment().wentBack();
        SearchStep step = nextStep();
        SearchStep.Found found = find(step);
        stored(message(2, "red"));
        dispatcher.close(next);
        Seat last = open("red");
        take(last);
        assertThat(steps).isEmpty();
        finish(step, found);
        searchOn();
        assertThat(take(last)).isEqualTo(2);
    }

    @Test
    @DisplayName(
            "RCV-21 deliveries that a fetch to the front has cut off are not taken by receivers with a selector either")
    void shouldNotTakeWhatWasCutOff() {
        Seat all = dispatcher.open(() -> woken.add("all"));
        assertThat(take(all)).isZero();
        assertThat(dispatcher.intake().decide(0, 0, true)).isZero();
        dispatcher.replenishment().acquired(3, true, null);
        List<Buffered> brought = List.of(message(5, "grey"), message(6, "red"), message(7, "red"));
        assertThat(dispatcher.replenishment().loaded(brought)).isEmpty();
        dispatcher.replenishment().ended();
        take(red);
        searchOn();
        assertThat(take(all)).isEqualTo(5);
        dispatcher.intake().decide(0, 1, false);
        dispatcher.intake().settled(1, 4, List.of(5L), true);
        dispatcher.replenishment().acquired(1, false, null);
        assertThat(dispatcher.replenishment().loaded(List.of(message(8, 9, "grey"))))
                .isEmpty();
        assertThat(take(red)).isZero();
        assertThat(dispatcher.contents().tail())
                .extracting(each -> each.delivery().id())
                .containsExactly(6L, 7L);
    }

    @Test
    @DisplayName(
            "a receiver without a selector takes what is another's only when nothing in the store can be before it")
    void shouldKeepTheOrderOfTheOthers() {
        Seat all = dispatcher.open(() -> woken.add("all"));
        stored(message(7, "red"));
        take(red);
        searchOn();
        assertThat(take(all)).isZero();
        assertThat(fetches).hasSize(1);
        assertThat(dispatcher.intake().decide(0, 0, true)).isZero();
        dispatcher.replenishment().acquired(1, true, null);
        assertThat(dispatcher.replenishment().loaded(List.of(message(3, "grey"))))
                .isEmpty();
        dispatcher.replenishment().ended();
        assertThat(take(all)).isEqualTo(3);
        assertThat(take(all)).isEqualTo(7);
        assertThat(take(red)).isZero();
    }

    @Test
    @DisplayName("a step that fails is made again, with the ids that it was to look at")
    void shouldTryAgain() {
        stored(message(5, "red"));
        take(red);
        searchOn();
        assertThat(take(red)).isEqualTo(5);
        // Behind what was searched: no page comes to it again.
        stored(message(1, "red"));
        dispatcher.searches().arrived(List.of(), List.of(1L));
        dispatcher.intake().settled(1, 4, List.of(1L), true);
        SearchStep failing = nextStep();
        dispatcher.searches().failed(failing);
        assertThat(steps).isEmpty();
        dispatcher.searches().again();
        assertThat(steps).hasSize(1);
        searchOn();
        assertThat(take(red)).isEqualTo(1);
    }

    @Test
    @DisplayName("what may have come by another node takes a new pass from the front")
    void shouldSearchAgainFromTheFront() {
        IntStream.range(10, 20).forEach(i -> stored(message(i, "grey")));
        take(red);
        searchOn();
        stored(message(1, "red"));
        dispatcher.disturb();
        searchOn();
        assertThat(take(red)).isEqualTo(1);
    }

    @Test
    @DisplayName("what was born here and released is looked at by its id, though no page has come to it")
    void shouldLookAtABirthThatWasReleased() {
        take(red);
        searchOn();
        Buffered first = message(1, "red");
        Buffered second = message(2, "red");
        assertThat(dispatcher.intake().decide(List.of(first, second), 0, false).cardinality())
                .isEqualTo(2);
        dispatcher.intake().born(List.of(first));
        dispatcher.intake().born(List.of(second));
        assertThat(take(red)).isEqualTo(1);
        stored(first);
        dispatcher.searches().arrived(List.of(), List.of(1L));
        dispatcher.intake().settled(1, 4, List.of(1L), true);
        SearchStep step = nextStep();
        SearchStep onlyIds = new SearchStep(
                step.number(), step.selector(), step.ids(), step.furthest(), step.seen(), 0, 0, 1_000, Set.of());
        assertThat(find(onlyIds).matches()).extracting(Delivery::id).containsExactly(1L);
        finish(step, find(step));
        assertThat(take(red)).isEqualTo(1);
        assertThat(take(red)).isEqualTo(2);
    }

    @Test
    @DisplayName("sifting ends where no more is wanted, and says that there is more")
    void shouldStopWhereEnoughIsFound() {
        take(red);
        SearchStep step = nextStep();
        List<Candidate> page = new ArrayList<>();
        for (int i = 0; i < StoreSearch.PAGE; i++) {
            Buffered message = message(i + 1, i % 2 == 0 ? "red" : "grey");
            page.add(new Candidate(message.delivery(), message.message().head()));
        }
        SearchStep two = new SearchStep(
                step.number(), step.selector(), List.of(), Map.of(), Map.of(), 1_000, 2, 1_000, Set.of());
        SearchStep.Found found = two.sift(List.of(), page);
        assertThat(found.matches()).extracting(Delivery::id).containsExactly(1L, 3L);
        assertThat(found.seen()).isEqualTo(Map.of(4, new Place(4, 4)));
        assertThat(found.exhausted()).isFalse();
        SearchStep few = new SearchStep(
                step.number(), step.selector(), List.of(), Map.of(), Map.of(), 1_000, 1_000, 25, Set.of());
        assertThat(few.sift(List.of(), page).matches()).hasSize(3);
        SearchStep all = new SearchStep(
                step.number(), step.selector(), List.of(), Map.of(), Map.of(), 1_000, 1_000, 1_000_000, Set.of());
        assertThat(all.sift(List.of(), page).exhausted()).isTrue();
        assertThat(page).isSortedAccordingTo(Comparator.comparing(each -> Place.of(each.delivery())));
    }
}
