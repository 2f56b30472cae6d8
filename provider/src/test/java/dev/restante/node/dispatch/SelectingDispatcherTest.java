package dev.restante.node.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.selector.Selector;
import dev.restante.store.Candidate;
import dev.restante.store.Place;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The rules for receivers with a selector, against a store that is a map; steps of searches are carried out when a test says so. */
@DisplayName("what receivers with a selector have at hand")
final class SelectingDispatcherTest {

    private final Map<Long, Buffered> store = new TreeMap<>();
    private final ArrayDeque<SearchStep> steps = new ArrayDeque<>();
    private final List<String> woken = new ArrayList<>();
    private final List<Integer> fetches = new ArrayList<>();
    private final List<Buffered> turnedAway = new ArrayList<>();
    private final EntityDispatcher dispatcher = new EntityDispatcher(
            (limit, maxBytes, exceptGroups) -> fetches.add(limit),
            steps::add,
            (back, whenDone) -> turnedAway.addAll(back),
            new DispatchBounds(1_000, 1_000, 1 << 20),
            true,
            delivery -> Delivery.NEVER);
    private final Seat red = open("red");

    private Seat open(String colour) {
        try {
            return dispatcher.open(() -> woken.add(colour), Selector.parse("colour LIKE '%" + colour + "%'"));
        } catch (dev.restante.selector.SelectorSyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static Buffered message(long id, int priority, String colour) {
        return BufferedMessages.available(id, priority, Map.of("colour", colour));
    }

    private static Buffered message(long id, String colour) {
        return message(id, 4, colour);
    }

    private void stored(Buffered... messages) {
        for (Buffered message : messages) {
            store.put(message.delivery().id(), message);
        }
    }

    private List<Candidate> inOrder() {
        return store.values().stream()
                .sorted(Buffered::inOrder)
                .map(each -> new Candidate(each.delivery(), each.message().head()))
                .toList();
    }

    /** What a step reads now. */
    private SearchStep.Found find(SearchStep step) {
        List<Candidate> byId = inOrder().stream()
                .filter(each -> step.ids().contains(each.delivery().id()))
                .toList();
        List<Candidate> page = inOrder().stream()
                .filter(each -> {
                    Place seen = step.seen().get(each.delivery().priority());
                    return seen == null || Place.of(each.delivery()).compareTo(seen) > 0;
                })
                .limit(step.page())
                .toList();
        return step.sift(byId, page);
    }

    private void finish(SearchStep step, SearchStep.Found found) {
        List<Buffered> taken = new ArrayList<>();
        for (Delivery match : found.matches()) {
            Buffered there = store.remove(match.id());
            if (there != null) {
                taken.add(there);
            }
        }
        List<Buffered> left = dispatcher.searches().loaded(step, found, taken);
        left.forEach(this::stored);
        dispatcher.searches().ended(step, found);
    }

    private void searchOn() {
        for (SearchStep step = steps.poll(); step != null; step = steps.poll()) {
            finish(step, find(step));
        }
    }

    private long take(Seat seat) {
        Buffered taken = dispatcher.take(seat, 0, new ArrayList<>());
        return taken == null ? 0 : taken.delivery().id();
    }

    private @Nullable SearchStep nextStep() {
        return steps.poll();
    }

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
        dispatcher.intake().settled(0, 0);
        SearchStep step = nextStep();
        assertThat(step.ids()).containsExactly(5L);
        finish(step, find(step));
        assertThat(take(red)).isEqualTo(5);
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
        dispatcher.intake().settled(1, 0);
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
        dispatcher.intake().settled(0, 0);
    }

    private List<Long> takeAll(Seat seat) {
        List<Long> taken = new ArrayList<>();
        for (long id = take(seat); id != 0; id = take(seat)) {
            taken.add(id);
        }
        return taken;
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
        dispatcher.intake().settled(1, 1);
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
        dispatcher.intake().settled(1, 0);
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
        assertThat(dispatcher.contents().storedInBuffer()).isEqualTo(2);
        assertThat(dispatcher.close(red))
                .extracting(each -> each.delivery().id())
                .containsExactly(1L, 2L);
        assertThat(dispatcher.contents().storedInBuffer()).isZero();
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
        dispatcher.intake().settled(1, 2);
        searchOn();
        assertThat(take(red)).isEqualTo(1);
        assertThat(take(red)).isEqualTo(2);
        assertThat(take(red)).isEqualTo(3);
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
        dispatcher.intake().settled(1, 1);
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
        dispatcher.intake().settled(1, 1);
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
