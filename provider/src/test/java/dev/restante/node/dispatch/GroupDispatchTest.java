package dev.restante.node.dispatch;

import static dev.restante.node.dispatch.BufferedMessages.message;
import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.selector.Selector;
import dev.restante.selector.SelectorSyntaxException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("message groups of what a node has at hand")
final class GroupDispatchTest {

    private static final String A = "a";
    private static final String B = "b";

    private final Set<Long> expired = new HashSet<>();
    private final List<Set<String>> leftOut = new ArrayList<>();
    private final ArrayDeque<SearchStep> steps = new ArrayDeque<>();
    private final List<Buffered> turnedAway = new ArrayList<>();
    private Runnable whenBack = () -> {};
    private final EntityDispatcher dispatcher = new EntityDispatcher(
            (limit, maxBytes, exceptGroups, wide, lowestPriority) -> leftOut.add(exceptGroups),
            steps::add,
            (back, whenDone) -> {
                turnedAway.addAll(back);
                whenBack = whenDone;
            },
            new DispatchBounds(1_000, 1_000, 1 << 20),
            true,
            delivery -> expired.contains(delivery.id()) ? 0 : Delivery.NEVER);
    private final List<String> woken = new ArrayList<>();
    private final Seat first = dispatcher.open(() -> woken.add("first"));
    private final Seat second = dispatcher.open(() -> woken.add("second"));

    private void acquired(int count) {
        assertThat(dispatcher.intake().decide(0, 0, true)).isZero();
        dispatcher.replenishment().acquired(count, true, Set.of());
    }

    private void loaded(Buffered... brought) {
        assertThat(dispatcher.replenishment().loaded(List.of(brought))).isEmpty();
        dispatcher.replenishment().ended();
    }

    private void fetched(Buffered... brought) {
        acquired(brought.length);
        loaded(brought);
    }

    /** A receiver of a lane of its own, for everything. */
    private Seat openLane(String name) {
        try {
            return dispatcher.open(() -> woken.add(name), Selector.parse("JMSPriority = 4"));
        } catch (SelectorSyntaxException e) {
            throw new AssertionError(e);
        }
    }

    /** The next step of a search comes to the end of the store, and has brought these. */
    private void searched(Buffered... brought) {
        SearchStep step = steps.remove();
        List<Delivery> matches = Stream.of(brought).map(Buffered::delivery).toList();
        SearchStep.Found found = new SearchStep.Found(matches, Map.of(), 0, true, true, Map.of());
        assertThat(dispatcher.searches().loaded(step, found, List.of(brought))).isEmpty();
        dispatcher.searches().ended(step, found);
    }

    private @Nullable Long take(Seat seat) {
        Buffered taken = dispatcher.take(seat, 0, new ArrayList<>());
        return taken == null ? null : taken.delivery().id();
    }

    @BeforeEach
    void fetchFirst() {
        assertThat(take(first)).isNull();
        assertThat(leftOut).containsExactly(Set.of());
    }

    @Test
    @DisplayName(
            "VIS-07 only the first of a group is offered, then the next to whoever has it, and to all when it is settled")
    void shouldOfferOneOfAGroup() {
        fetched(message(1, A), message(2, A), message(3, B), message(4, null));

        assertThat(take(first)).isEqualTo(1);
        assertThat(take(second)).isEqualTo(3);
        assertThat(take(second)).isEqualTo(4);
        assertThat(take(second)).isNull();
        woken.clear();
        dispatcher.groupHolds().ended(A, 1);
        assertThat(woken).containsExactly("second");
        assertThat(take(second)).isEqualTo(2);
    }

    @Test
    @DisplayName("RCV-06 a released message is fetched before the owner of a group receives a later message")
    void shouldFetchTheFrontForTheParty() {
        fetched(message(1, A), message(2, null), message(3, A));
        assertThat(take(first)).isEqualTo(1);
        assertThat(take(second)).isEqualTo(2);
        assertThat(take(second)).isNull();
        dispatcher.pause(second);
        int fetches = leftOut.size();

        assertThat(dispatcher.intake().decide(0, 1, false)).isZero();
        dispatcher.intake().settled(1, 4, List.of(2L), true);
        assertThat(leftOut).hasSize(fetches + 1);
        fetched(message(2, null));
        assertThat(take(first)).isEqualTo(2);
        assertThat(take(first)).isEqualTo(3);
    }

    @Test
    @DisplayName("TTL-18 nobody else takes of the group of what was found expired before that has been dealt with")
    void shouldKeepTheGroupOfTheExpired() {
        shouldKeepTheGroupOfTheExpired(first);
    }

