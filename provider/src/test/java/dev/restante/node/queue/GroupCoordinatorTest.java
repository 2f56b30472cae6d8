package dev.restante.node.queue;

import static dev.restante.node.queue.buffer.PrefetchedMessages.message;
import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.node.queue.buffer.ConsumerSlot;
import dev.restante.node.queue.buffer.PrefetchLimits;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.node.queue.group.GroupLockRegistry;
import dev.restante.node.queue.selector.SearchStep;
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

@DisplayName("the message groups of a dispatcher")
final class GroupCoordinatorTest {

    private static final String A = "a";
    private static final String B = "b";

    private final Set<Long> expired = new HashSet<>();
    private final List<Set<String>> leftOut = new ArrayList<>();
    private final ArrayDeque<SearchStep> steps = new ArrayDeque<>();
    private final List<PrefetchedMessage> toReturn = new ArrayList<>();
    private Runnable whenBack = () -> {};
    private final EntityDispatcher dispatcher = new EntityDispatcher(
            (limit, maxBytes, exceptGroups, wide, lowestPriority) -> leftOut.add(exceptGroups),
            steps::add,
            (returned, whenDone) -> {
                toReturn.addAll(returned);
                whenBack = whenDone;
            },
            new PrefetchLimits(1_000, 1_000, 1 << 20),
            true,
            delivery -> expired.contains(delivery.id()) ? 0 : Delivery.NEVER);
    private final List<String> woken = new ArrayList<>();
    private final ConsumerSlot first = dispatcher.openSlot(() -> woken.add("first"));
    private final ConsumerSlot second = dispatcher.openSlot(() -> woken.add("second"));

    private void acquired(int count) {
        assertThat(dispatcher.arrivals().decideDirectDeliveries(0, 0, true)).isZero();
        dispatcher.fetches().fetchCommitted(count, true, Set.of());
    }

    private void loaded(PrefetchedMessage... fetched) {
        assertThat(dispatcher.fetches().fetchLoaded(List.of(fetched))).isEmpty();
        dispatcher.fetches().fetchEnded();
    }

    private void fetched(PrefetchedMessage... fetched) {
        acquired(fetched.length);
        loaded(fetched);
    }

    /** Opens a slot with a selector buffer of its own, which matches every message. */
    private ConsumerSlot openSlotWithSelector(String name) {
        try {
            return dispatcher.openSlot(() -> woken.add(name), Selector.parse("JMSPriority = 4"));
        } catch (SelectorSyntaxException e) {
            throw new AssertionError(e);
        }
    }

    /** Completes the next search step with these messages. The step reaches the end of the store. */
    private void searched(PrefetchedMessage... fetched) {
        SearchStep step = steps.remove();
        List<Delivery> matches =
                Stream.of(fetched).map(PrefetchedMessage::delivery).toList();
        SearchStep.StepResult result = new SearchStep.StepResult(matches, Map.of(), 0, true, true, Map.of());
        assertThat(dispatcher.searches().stepLoaded(step, result, List.of(fetched)))
                .isEmpty();
        dispatcher.searches().stepEnded(step, result);
    }

    private @Nullable Long take(ConsumerSlot slot) {
        PrefetchedMessage taken = dispatcher.take(slot, 0, new ArrayList<>());
        return taken == null ? null : taken.delivery().id();
    }

    @BeforeEach
    void fetchFirst() {
        assertThat(take(first)).isNull();
        assertThat(leftOut).containsExactly(Set.of());
    }

    @Test
    @DisplayName("VIS-07 other receivers get the next message of a group only when the messages before it are settled")
    void shouldOfferOneOfAGroup() {
        fetched(message(1, A), message(2, A), message(3, B), message(4, null));

        assertThat(take(first)).isEqualTo(1);
        assertThat(take(second)).isEqualTo(3);
        assertThat(take(second)).isEqualTo(4);
        assertThat(take(second)).isNull();
        woken.clear();
        dispatcher.groups().settled(A, 1);
        assertThat(woken).containsExactly("second");
        assertThat(take(second)).isEqualTo(2);
    }

    @Test
    @DisplayName("RCV-06 a released message is fetched before the holder of a group receives a later message")
    void shouldFetchTheFrontForTheParty() {
        fetched(message(1, A), message(2, null), message(3, A));
        assertThat(take(first)).isEqualTo(1);
        assertThat(take(second)).isEqualTo(2);
        assertThat(take(second)).isNull();
        dispatcher.pauseSlot(second);
        int fetches = leftOut.size();

        assertThat(dispatcher.arrivals().decideDirectDeliveries(0, 1, false)).isZero();
        dispatcher.arrivals().arrivalsStored(1, 4, List.of(2L), true);
        assertThat(leftOut).hasSize(fetches + 1);
        fetched(message(2, null));
        assertThat(take(first)).isEqualTo(2);
        assertThat(take(first)).isEqualTo(3);
    }

