package dev.restante.node.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.CallTimeBudget;
import dev.restante.model.Delivery;
import dev.restante.node.queue.buffer.ConsumerSlot;
import dev.restante.node.queue.buffer.FetchWaitResult;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.node.queue.selector.SearchStep;
import dev.restante.node.queue.selector.SelectorSearch;
import dev.restante.store.RetrievalPosition;
import dev.restante.store.SelectorCandidate;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Searches for receivers with a selector, in a store that is a map. The tests run the search steps one by one. */
@DisplayName("messages for receivers with a selector")
final class SelectorSearchesTest extends SelectorFixture {

    @Test
    @DisplayName("BEY-05 a search reads page after page until a match, and leaves other messages in the store")
    void shouldSearchPageAfterPage() {
        for (int i = 1; i <= 3 * SelectorSearch.PAGE; i++) {
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
        assertThat(store).hasSize(3 * SelectorSearch.PAGE);
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
    @DisplayName("a message that is stored while a page is read is found, even if it precedes the end of the page")
    void shouldNotMissWhatComesDuringAStep() {
        take(red);
        SearchStep first = nextStep();
        SearchStep.StepResult result = find(first);
        PrefetchedMessage late = message(5, "red");
        stored(late);
        dispatcher.searches().reportArrivals(List.of(late), List.of());
        finish(first, result);
        searchOn();
        assertThat(take(red)).isEqualTo(5);
    }

    @Test
    @DisplayName("a message that is stored late, before searched positions, is found by its id")
    void shouldFindWhatIsStoredLate() {
        stored(message(10, "grey"));
        take(red);
        searchOn();
        PrefetchedMessage late = message(5, "red");
        stored(late);
        dispatcher.searches().reportArrivals(List.of(late), List.of());
        dispatcher.arrivals().arrivalsStored(0, 4, List.of(), false);
        SearchStep step = nextStep();
        assertThat(step.ids()).containsExactly(5L);
        finish(step, find(step));
        assertThat(take(red)).isEqualTo(5);
    }

    @Test
    @DisplayName("SND-05, RCV-16 a check for a match waits for earlier messages that are on their way to the store")
    void shouldWaitForWhatWasSentBefore() throws Exception {
        take(red);
        searchOn();
        SearchCoordinator searches = dispatcher.searches();
        dispatcher.arrivals().spillBegun();
        for (MatchCheck check :
                List.of(searches.beginCheck(red), searches.beginCheckSince(red, searches.passesBegun(red)))) {
            assertThat(searches.awaitMatch(check, 1)).isEqualTo(FetchWaitResult.TIMED_OUT);
        }
        MatchCheck late = searches.beginCheckSince(red, 0);
        PrefetchedMessage sent = message(5, "red");
        stored(sent);
        searches.reportArrivals(List.of(sent), List.of());
        dispatcher.arrivals().spillEnded();
        assertThat(searches.awaitMatch(late, 1)).isEqualTo(FetchWaitResult.TIMED_OUT);
        searchOn();
        assertThat(searches.awaitMatch(late, 1)).isEqualTo(FetchWaitResult.ENDED);
        assertThat(take(red)).isEqualTo(5);
        assertThat(searches.awaitMatch(searches.beginCheck(red), 1)).isEqualTo(FetchWaitResult.STORE_EMPTY);
    }

    @Test
    @DisplayName("RCV-19 the wait for the first search step ends with the time budget of the call")
    void shouldEndWithItsCall() throws Exception {
        take(red);
        try (CallTimeBudget call = CallTimeBudget.start(1)) {
            SearchCoordinator searches = dispatcher.searches();
            assertThat(searches.awaitMatch(searches.beginCheck(red), Long.MAX_VALUE))
                    .isEqualTo(FetchWaitResult.TIMED_OUT);
            assertThat(CallTimeBudget.isExhausted()).isTrue();
        }
    }

    @Test
    @DisplayName("a message that no selector matches starts no search and prevents no direct deliveries")
    void shouldHeedOnlyWhatMatches() {
        take(red);
        searchOn();
        PrefetchedMessage grey = message(1, "grey");
        PrefetchedMessage match = message(2, "red");
        BitSet granted = dispatcher.arrivals().decideDirectDeliveries(List.of(grey, match), 0, false);
        assertThat(granted.stream().boxed()).containsExactly(1);
        stored(grey);
        dispatcher.searches().reportArrivals(List.of(grey), List.of());
        dispatcher.arrivals().arrivalsStored(1, 4, List.of(), false);
        assertThat(dispatcher.arrivals().addDirectDeliveries(List.of(match))).isEmpty();
        assertThat(woken).containsExactly("red");
        assertThat(take(red)).isEqualTo(2);
        assertThat(steps).isEmpty();
        assertThat(dispatcher
                        .arrivals()
                        .decideDirectDeliveries(List.of(message(3, "red")), 0, false)
                        .cardinality())
                .isEqualTo(1);
    }

    @Test
    @DisplayName(
            "a message that several selectors match is prefetched once, and the first receiver that polls takes it")
    void shouldTakeWhatWasAcquiredForAnother() {
        ConsumerSlot both = open("re");
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
    @DisplayName("messages of a closed selector, also of a running step, are returned before another search begins")
    void shouldGiveBack() {
        IntStream.range(1, 4).forEach(i -> stored(message(i, "red")));
        take(red);
        searchOn();
        assertThat(take(red)).isEqualTo(1);
        assertThat(dispatcher.close(red))
                .extracting(each -> each.delivery().id())
                .containsExactly(2L, 3L);

        ConsumerSlot next = open("red");
        take(next);
        assertThat(steps).as("search steps before the messages are back").isEmpty();
        dispatcher.fetches().returnEnded();
        SearchStep step = nextStep();
        SearchStep.StepResult result = find(step);
        stored(message(2, "red"));
        dispatcher.close(next);
        ConsumerSlot last = open("red");
        take(last);
        assertThat(steps).isEmpty();
        finish(step, result);
        searchOn();
        assertThat(take(last)).isEqualTo(2);
    }

    @Test
    @DisplayName("RCV-21 receivers with a selector do not take messages that were cut off behind a released one")
    void shouldNotTakeWhatWasCutOff() {
        ConsumerSlot all = dispatcher.openSlot(() -> woken.add("all"));
        assertThat(take(all)).isZero();
        assertThat(dispatcher.arrivals().decideDirectDeliveries(0, 0, true)).isZero();
        dispatcher.fetches().fetchCommitted(3, true, null);
        List<PrefetchedMessage> fetched = List.of(message(5, "grey"), message(6, "red"), message(7, "red"));
        assertThat(dispatcher.fetches().fetchLoaded(fetched)).isEmpty();
        dispatcher.fetches().fetchEnded();
        take(red);
        searchOn();
        assertThat(take(all)).isEqualTo(5);
        dispatcher.arrivals().decideDirectDeliveries(0, 1, false);
        dispatcher.arrivals().arrivalsStored(1, 4, List.of(5L), true);
        dispatcher.fetches().fetchCommitted(1, false, null);
        assertThat(dispatcher.fetches().fetchLoaded(List.of(message(8, 9, "grey"))))
                .isEmpty();
        assertThat(take(red)).isZero();
        assertThat(dispatcher.prefetched().takeTail())
                .extracting(each -> each.delivery().id())
                .containsExactly(6L, 7L);
    }

    @Test
    @DisplayName("a receiver without a selector takes a match of a selector only if the store has no earlier message")
    void shouldKeepTheOrderOfTheOthers() {
        ConsumerSlot all = dispatcher.openSlot(() -> woken.add("all"));
        stored(message(7, "red"));
        take(red);
        searchOn();
        assertThat(take(all)).isZero();
        assertThat(fetches).hasSize(1);
        assertThat(dispatcher.arrivals().decideDirectDeliveries(0, 0, true)).isZero();
        dispatcher.fetches().fetchCommitted(1, true, null);
        assertThat(dispatcher.fetches().fetchLoaded(List.of(message(3, "grey"))))
                .isEmpty();
        dispatcher.fetches().fetchEnded();
        assertThat(take(all)).isEqualTo(3);
        assertThat(take(all)).isEqualTo(7);
        assertThat(take(red)).isZero();
    }

    @Test
    @DisplayName("a failed search step is repeated with the ids that it should have read")
    void shouldTryAgain() {
        stored(message(5, "red"));
        take(red);
        searchOn();
        assertThat(take(red)).isEqualTo(5);
        // This position was already searched, so no page reads it again.
        stored(message(1, "red"));
        dispatcher.searches().reportArrivals(List.of(), List.of(1L));
        dispatcher.arrivals().arrivalsStored(1, 4, List.of(1L), true);
        SearchStep failing = nextStep();
        dispatcher.searches().stepFailed(failing);
        assertThat(steps).isEmpty();
        dispatcher.searches().retryFailed();
        assertThat(steps).hasSize(1);
        searchOn();
        assertThat(take(red)).isEqualTo(1);
    }

    @Test
    @DisplayName("a message that may come from another node is found by a new pass from the front")
    void shouldSearchAgainFromTheFront() {
        IntStream.range(10, 20).forEach(i -> stored(message(i, "grey")));
        take(red);
        searchOn();
        stored(message(1, "red"));
        dispatcher.recheckStore();
        searchOn();
        assertThat(take(red)).isEqualTo(1);
    }

    @Test
    @DisplayName("a released direct delivery is read by its id, although no page has reached it")
    void shouldLookAtABirthThatWasReleased() {
        take(red);
        searchOn();
        PrefetchedMessage first = message(1, "red");
        PrefetchedMessage second = message(2, "red");
        assertThat(dispatcher
                        .arrivals()
                        .decideDirectDeliveries(List.of(first, second), 0, false)
                        .cardinality())
                .isEqualTo(2);
        dispatcher.arrivals().addDirectDeliveries(List.of(first));
        dispatcher.arrivals().addDirectDeliveries(List.of(second));
        assertThat(take(red)).isEqualTo(1);
        stored(first);
        dispatcher.searches().reportArrivals(List.of(), List.of(1L));
        dispatcher.arrivals().arrivalsStored(1, 4, List.of(1L), true);
        SearchStep step = nextStep();
        SearchStep onlyIds = new SearchStep(
                step.number(),
                step.selector(),
                step.ids(),
                step.acquiredUpTo(),
                step.startAfter(),
                0,
                0,
                1_000,
                Set.of());
        assertThat(find(onlyIds).matches()).extracting(Delivery::id).containsExactly(1L);
        finish(step, find(step));
        assertThat(take(red)).isEqualTo(1);
        assertThat(take(red)).isEqualTo(2);
    }

    @Test
    @DisplayName("a step stops at enough matches, and reports that the page has more")
    void shouldStopWhereEnoughIsFound() {
        take(red);
        SearchStep step = nextStep();
        List<SelectorCandidate> page = new ArrayList<>();
        for (int i = 0; i < SelectorSearch.PAGE; i++) {
            PrefetchedMessage message = message(i + 1, i % 2 == 0 ? "red" : "grey");
            page.add(new SelectorCandidate(message.delivery(), message.message().header()));
        }
        SearchStep two = new SearchStep(
                step.number(), step.selector(), List.of(), Map.of(), Map.of(), 1_000, 2, 1_000, Set.of());
        SearchStep.StepResult result = two.evaluate(List.of(), page);
        assertThat(result.matches()).extracting(Delivery::id).containsExactly(1L, 3L);
        assertThat(result.reached()).isEqualTo(Map.of(4, new RetrievalPosition(4, 4)));
        assertThat(result.exhausted()).isFalse();
        SearchStep few = new SearchStep(
                step.number(), step.selector(), List.of(), Map.of(), Map.of(), 1_000, 1_000, 25, Set.of());
        assertThat(few.evaluate(List.of(), page).matches()).hasSize(3);
        SearchStep all = new SearchStep(
                step.number(), step.selector(), List.of(), Map.of(), Map.of(), 1_000, 1_000, 1_000_000, Set.of());
        assertThat(all.evaluate(List.of(), page).exhausted()).isTrue();
        assertThat(page).isSortedAccordingTo(Comparator.comparing(each -> RetrievalPosition.of(each.delivery())));
    }
}
