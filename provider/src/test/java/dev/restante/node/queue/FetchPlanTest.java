package dev.restante.node.queue;

import static dev.restante.node.queue.buffer.PrefetchedMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.node.queue.buffer.ConsumerSlots;
import dev.restante.node.queue.buffer.FetchProgress;
import dev.restante.node.queue.buffer.PendingAcquisitions;
import dev.restante.node.queue.buffer.PrefetchLimits;
import dev.restante.node.queue.buffer.PrefetchSize;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.node.queue.selector.NoSelectorBuffer;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the fetch plan")
final class FetchPlanTest {

    private static final int FETCH = 200;
    private static final int COUNT = 400;

    private final FetchProgress fetchProgress =
            new FetchProgress(new ReentrantLock().newCondition(), delivery -> Delivery.NEVER);
    private final NoSelectorBuffer noSelectorBuffer =
            new NoSelectorBuffer(delivery -> Delivery.NEVER, new PendingAcquisitions(fetchProgress));
    private final ConsumerSlots slots = new ConsumerSlots();
    private final PrefetchSize prefetch = PrefetchSize.forExclusiveStore(FETCH);
    private final BufferCapacity capacity = new BufferCapacity(
            new PrefetchLimits(FETCH, COUNT, 1 << 20), true, noSelectorBuffer, fetchProgress, slots, prefetch);
    private final FetchPlan plan = new FetchPlan(noSelectorBuffer, slots, prefetch, capacity, false);

    private void buffered(int count) {
        for (int i = 0; i < count; i++) {
            noSelectorBuffer.addAll(List.of(message(noSelectorBuffer.size() + 1)));
        }
    }

    @BeforeEach
    void openSeat() {
        slots.open(() -> {});
    }

    @Test
    @DisplayName("a fetch is due if a receiver wants messages and at most half a fetch is prefetched")
    void shouldFetchWhenLow() {
        buffered(FETCH / 2);
        assertThat(plan.isDue()).as("a fetch is due without a waiting receiver").isFalse();
        slots.want();
        assertThat(plan.isDue()).isTrue();
        buffered(1);
        assertThat(plan.isDue()).isFalse();
    }

    @Test
    @DisplayName("a fetch leaves room for granted direct deliveries, but asks for at least one message")
    void shouldLeaveRoomForBirths() {
        assertThat(plan.begin(0)).isEqualTo(FETCH);
        assertThat(plan.begin(COUNT - 30)).isEqualTo(30);
        assertThat(plan.begin(COUNT)).isEqualTo(1);
    }

    @Test
    @DisplayName("a release to the front makes one fetch due, even if the buffer is full")
    void shouldFetchTheFront() {
        slots.want();
        buffered(COUNT);
        plan.releasedToFront(3);
        assertThat(plan.isDue()).isTrue();
        assertThat(plan.begin(0)).isEqualTo(64);
        assertThat(plan.isDue()).isFalse();
    }

    @Test
    @DisplayName("a fetch into an overfull buffer asks only for the released messages")
    void shouldFetchLittleIntoAnOverfullBuffer() {
        buffered(COUNT + 4 * 64);
        plan.releasedToFront(3);
        assertThat(plan.begin(0)).isEqualTo(3);
    }

    @Test
    @DisplayName("a release makes a fetch due without a waiting receiver if a thread waits for the released messages")
    void shouldFetchTheFrontForThoseWhoWait() {
        buffered(1);
        plan.releasedToFront(1);
        assertThat(plan.isDue()).isFalse();
        plan.releaseWaitBegun();
        assertThat(plan.isDue()).isTrue();
        plan.releaseWaitEnded();
        assertThat(plan.isDue()).isFalse();
    }

    @Test
    @DisplayName("in an exclusive store, a release before prefetched messages makes a fetch due even without receivers")
    void shouldFetchTheFrontOfAnExclusiveStore() {
        FetchPlan exclusive = new FetchPlan(noSelectorBuffer, slots, prefetch, capacity, true);
        exclusive.releasedToFront(1);
        assertThat(exclusive.isDue()).isFalse();
        buffered(1);
        assertThat(exclusive.isDue()).isTrue();
    }

