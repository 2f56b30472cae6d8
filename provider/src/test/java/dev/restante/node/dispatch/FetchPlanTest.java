package dev.restante.node.dispatch;

import static dev.restante.node.dispatch.BufferedMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("when a fetch is due, and how large it is")
final class FetchPlanTest {

    private static final int FETCH = 200;
    private static final int COUNT = 400;

    private final Fetches fetches = new Fetches(new ReentrantLock().newCondition(), delivery -> Delivery.NEVER);
    private final CommonBuffer buffer = new CommonBuffer(delivery -> Delivery.NEVER, new Reading(fetches));
    private final Seats seats = new Seats();
    private final PrefetchSize prefetch = PrefetchSize.unshared(FETCH);
    private final Room room =
            new Room(new DispatchBounds(FETCH, COUNT, 1 << 20), true, buffer, fetches, seats, prefetch);
    private final FetchPlan plan = new FetchPlan(buffer, seats, prefetch, room, false);

    private void buffered(int count) {
        for (int i = 0; i < count; i++) {
            buffer.addAll(List.of(message(buffer.size() + 1)));
        }
    }

    @BeforeEach
    void openSeat() {
        seats.open(() -> {});
    }

    @Test
    @DisplayName("only where somebody wants messages, and no more than half of a fetch waits")
    void shouldFetchWhenLow() {
        buffered(FETCH / 2);
        assertThat(plan.due()).as("nobody asks").isFalse();
        seats.want();
        assertThat(plan.due()).isTrue();
        buffered(1);
        assertThat(plan.due()).isFalse();
    }

    @Test
    @DisplayName("as many as are wanted, less what will be born here, and one at least")
    void shouldLeaveRoomForBirths() {
        assertThat(plan.begin(0)).isEqualTo(FETCH);
        assertThat(plan.begin(COUNT - 30)).isEqualTo(30);
        assertThat(plan.begin(COUNT)).isEqualTo(1);
    }

    @Test
    @DisplayName("even into a full buffer where something was released to the front, once")
    void shouldFetchTheFront() {
        seats.want();
        buffered(COUNT);
        plan.releasedToFront(3);
        assertThat(plan.due()).isTrue();
        assertThat(plan.begin(0)).isEqualTo(64);
        assertThat(plan.due()).isFalse();
    }

    @Test
    @DisplayName("just what was released where the buffer is overfull")
    void shouldFetchLittleIntoAnOverfullBuffer() {
        buffered(COUNT + 4 * 64);
        plan.releasedToFront(3);
        assertThat(plan.begin(0)).isEqualTo(3);
    }

    @Test
    @DisplayName("for the front although nobody asks, where somebody waits for what was released")
    void shouldFetchTheFrontForThoseWhoWait() {
        buffered(1);
        plan.releasedToFront(1);
        assertThat(plan.due()).isFalse();
        plan.frontWaitBegun();
        assertThat(plan.due()).isTrue();
        plan.frontWaitEnded();
        assertThat(plan.due()).isFalse();
    }

    @Test
    @DisplayName(
            "for the front although nobody asks, where nobody else could have it and something waits that is behind it")
    void shouldFetchTheFrontOfAnExclusiveStore() {
        FetchPlan exclusive = new FetchPlan(buffer, seats, prefetch, room, true);
        exclusive.releasedToFront(1);
        assertThat(exclusive.due()).isFalse();
        buffered(1);
        assertThat(exclusive.due()).isTrue();
    }

    @Test
    @DisplayName("again for the front where the fetch for it failed, unless nothing waits behind it any more")
    void shouldFetchTheFrontAgain() {
        seats.want();
        buffered(COUNT);
        plan.releasedToFront(3);
        assertThat(plan.begin(0)).isEqualTo(64);
        plan.fetchFailed();
        assertThat(plan.due()).isTrue();
        assertThat(plan.begin(0)).isEqualTo(64);
        plan.forgetFront();
        plan.fetchFailed();
        assertThat(plan.due()).isFalse();
    }

    @Test
    @DisplayName("again for what a fetch has left of the front, because it takes only so many bytes at once")
    void shouldFetchTheRestOfTheFront() {
        seats.want();
        buffered(COUNT);
        plan.releasedToFront(3);
        assertThat(plan.begin(0)).isEqualTo(64);
        plan.fetched(1, false);
        assertThat(plan.due()).isTrue();
        assertThat(plan.frontOwed()).isTrue();
        assertThat(plan.begin(0)).isEqualTo(64);
        plan.fetched(2, false);
        assertThat(plan.due()).isFalse();
        assertThat(plan.frontOwed()).isFalse();
    }

    @Test
    @DisplayName(
            "and what belongs behind it goes back where it was filled with higher priorities than what was released")
    void shouldTellWhatGoesBack() {
        bufferedOf(4, COUNT);
        plan.releasedToFront(List.of(1_000L, 1_001L));
        plan.begin(0);
        plan.fetched(2, false);
        assertThat(plan.loaded(List.of(message(2_000, 9), message(2_001, 8)))).isEqualTo(message(2_001, 8));
        plan.begin(0);
        plan.fetched(2, false);
        assertThat(plan.loaded(List.of(message(2_002, 7), message(2_003, 7))))
                .as("nothing was released since")
                .isNull();
    }