    @Test
    @DisplayName("TTL-18 a group with an expired message is held until the expired message is dealt with")
    void shouldKeepTheGroupOfTheExpired() {
        shouldKeepTheGroupOfTheExpired(first);
    }

    @Test
    @DisplayName("TTL-18 a group is also held if a receiver with a selector finds its expired message")
    void shouldKeepTheGroupOfTheExpiredForALane() {
        ConsumerSlot selecting = openSlotWithSelector("lane");
        assertThat(take(selecting)).isNull();
        searched();
        shouldKeepTheGroupOfTheExpired(selecting);
    }

    private void shouldKeepTheGroupOfTheExpired(ConsumerSlot finder) {
        fetched(message(1, A));
        expired.add(1L);
        List<PrefetchedMessage> found = new ArrayList<>();
        assertThat(dispatcher.take(finder, 0, found)).isNull();
        assertThat(found).extracting(each -> each.delivery().id()).containsExactly(1L);
        while (!steps.isEmpty()) {
            searched();
        }
        fetched(message(2, A));
        assertThat(take(second)).isNull();

        dispatcher.groups().settled(found);
        assertThat(take(second)).isEqualTo(2);
    }

    @Test
    @DisplayName("VIS-07 messages that arrive for a returning group follow it, and the group waits until all are back")
    void shouldTurnAwayWhatFollows() {
        fetched(message(1, A), message(2, A));
        assertThat(take(first)).isEqualTo(1);
        assertThat(take(first)).isEqualTo(2);
        assertThat(take(first)).isNull();
        GroupCoordinator.GroupMembersToReturn leaving =
                dispatcher.groups().beginReturn(A, message(1, A).delivery());
        assertThat(leaving.inFlight()).containsExactlyInAnyOrder(1L, 2L);
        assertThat(dispatcher.groups().mayDeliver(A, 2)).isFalse();
        int fetches = leftOut.size();
        fetched(message(3, A));
        assertThat(toReturn)
                .extracting(prefetched -> prefetched.delivery().id())
                .containsExactly(3L);
        dispatcher.groups().settled(A, 1);
        dispatcher.groups().settled(A, 2);
        dispatcher.groups().returnEnded(A);

        // The message that followed its group is not back yet. So the next fetch leaves the group out.
        assertThat(take(first)).isNull();
        dispatcher.recheckStore();
        assertThat(leftOut).hasSize(fetches + 1).last().isEqualTo(Set.of(A));
        whenBack.run();
        fetched();
        assertThat(leftOut).hasSize(fetches + 2).last().isEqualTo(Set.of());
        fetched(message(1, A), message(2, A), message(3, A));
        assertThat(take(second)).isEqualTo(1);
        assertThat(take(first)).isNull();
    }

    @Test
    @DisplayName("VIS-07 a group with two returns in progress comes back only when both have ended")
    void shouldWaitForAllThatLeaves() {
        fetched(message(1, A), message(2, A));
        assertThat(take(first)).isEqualTo(1);
        dispatcher.groups().beginReturn(A, message(1, A).delivery());
        dispatcher.groups().beginReturn(A, message(1, A).delivery());
        dispatcher.groups().settled(A, 1);
        dispatcher.groups().returnEnded(A);
        dispatcher.recheckStore();
        assertThat(leftOut).last().isEqualTo(Set.of(A));
        dispatcher.groups().returnEnded(A);
        fetched();
        assertThat(leftOut).last().isEqualTo(Set.of());
    }

    @Test
    @DisplayName("VIS-07 no more messages of a long group are fetched until most of the prefetched ones are taken")
    void shouldNotFetchMoreOfALongGroup() {
        PrefetchedMessage[] many = new PrefetchedMessage[GroupLockRegistry.MAX_PREFETCHED];
        for (int i = 0; i < many.length; i++) {
            many[i] = message(i + 1, A);
        }
        fetched(many);
        assertThat(take(first)).isEqualTo(1);
        assertThat(take(second)).isNull();
        dispatcher.recheckStore();
        assertThat(leftOut).last().isEqualTo(Set.of(A));
        fetched(message(1_000, B));
        assertThat(take(second)).isEqualTo(1_000);
        for (long id = 2; id < many.length; id++) {
            dispatcher.groups().settled(A, id - 1);
            assertThat(take(first)).isEqualTo(id);
        }
        assertThat(leftOut).last().isEqualTo(Set.of());
    }

    @Test
    @DisplayName("VIS-07 a group message from a search waits for the running fetch, which may bring an earlier one")
    void shouldWaitForTheFetch() {
        ConsumerSlot selecting = openSlotWithSelector("lane");
        assertThat(take(selecting)).isNull();
        woken.clear();
        searched(message(3, A), message(4, null));
        assertThat(take(selecting)).isEqualTo(4);
        assertThat(take(selecting)).isNull();
        woken.clear();
        fetched(message(1, A));
        assertThat(woken).contains("lane");
        assertThat(take(selecting)).isEqualTo(1);
        assertThat(take(selecting)).isEqualTo(3);
    }