    @Test
    @DisplayName("a failed fetch of released messages is due again, until the plan forgets them")
    void shouldFetchTheFrontAgain() {
        slots.want();
        buffered(COUNT);
        plan.releasedToFront(3);
        assertThat(plan.begin(0)).isEqualTo(64);
        plan.fetchFailed();
        assertThat(plan.isDue()).isTrue();
        assertThat(plan.begin(0)).isEqualTo(64);
        plan.forgetReleased();
        plan.fetchFailed();
        assertThat(plan.isDue()).isFalse();
    }

    @Test
    @DisplayName("a fetch that brings only a part of the released messages, because of its byte limit, is due again")
    void shouldFetchTheRestOfTheFront() {
        slots.want();
        buffered(COUNT);
        plan.releasedToFront(3);
        assertThat(plan.begin(0)).isEqualTo(64);
        plan.fetched(1, false);
        assertThat(plan.isDue()).isTrue();
        assertThat(plan.releasedNotFetchedFully()).isTrue();
        assertThat(plan.begin(0)).isEqualTo(64);
        plan.fetched(2, false);
        assertThat(plan.isDue()).isFalse();
        assertThat(plan.releasedNotFetchedFully()).isFalse();
    }

    @Test
    @DisplayName("messages behind a released message are cut off if higher priorities fill the fetch")
    void shouldTellWhatGoesBack() {
        bufferedOf(4, COUNT);
        plan.releasedToFront(List.of(1_000L, 1_001L));
        plan.begin(0);
        plan.fetched(2, false);
        assertThat(plan.loaded(List.of(message(2_000, 9), message(2_001, 8)))).isEqualTo(message(2_001, 8));
        plan.begin(0);
        plan.fetched(2, false);
        assertThat(plan.loaded(List.of(message(2_002, 7), message(2_003, 7))))
                .as("next fetch when no message was released since")
                .isNull();
    }

    @Test
    @DisplayName("nothing is cut off if a fetch brings all released messages, exhausts the store, or is due again")
    void shouldTellThatNothingGoesBack() {
        bufferedOf(4, COUNT);
        plan.releasedToFront(List.of(1_000L));
        plan.begin(0);
        plan.releasedToFront(List.of(1_001L));
        plan.fetched(2, false);
        assertThat(plan.loaded(List.of(message(2_000, 9), message(1_000, 4)))).isNull();
        plan.begin(0);
        plan.fetched(1, true);
        assertThat(plan.loaded(List.of(message(2_001, 9)))).isNull();
        plan.releasedToFront(List.of(1_002L, 1_003L));
        plan.begin(0);
        plan.fetched(1, false);
        assertThat(plan.loaded(List.of(message(1_002, 4)))).isNull();
        assertThat(plan.releasedNotFetchedFully()).isTrue();
    }

    @Test
    @DisplayName("released messages that a failed or too small fetch did not bring count for the next fetch")
    void shouldRememberWhatIsMissing() {
        bufferedOf(4, COUNT);
        plan.releasedToFront(List.of(1_000L));
        plan.begin(0);
        plan.fetchFailed();
        assertThat(plan.loaded(List.of())).isNull();
        plan.releasedToFront(List.of(1_001L));
        plan.begin(0);
        plan.fetched(1, false);
        assertThat(plan.loaded(List.of(message(2_000, 9))))
                .as("next fetch after the released message is loaded")
                .isNull();
        plan.begin(0);
        plan.fetched(1, false);
        assertThat(plan.loaded(List.of(message(2_001, 9)))).isEqualTo(message(2_001, 9));
    }

    @Test
    @DisplayName("of too many released messages the plan forgets some, and treats them as missing")
    void shouldNotRememberAll() {
        bufferedOf(4, COUNT);
        plan.releasedToFront(LongStream.range(0, 10_000).boxed().toList());
        plan.releasedToFront(List.of(10_000L));
        plan.begin(0);
        plan.fetched(10_001, false);
        List<PrefetchedMessage> fetched =
                LongStream.range(0, 10_001).mapToObj(id -> message(id, 9)).toList();
        assertThat(plan.loaded(fetched)).isEqualTo(message(10_000, 9));
        plan.begin(0);
        plan.fetched(1, false);
        assertThat(plan.loaded(List.of(message(20_000, 9)))).isNull();
    }

