package dev.restante.store.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.BodyKind;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.DestinationName;
import dev.restante.model.MessageHeader;
import dev.restante.model.StoredMessage;
import dev.restante.store.AcquireRequest;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.RecordingOperation;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("pending operations of the commit pipeline")
final class PendingOperationsTest {

    private static final boolean OPEN = false;
    private static final boolean CLOSING = true;

    private final PendingOperations pending = pendingWithLinger(TimeUnit.HOURS.toNanos(1));

    private static PendingOperations pendingWithLinger(long lazyLingerNanos) {
        return new PendingOperations(new PipelineSettings(4, 10_000, 3, lazyLingerNanos, 0));
    }

    private static Operation operation(int changes, Operation.OperationUrgency urgency) {
        return new RecordingOperation(
                Collections.nCopies(changes, new Change.Complete(new DeliveryRef(1, 1, true, 7, 1))),
                urgency,
                Operation.MissedFencePolicy.FAIL_OPERATION);
    }

    private static Operation send(int bytes) {
        MessageHeader header = new MessageHeader(
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
        return new RecordingOperation(
                List.of(new Change.Enqueue(new StoredMessage(1, header, null), List.of(delivery))),
                Operation.OperationUrgency.NOW,
                Operation.MissedFencePolicy.FAIL_OPERATION);
    }

    private static AcquireRequest acquire() {
        return new AcquireRequest(1, 10, 1_000, Long.MAX_VALUE, Set.of(), (acquireResult, failure) -> {});
    }

    @Test
    @DisplayName("a batch is due if an urgent operation or an acquire request waits")
    void shouldBeDue() {
        assertThat(pending.isDue(OPEN)).isFalse();
        pending.add(operation(1, Operation.OperationUrgency.NOW));
        assertThat(pending.isDue(OPEN)).isTrue();
        assertThat(pending.takeOperations()).hasSize(1);
        assertThat(pending.isDue(OPEN)).isFalse();
        pending.add(acquire());
        assertThat(pending.isDue(OPEN)).isTrue();
    }

    @Test
    @DisplayName("lazy operations are due when enough of them have gathered or the pipeline closes")
    void shouldGatherLazyOperations() {
        pending.add(operation(1, Operation.OperationUrgency.LAZY));
        pending.add(operation(1, Operation.OperationUrgency.LAZY));
        assertThat(pending.isDue(OPEN)).isFalse();
        assertThat(pending.isDue(CLOSING)).isTrue();
        pending.add(operation(1, Operation.OperationUrgency.LAZY));
        assertThat(pending.isDue(OPEN)).isTrue();
    }

    @Test
    @DisplayName("lazy operations are due at the end of their linger")
    void shouldNotWaitLongerThanTheLinger() {
        PendingOperations impatient = pendingWithLinger(0);
        impatient.add(operation(1, Operation.OperationUrgency.LAZY));
        assertThat(impatient.isDue(OPEN)).isTrue();
        assertThat(impatient.lingerNanos()).isNotPositive();
    }

    @Test
    @DisplayName("lazy operations join the next batch without losing their place in the order")
    void shouldTakeLazyOperationsAlong() {
        Operation before = operation(1, Operation.OperationUrgency.NOW);
        Operation lazy = operation(1, Operation.OperationUrgency.LAZY);
        Operation behind = operation(1, Operation.OperationUrgency.NOW);
        pending.add(before);
        pending.add(lazy);
        pending.add(behind);
        assertThat(pending.takeOperations()).containsExactly(before, lazy, behind);
        assertThat(pending.anyLazy()).isFalse();
        assertThat(pending.isEmpty()).isTrue();
    }

    @Test
    @DisplayName("yielding operations let later operations pass until they are due")
    void shouldLetOthersPass() {
        Operation first = operation(1, Operation.OperationUrgency.YIELDING);
        Operation passing = operation(1, Operation.OperationUrgency.NOW);
        pending.add(first);
        pending.add(passing);
        assertThat(pending.takeOperations()).containsExactly(passing);
        assertThat(pending.isDue(OPEN)).isFalse();
        assertThat(pending.isDue(CLOSING)).isTrue();
        Operation second = operation(1, Operation.OperationUrgency.YIELDING);
        Operation third = operation(1, Operation.OperationUrgency.LAZY);
        Operation company = operation(1, Operation.OperationUrgency.NOW);
        pending.add(second);
        pending.add(third);
        pending.add(company);
        assertThat(pending.takeOperations()).containsExactly(first, second, third, company);
        assertThat(pending.anyLazy()).isFalse();
        assertThat(pending.isEmpty()).isTrue();
    }

    @Test
    @DisplayName("overdue operations enter the next batch even if many urgent operations wait")
    void shouldNotStarve() {
        PendingOperations impatient = pendingWithLinger(0);
        Operation overdue = operation(3, Operation.OperationUrgency.YIELDING);
        impatient.add(operation(3, Operation.OperationUrgency.NOW));
        impatient.add(operation(3, Operation.OperationUrgency.NOW));
        impatient.add(overdue);
        assertThat(impatient.takeOperations()).hasSize(2).startsWith(overdue);
        assertThat(impatient.takeOperations()).hasSize(1);
        assertThat(impatient.isEmpty()).isTrue();
    }

    @Test
    @DisplayName("an acquire request does not wait for the linger of earlier operations")
    void shouldTakeLazyOperationsAlongWithAnAcquire() {
        pending.add(operation(1, Operation.OperationUrgency.YIELDING));
        AcquireRequest acquire = acquire();
        pending.add(acquire);
        Operation later = operation(1, Operation.OperationUrgency.NOW);
        pending.add(later);
        assertThat(pending.takeOperations()).hasSize(2).endsWith(later);
        assertThat(pending.takeAcquires()).containsExactly(acquire);
    }

    @Test
    @DisplayName("a batch takes no further operation once it reaches the limit of changes")
    void shouldLimitTheChangesOfABatch() {
        pending.add(operation(3, Operation.OperationUrgency.NOW));
        pending.add(operation(3, Operation.OperationUrgency.NOW));
        pending.add(operation(3, Operation.OperationUrgency.NOW));
        assertThat(pending.takeOperations()).hasSize(2);
        assertThat(pending.takeOperations()).hasSize(1);
    }

    @Test
    @DisplayName("a batch takes no further operation once it reaches the limit of bytes")
    void shouldLimitTheBytesOfABatch() {
        Operation small = send(100);
        Operation large = send(20_000);
        Operation behind = send(100);
        Operation settlement = operation(1, Operation.OperationUrgency.NOW);
        List.of(small, large, behind, settlement).forEach(pending::add);

        assertThat(pending.takeOperations()).containsExactly(small, large);
        assertThat(pending.takeOperations()).containsExactly(behind, settlement);
        assertThat(pending.isEmpty()).isTrue();
    }

    @Test
    @DisplayName("an acquire request waits until a batch has taken every earlier operation")
    void shouldKeepAcquiresBehindEarlierOperations() {
        pending.add(operation(4, Operation.OperationUrgency.NOW));
        pending.add(operation(1, Operation.OperationUrgency.NOW));
        AcquireRequest behindBoth = acquire();
        pending.add(behindBoth);
        pending.add(operation(4, Operation.OperationUrgency.NOW));
        assertThat(pending.takeOperations()).hasSize(1);
        assertThat(pending.takeAcquires()).isEmpty();
        assertThat(pending.takeOperations()).hasSize(2);
        assertThat(pending.takeAcquires()).containsExactly(behindBoth);
        assertThat(pending.isEmpty()).isTrue();
    }

    @Test
    @DisplayName("a batch takes a limited number of acquire requests, and the next batch takes the rest")
    void shouldLimitTheAcquiresOfABatch() {
        for (int i = 0; i <= PendingOperations.MAX_ACQUIRES; i++) {
            pending.add(acquire());
        }

        assertThat(pending.takeAcquires()).hasSize(PendingOperations.MAX_ACQUIRES);
        assertThat(pending.isDue(OPEN)).isTrue();
        assertThat(pending.takeAcquires()).hasSize(1);
        assertThat(pending.isDue(OPEN)).isFalse();
    }

    @Test
    @DisplayName("blocked operations pause for the duration of the last batch, within bounds")
    void shouldRestAfterLockedOut() {
        long least = TimeUnit.MILLISECONDS.toNanos(250);
        pending.addBlocked(operation(1, Operation.OperationUrgency.NOW), 0);
        assertThat(pending.lingerNanos()).isLessThanOrEqualTo(least);
        pending.takeBlocked();
        pending.addBlocked(operation(1, Operation.OperationUrgency.NOW), TimeUnit.MINUTES.toNanos(1));
        assertThat(pending.lingerNanos()).isBetween(least, TimeUnit.SECONDS.toNanos(2));
    }
}