    @Test
    @DisplayName("VIS-07 a group message from a fetch waits only for the search step that is running")
    void shouldWaitForTheStep() {
        ConsumerSlot selecting = openSlotWithSelector("lane");
        assertThat(take(selecting)).isNull();
        SearchStep step = steps.getFirst();
        fetched(message(2, A), message(3, null));
        assertThat(take(first)).isEqualTo(3);
        assertThat(take(first)).isNull();
        dispatcher.searches().stepFailed(step);
        assertThat(take(first)).isEqualTo(2);
    }

    @Test
    @DisplayName("VIS-07 a receive without waiting awaits the search that may bring an earlier message of the group")
    void shouldAwaitTheProof() throws InterruptedException {
        assertThat(dispatcher.groups().awaitConfirmedOrder(0)).isFalse();
        ConsumerSlot selecting = openSlotWithSelector("lane");
        assertThat(take(selecting)).isNull();
        fetched(message(2, A));
        assertThat(dispatcher.groups().awaitConfirmedOrder(0)).isTrue();
        searched();
        assertThat(dispatcher.groups().awaitConfirmedOrder(0)).isFalse();
        assertThat(take(first)).isEqualTo(2);
    }

    @Test
    @DisplayName("VIS-07 a return after receivers closed includes group messages prefetched for other receivers")
    void shouldTakeAlongWhatOthersHave() {
        ConsumerSlot selecting = openSlotWithSelector("lane");
        assertThat(take(selecting)).isNull();
        searched(message(3, A));
        fetched(message(2, A), message(5, null));
        dispatcher.close(first);
        assertThat(dispatcher.close(second))
                .extracting(prefetched -> prefetched.delivery().id())
                .containsExactly(5L);
        assertThat(toReturn)
                .extracting(prefetched -> prefetched.delivery().id())
                .containsExactlyInAnyOrder(2L, 3L);
        assertThat(take(selecting)).isNull();
        assertThat(steps)
                .as("search steps before messages without a group are back")
                .isEmpty();
        dispatcher.fetches().returnEnded();
        assertThat(steps.getFirst().exceptGroups()).containsExactly(A);
        searched();
        whenBack.run();
        assertThat(take(selecting)).isNull();
        assertThat(steps.getFirst().exceptGroups()).isEmpty();
        searched(message(2, A), message(3, A));
        assertThat(take(selecting)).isEqualTo(2);
    }

    @Test
    @DisplayName("GRP-04 an assigned group belongs to one consumer until it is unassigned, even with nothing in flight")
    void shouldBeKept() {
        Object keeper = new Object();
        assertThat(dispatcher.groups().assign(A, keeper)).isTrue();
        assertThat(dispatcher.groups().assign(A, new Object())).isFalse();
        fetched(message(1, A), message(2, B));
        assertThat(take(first)).isEqualTo(2);
        assertThat(dispatcher.groups().assign(B, keeper)).isFalse();
        assertThat(take(second)).isNull();
        dispatcher.groups().unassign(A, new Object());
        assertThat(take(second)).isNull();
        woken.clear();
        dispatcher.groups().unassign(A, keeper);
        assertThat(woken).containsExactly("second");
        assertThat(take(second)).isEqualTo(1);
    }

    @Test
    @Timeout(20)
    @DisplayName("RCV-06, VIS-07 a release of a group message waits until fetched messages of the group are back")
    void shouldWaitForWhatWasTurnedAway() throws Exception {
        fetched(message(1, A), message(2, B), message(3, null));
        assertThat(take(first)).isEqualTo(1);
        dispatcher.arrivals().decideDirectDeliveries(0, 1, false);
        dispatcher.arrivals().arrivalsStored(1, 4, List.of(1L), true);
        // This fetch brings messages that are released after it began.
        assertThat(leftOut).hasSize(2);
        GroupCoordinator groups = dispatcher.groups();
        assertThat(groups.beginReturn(A, message(1, A).delivery()).members()).isEmpty();
        groups.settled(A, 1);
        fetched(message(1, A));
        assertThat(toReturn).hasSize(1);
        groups.returnEnded(A);
        CompletableFuture<Void> released = new CompletableFuture<>();
        Thread releasing = new Thread(() -> {
            // The interrupt does not end the wait.
            Thread.currentThread().interrupt();
            dispatcher.awaitReleasedFetched(TimeUnit.SECONDS.toNanos(15));
            released.complete(null);
        });
        releasing.start();
        eventually(
                "the release waits or has ended",
                () -> released.isDone() || releasing.getState() == Thread.State.TIMED_WAITING);
        assertThat(released).as("the release before the group is back").isNotDone();

        whenBack.run();
        eventually("the group is fetched again", () -> leftOut.size() == 3);
        assertThat(leftOut.get(2)).isEmpty();
        fetched(message(1, A));
        released.get(10, TimeUnit.SECONDS);
        assertThat(take(second)).isEqualTo(1);
    }
}