    @Test
    @DisplayName("TTL-18 the same where a receiver with a selector finds it")
    void shouldKeepTheGroupOfTheExpiredForALane() {
        Seat lane = openLane("lane");
        assertThat(take(lane)).isNull();
        searched();
        shouldKeepTheGroupOfTheExpired(lane);
    }

    private void shouldKeepTheGroupOfTheExpired(Seat finder) {
        fetched(message(1, A));
        expired.add(1L);
        List<Buffered> found = new ArrayList<>();
        assertThat(dispatcher.take(finder, 0, found)).isNull();
        assertThat(found).extracting(each -> each.delivery().id()).containsExactly(1L);
        while (!steps.isEmpty()) {
            searched();
        }
        fetched(message(2, A));
        assertThat(take(second)).isNull();

        dispatcher.groupHolds().ended(found);
        assertThat(take(second)).isEqualTo(2);
    }

    @Test
    @DisplayName("VIS-07 what comes of a group that leaves follows it, and nothing of it is taken before all is back")
    void shouldTurnAwayWhatFollows() {
        fetched(message(1, A), message(2, A));
        assertThat(take(first)).isEqualTo(1);
        assertThat(take(first)).isEqualTo(2);
        assertThat(take(first)).isNull();
        GroupHolds.Leaving leaving =
                dispatcher.groupHolds().leave(A, message(1, A).delivery());
        assertThat(leaving.inFlight()).containsExactlyInAnyOrder(1L, 2L);
        assertThat(dispatcher.groupHolds().mayHandOver(A, 2)).isFalse();
        int fetches = leftOut.size();
        fetched(message(3, A));
        assertThat(turnedAway).extracting(buffered -> buffered.delivery().id()).containsExactly(3L);
        dispatcher.groupHolds().ended(A, 1);
        dispatcher.groupHolds().ended(A, 2);
        dispatcher.groupHolds().left(A);

        // What was turned away is not back yet, so the next fetch leaves the group out and proves nothing about it.
        assertThat(take(first)).isNull();
        dispatcher.disturb();
        assertThat(leftOut).hasSize(fetches + 1).last().isEqualTo(Set.of(A));
        whenBack.run();
        fetched();
        assertThat(leftOut).hasSize(fetches + 2).last().isEqualTo(Set.of());
        fetched(message(1, A), message(2, A), message(3, A));
        assertThat(take(second)).isEqualTo(1);
        assertThat(take(first)).isNull();
    }

    @Test
    @DisplayName(
            "VIS-07 while two of a group are on their way back, the group does not come back with the first of them")
    void shouldWaitForAllThatLeaves() {
        fetched(message(1, A), message(2, A));
        assertThat(take(first)).isEqualTo(1);
        dispatcher.groupHolds().leave(A, message(1, A).delivery());
        dispatcher.groupHolds().leave(A, message(1, A).delivery());
        dispatcher.groupHolds().ended(A, 1);
        dispatcher.groupHolds().left(A);
        dispatcher.disturb();
        assertThat(leftOut).last().isEqualTo(Set.of(A));
        dispatcher.groupHolds().left(A);
        fetched();
        assertThat(leftOut).last().isEqualTo(Set.of());
    }

    @Test
    @DisplayName("VIS-07 no more is fetched of a group of which enough is here, until most of it is taken")
    void shouldNotFetchMoreOfALongGroup() {
        Buffered[] many = new Buffered[Groups.ENOUGH];
        for (int i = 0; i < many.length; i++) {
            many[i] = message(i + 1, A);
        }
        fetched(many);
        assertThat(take(first)).isEqualTo(1);
        assertThat(take(second)).isNull();
        dispatcher.disturb();
        assertThat(leftOut).last().isEqualTo(Set.of(A));
        fetched(message(1_000, B));
        assertThat(take(second)).isEqualTo(1_000);
        for (long id = 2; id < many.length; id++) {
            dispatcher.groupHolds().ended(A, id - 1);
            assertThat(take(first)).isEqualTo(id);
        }
        assertThat(leftOut).last().isEqualTo(Set.of());
    }

    @Test
    @DisplayName(
            "VIS-07 what a search brings of a group waits for the fetch that was under way, which may bring what is before it")
    void shouldWaitForTheFetch() {
        Seat lane = openLane("lane");
        assertThat(take(lane)).isNull();
        woken.clear();
        searched(message(3, A), message(4, null));
        assertThat(take(lane)).isEqualTo(4);
        assertThat(take(lane)).isNull();
        woken.clear();
        fetched(message(1, A));
        assertThat(woken).contains("lane");
        assertThat(take(lane)).isEqualTo(1);
        assertThat(take(lane)).isEqualTo(3);
    }

