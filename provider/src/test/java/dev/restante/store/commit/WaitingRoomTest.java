package dev.restante.store.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.BodyKind;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.DestinationName;
import dev.restante.model.MessageHead;
import dev.restante.model.StoredMessage;
import dev.restante.store.AcquireRequest;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("what waits for a batch")
final class WaitingRoomTest {

    private static final boolean OPEN = false;
    private static final boolean CLOSING = true;

    private final WaitingRoom room = roomWithLinger(TimeUnit.HOURS.toNanos(1));

    private static WaitingRoom roomWithLinger(long lazyLingerNanos) {
        return new WaitingRoom(new PipelineSettings(4, 10_000, 3, lazyLingerNanos, 0));
    }

    private static Operation operation(int changes, Operation.Urgency urgency) {
        return new Operation(
                Collections.nCopies(changes, new Change.Complete(new DeliveryRef(1, 1, true, 7, 1))),
                urgency,
                Operation.Misses.FAIL,
                (operation, outcome) -> {});
    }

    private static Operation send(int bytes) {
        MessageHead head = new MessageHead(
                "ID:1", DestinationName.queue("q"), BodyKind.BYTES, null, null, null, 0, 0, 0, 4, true, Map.of());
        Delivery delivery = new Delivery(
                new DeliveryRef(1, 1, true, 0, 0),
                1,
                DeliveryState.AVAILABLE,
                4,
                1,
                null,
                bytes,
                true,
                0,
                0,
                Delivery.NEVER,
                0,
                false,
                null);
        return new Operation(
                List.of(new Change.Enqueue(new StoredMessage(1, head, null), List.of(delivery))),
                Operation.Urgency.NOW,
                Operation.Misses.FAIL,
                (operation, outcome) -> {});
    }

    private static AcquireRequest acquire() {
        return new AcquireRequest(1, 10, 1_000, Long.MAX_VALUE, Set.of(), (acquired, failure) -> {});
    }

    @Test
    @DisplayName("a batch is due for whatever somebody waits for, an acquire included")
    void shouldBeDue() {
        assertThat(room.due(OPEN)).isFalse();
        room.add(operation(1, Operation.Urgency.NOW));
        assertThat(room.due(OPEN)).isTrue();
        assertThat(room.takeOperations()).hasSize(1);
        assertThat(room.due(OPEN)).isFalse();
        room.add(acquire());
        assertThat(room.due(OPEN)).isTrue();
    }

    @Test
    @DisplayName("lazy operations are due when enough have gathered, or when nothing else will come")
    void shouldGatherLazyOperations() {
        room.add(operation(1, Operation.Urgency.LAZY));
        room.add(operation(1, Operation.Urgency.LAZY));
        assertThat(room.due(OPEN)).isFalse();
        assertThat(room.due(CLOSING)).isTrue();
        room.add(operation(1, Operation.Urgency.LAZY));
        assertThat(room.due(OPEN)).isTrue();
    }

    @Test
    @DisplayName("lazy operations are due when they have waited for their linger")
    void shouldNotWaitLongerThanTheLinger() {
        WaitingRoom impatient = roomWithLinger(0);
        impatient.add(operation(1, Operation.Urgency.LAZY));
        assertThat(impatient.due(OPEN)).isTrue();
        assertThat(impatient.lingerNanos()).isNotPositive();
    }

    @Test
    @DisplayName("lazy operations travel with the next batch, in their place")
    void shouldTakeLazyOperationsAlong() {
        Operation before = operation(1, Operation.Urgency.NOW);
        Operation lazy = operation(1, Operation.Urgency.LAZY);
        Operation behind = operation(1, Operation.Urgency.NOW);
        room.add(before);
        room.add(lazy);
        room.add(behind);
        assertThat(room.takeOperations()).containsExactly(before, lazy, behind);
        assertThat(room.anyLazy()).isFalse();
        assertThat(room.isEmpty()).isTrue();
    }

    @Test
    @DisplayName("yielding operations let others pass until they are due")
    void shouldLetOthersPass() {
        Operation first = operation(1, Operation.Urgency.YIELDING);
        Operation passing = operation(1, Operation.Urgency.NOW);
        room.add(first);
        room.add(passing);
        assertThat(room.takeOperations()).containsExactly(passing);
        assertThat(room.due(OPEN)).isFalse();
        assertThat(room.due(CLOSING)).isTrue();
        Operation second = operation(1, Operation.Urgency.YIELDING);
        Operation third = operation(1, Operation.Urgency.LAZY);
        Operation company = operation(1, Operation.Urgency.NOW);
        room.add(second);
        room.add(third);
        room.add(company);
        assertThat(room.takeOperations()).containsExactly(first, second, third, company);
        assertThat(room.anyLazy()).isFalse();
        assertThat(room.isEmpty()).isTrue();
    }