    private void bufferedOf(int priority, int count) {
        for (int i = 0; i < count; i++) {
            noSelectorBuffer.addAll(List.of(message(noSelectorBuffer.size() + 1, priority)));
        }
    }

    @Test
    @DisplayName("an arrival that overtakes prefetched messages makes one fetch of higher priorities due")
    void shouldFetchWhatOvertakes() {
        slots.want();
        bufferedOf(4, COUNT);
        plan.storeMayHave(4);
        assertThat(plan.isDue())
                .as("a fetch is due without a message that could overtake")
                .isFalse();
        plan.storeMayHave(5);
        assertThat(plan.isDue()).isTrue();
        assertThat(plan.begin(0)).isEqualTo(FETCH);
        assertThat(plan.lowestPriority()).isEqualTo(5);
        assertThat(plan.isDue()).isFalse();
        plan.fetched(1, true);
        plan.loaded(List.of(message(1_000, 5)));
        assertThat(plan.isDue()).isFalse();
    }

    @Test
    @DisplayName("no fetch of a higher priority is due while half a fetch precedes it or no receiver wants messages")
    void shouldNotFetchWhatComesLater() {
        bufferedOf(4, COUNT);
        plan.storeMayHave(5);
        assertThat(plan.isDue()).as("a fetch is due without a waiting receiver").isFalse();
        slots.want();
        bufferedOf(5, FETCH / 2);
        assertThat(plan.isDue()).isTrue();
        bufferedOf(6, 1);
        assertThat(plan.isDue()).isFalse();
        plan.storeMayHave(6);
        assertThat(plan.isDue()).isTrue();
    }

    @Test
    @DisplayName("a fetch of a higher priority that failed, or left some messages behind, is due again")
    void shouldFetchTheRestOfWhatOvertakes() {
        slots.want();
        bufferedOf(4, COUNT);
        plan.storeMayHave(9);
        assertThat(plan.begin(0)).isEqualTo(FETCH);
        plan.fetchFailed();
        assertThat(plan.isDue()).isTrue();
        assertThat(plan.begin(0)).isEqualTo(FETCH);
        plan.fetched(1, false);
        plan.loaded(List.of(message(1_000, 7)));
        assertThat(plan.isDue()).isTrue();
        bufferedOf(7, FETCH);
        assertThat(plan.isDue()).isFalse();
    }

    @Test
    @DisplayName("a fetch reads all priorities if the buffer is low or a message was released to the front")
    void shouldFetchAllPriorities() {
        slots.want();
        bufferedOf(4, 1);
        plan.storeMayHave(9);
        assertThat(plan.begin(0)).isEqualTo(FETCH);
        assertThat(plan.onlyHigherPriorities()).isFalse();
        bufferedOf(4, COUNT);
        plan.storeMayHave(9);
        plan.releasedToFront(1);
        assertThat(plan.begin(0)).isEqualTo(64);
        assertThat(plan.onlyHigherPriorities()).isFalse();
    }

    @Test
    @DisplayName("a buffer that exceeds its limit by more than a fetch keeps its limit, and at least one message")
    void shouldKeepTheLimit() {
        bufferedOf(4, COUNT + FETCH);
        assertThat(capacity.maxKept()).isEqualTo(Integer.MAX_VALUE);
        bufferedOf(9, 1);
        assertThat(capacity.maxKept()).isEqualTo(COUNT);
        assertThat(noSelectorBuffer.removeRowsBeyond(COUNT))
                .hasSize(FETCH + 1)
                .allMatch(each -> each.delivery().priority() == 4);
        assertThat(noSelectorBuffer.lowestPriority()).isEqualTo(4);
        assertThat(noSelectorBuffer.rowsWithin(COUNT, 1)).isEqualTo(1);
    }
}