    @Test
    @DisplayName(
            "and nothing goes back where it has brought what was released, or all there was, or is to be made again")
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
        assertThat(plan.frontOwed()).isTrue();
    }

    @Test
    @DisplayName("and what is still missing after a fetch that failed, or was too small, counts for the next one")
    void shouldRememberWhatIsMissing() {
        bufferedOf(4, COUNT);
        plan.releasedToFront(List.of(1_000L));
        plan.begin(0);
        plan.fetchFailed();
        assertThat(plan.loaded(List.of())).isNull();
        plan.releasedToFront(List.of(1_001L));
        plan.begin(0);
        plan.fetched(1, false);
        assertThat(plan.loaded(List.of(message(2_000, 9)))).as("fetched again").isNull();
        plan.begin(0);
        plan.fetched(1, false);
        assertThat(plan.loaded(List.of(message(2_001, 9)))).isEqualTo(message(2_001, 9));
    }

    @Test
    @DisplayName("and of more released deliveries than are worth remembering some are taken to be missing")
    void shouldNotRememberAll() {
        bufferedOf(4, COUNT);
        plan.releasedToFront(LongStream.range(0, 10_000).boxed().toList());
        plan.releasedToFront(List.of(10_000L));
        plan.begin(0);
        plan.fetched(10_001, false);
        List<Buffered> brought =
                LongStream.range(0, 10_001).mapToObj(id -> message(id, 9)).toList();
        assertThat(plan.loaded(brought)).isEqualTo(message(10_000, 9));
        plan.begin(0);
        plan.fetched(1, false);
        assertThat(plan.loaded(List.of(message(20_000, 9)))).isNull();
    }

    private void bufferedOf(int priority, int count) {
        for (int i = 0; i < count; i++) {
            buffer.addAll(List.of(message(buffer.size() + 1, priority)));
        }
    }

    @Test
    @DisplayName("of higher priorities only, where something arrived that overtakes what waits, once")
    void shouldFetchWhatOvertakes() {
        seats.want();
        bufferedOf(4, COUNT);
        plan.arrived(4);
        assertThat(plan.due()).as("nothing overtakes").isFalse();
        plan.arrived(5);
        assertThat(plan.due()).isTrue();
        assertThat(plan.begin(0)).isEqualTo(FETCH);
        assertThat(plan.lowestPriority()).isEqualTo(5);
        assertThat(plan.due()).isFalse();
        plan.fetched(1, true);
        plan.loaded(List.of(message(1_000, 5)));
        assertThat(plan.due()).isFalse();
    }

    @Test
    @DisplayName("not for a higher priority while half of a fetch comes before it, nor while no receiver asks")
    void shouldNotFetchWhatComesLater() {
        bufferedOf(4, COUNT);
        plan.arrived(5);
        assertThat(plan.due()).as("nobody asks").isFalse();
        seats.want();
        bufferedOf(5, FETCH / 2);
        assertThat(plan.due()).isTrue();
        bufferedOf(6, 1);
        assertThat(plan.due()).isFalse();
        plan.arrived(6);
        assertThat(plan.due()).isTrue();
    }

    @Test
    @DisplayName("again where a fetch has left some of a higher priority, or has failed")
    void shouldFetchTheRestOfWhatOvertakes() {
        seats.want();
        bufferedOf(4, COUNT);
        plan.arrived(9);
        assertThat(plan.begin(0)).isEqualTo(FETCH);
        plan.fetchFailed();
        assertThat(plan.due()).isTrue();
        assertThat(plan.begin(0)).isEqualTo(FETCH);
        plan.fetched(1, false);
        plan.loaded(List.of(message(1_000, 7)));
        assertThat(plan.due()).isTrue();
        bufferedOf(7, FETCH);
        assertThat(plan.due()).isFalse();
    }

    @Test
    @DisplayName("of all priorities, where the buffer has run low or something was released to the front as well")
    void shouldFetchAllPriorities() {
        seats.want();
        bufferedOf(4, 1);
        plan.arrived(9);
        assertThat(plan.begin(0)).isEqualTo(FETCH);
        assertThat(plan.onlyOvertaking()).isFalse();
        bufferedOf(4, COUNT);
        plan.arrived(9);
        plan.releasedToFront(1);
        assertThat(plan.begin(0)).isEqualTo(64);
        assertThat(plan.onlyOvertaking()).isFalse();
    }

    @Test
    @DisplayName(
            "and what may stay is the limit, once it is exceeded by more than a fetch; one stays however large it is")
    void shouldKeepTheLimit() {
        bufferedOf(4, COUNT + FETCH);
        assertThat(room.kept()).isEqualTo(Integer.MAX_VALUE);
        bufferedOf(9, 1);
        assertThat(room.kept()).isEqualTo(COUNT);
        assertThat(buffer.removeStoredBeyond(COUNT))
                .hasSize(FETCH + 1)
                .allMatch(each -> each.delivery().priority() == 4);
        assertThat(buffer.lowestPriority()).isEqualTo(4);
        assertThat(buffer.storedWithin(COUNT, 1)).isEqualTo(1);
    }
}