    @Test
    @DisplayName("overdue operations go, however many others there are")
    void shouldNotStarve() {
        WaitingRoom impatient = roomWithLinger(0);
        Operation overdue = operation(3, Operation.Urgency.YIELDING);
        impatient.add(operation(3, Operation.Urgency.NOW));
        impatient.add(operation(3, Operation.Urgency.NOW));
        impatient.add(overdue);
        assertThat(impatient.takeOperations()).hasSize(2).startsWith(overdue);
        assertThat(impatient.takeOperations()).hasSize(1);
        assertThat(impatient.isEmpty()).isTrue();
    }

    @Test
    @DisplayName("an acquire does not wait for the linger of the operations before it")
    void shouldTakeLazyOperationsAlongWithAnAcquire() {
        room.add(operation(1, Operation.Urgency.YIELDING));
        AcquireRequest acquire = acquire();
        room.add(acquire);
        Operation later = operation(1, Operation.Urgency.NOW);
        room.add(later);
        assertThat(room.takeOperations()).hasSize(2).endsWith(later);
        assertThat(room.takeAcquires()).containsExactly(acquire);
    }

    @Test
    @DisplayName("a batch takes no further operation once it has as many changes as are allowed")
    void shouldLimitTheChangesOfABatch() {
        room.add(operation(3, Operation.Urgency.NOW));
        room.add(operation(3, Operation.Urgency.NOW));
        room.add(operation(3, Operation.Urgency.NOW));
        assertThat(room.takeOperations()).hasSize(2);
        assertThat(room.takeOperations()).hasSize(1);
    }

    @Test
    @DisplayName("a batch takes no further operation once it has as many bytes as are allowed")
    void shouldLimitTheBytesOfABatch() {
        Operation small = send(100);
        Operation large = send(20_000);
        Operation behind = send(100);
        Operation settlement = operation(1, Operation.Urgency.NOW);
        List.of(small, large, behind, settlement).forEach(room::add);

        assertThat(room.takeOperations()).containsExactly(small, large);
        assertThat(room.takeOperations()).containsExactly(behind, settlement);
        assertThat(room.isEmpty()).isTrue();
    }

    @Test
    @DisplayName("an acquire waits until every operation is taken that was handed over before it")
    void shouldKeepAcquiresBehindEarlierOperations() {
        room.add(operation(4, Operation.Urgency.NOW));
        room.add(operation(1, Operation.Urgency.NOW));
        AcquireRequest behindBoth = acquire();
        room.add(behindBoth);
        room.add(operation(4, Operation.Urgency.NOW));
        assertThat(room.takeOperations()).hasSize(1);
        assertThat(room.takeAcquires()).isEmpty();
        assertThat(room.takeOperations()).hasSize(2);
        assertThat(room.takeAcquires()).containsExactly(behindBoth);
        assertThat(room.isEmpty()).isTrue();
    }

    @Test
    @DisplayName("a batch takes a few acquires, and another one is due for the others")
    void shouldLimitTheAcquiresOfABatch() {
        for (int i = 0; i <= WaitingRoom.MOST_ACQUIRES; i++) {
            room.add(acquire());
        }

        assertThat(room.takeAcquires()).hasSize(WaitingRoom.MOST_ACQUIRES);
        assertThat(room.due(OPEN)).isTrue();
        assertThat(room.takeAcquires()).hasSize(1);
        assertThat(room.due(OPEN)).isFalse();
    }

    @Test
    @DisplayName("rests for as long as others have waited for those that are locked out, within bounds")
    void shouldRestAfterLockedOut() {
        long least = TimeUnit.MILLISECONDS.toNanos(250);
        room.addLockedOut(operation(1, Operation.Urgency.NOW), 0);
        assertThat(room.lingerNanos()).isLessThanOrEqualTo(least);
        room.takeLockedOut();
        room.addLockedOut(operation(1, Operation.Urgency.NOW), TimeUnit.MINUTES.toNanos(1));
        assertThat(room.lingerNanos()).isBetween(least, TimeUnit.SECONDS.toNanos(2));
    }
}