    @Test
    @DisplayName(
            "VIS-07 what a fetch brings of a group waits for the step of a search that was under way, and for no later one")
    void shouldWaitForTheStep() {
        Seat lane = openLane("lane");
        assertThat(take(lane)).isNull();
        SearchStep step = steps.getFirst();
        fetched(message(2, A), message(3, null));
        assertThat(take(first)).isEqualTo(3);
        assertThat(take(first)).isNull();
        dispatcher.searches().failed(step);
        assertThat(take(first)).isEqualTo(2);
    }

    @Test
    @DisplayName(
            "VIS-07 a receiver without a selector that must not wait waits for what is being searched, if that may belong before what is here")
    void shouldAwaitTheProof() throws InterruptedException {
        assertThat(dispatcher.groupHolds().awaitProof(0)).isFalse();
        Seat lane = openLane("lane");
        assertThat(take(lane)).isNull();
        fetched(message(2, A));
        assertThat(dispatcher.groupHolds().awaitProof(0)).isTrue();
        searched();
        assertThat(dispatcher.groupHolds().awaitProof(0)).isFalse();
        assertThat(take(first)).isEqualTo(2);
    }

    @Test
    @DisplayName(
            "VIS-07 what goes back because its receivers have gone takes along what others have at hand of its group")
    void shouldTakeAlongWhatOthersHave() {
        Seat lane = openLane("lane");
        assertThat(take(lane)).isNull();
        searched(message(3, A));
        fetched(message(2, A), message(5, null));
        dispatcher.close(first);
        assertThat(dispatcher.close(second))
                .extracting(buffered -> buffered.delivery().id())
                .containsExactly(5L);
        assertThat(turnedAway).extracting(buffered -> buffered.delivery().id()).containsExactlyInAnyOrder(2L, 3L);
        assertThat(take(lane)).isNull();
        assertThat(steps).as("steps before what has no group is back").isEmpty();
        dispatcher.replenishment().wentBack();
        assertThat(steps.getFirst().exceptGroups()).containsExactly(A);
        searched();
        whenBack.run();
        assertThat(take(lane)).isNull();
        assertThat(steps.getFirst().exceptGroups()).isEmpty();
        searched(message(2, A), message(3, A));
        assertThat(take(lane)).isEqualTo(2);
    }

    @Test
    @DisplayName("GRP-04 whoever keeps a group has it although nothing of it is in flight, until he keeps it no more")
    void shouldBeKept() {
        Object keeper = new Object();
        assertThat(dispatcher.groupHolds().keep(A, keeper)).isTrue();
        assertThat(dispatcher.groupHolds().keep(A, new Object())).isFalse();
        fetched(message(1, A), message(2, B));
        assertThat(take(first)).isEqualTo(2);
        assertThat(dispatcher.groupHolds().keep(B, keeper)).isFalse();
        assertThat(take(second)).isNull();
        dispatcher.groupHolds().release(A, new Object());
        assertThat(take(second)).isNull();
        woken.clear();
        dispatcher.groupHolds().release(A, keeper);
        assertThat(woken).containsExactly("second");
        assertThat(take(second)).isEqualTo(1);
    }

    @Test
    @Timeout(20)
    @DisplayName("RCV-06, VIS-07 who releases one of a group waits for what a fetch had acquired of it to be back")
    void shouldWaitForWhatWasTurnedAway() throws Exception {
        fetched(message(1, A), message(2, B), message(3, null));
        assertThat(take(first)).isEqualTo(1);
        dispatcher.intake().decide(0, 1, false);
        dispatcher.intake().settled(1, 4, List.of(1L), true);
        // The fetch that begins brings what is released after it has begun.
        assertThat(leftOut).hasSize(2);
        GroupHolds holds = dispatcher.groupHolds();
        assertThat(holds.leave(A, message(1, A).delivery()).members()).isEmpty();
        holds.ended(A, 1);
        fetched(message(1, A));
        assertThat(turnedAway).hasSize(1);
        holds.left(A);
        CompletableFuture<Void> released = new CompletableFuture<>();
        Thread releasing = new Thread(() -> {
            // Which does not end the wait.
            Thread.currentThread().interrupt();
            dispatcher.awaitFront(TimeUnit.SECONDS.toNanos(15));
            released.complete(null);
        });
        releasing.start();
        eventually("it waits", () -> released.isDone() || releasing.getState() == Thread.State.TIMED_WAITING);
        assertThat(released).as("released before the group is back").isNotDone();

        whenBack.run();
        eventually("the group is fetched again", () -> leftOut.size() == 3);
        assertThat(leftOut.get(2)).isEmpty();
        fetched(message(1, A));
        released.get(10, TimeUnit.SECONDS);
        assertThat(take(second)).isEqualTo(1);
    }
}
