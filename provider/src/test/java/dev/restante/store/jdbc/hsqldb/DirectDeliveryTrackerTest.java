package dev.restante.store.jdbc.hsqldb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.OperationOutcome;
import dev.restante.store.jdbc.StoreFixture;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("deliveries in the direct-delivery table")
final class DirectDeliveryTrackerTest {

    private static final int SIZE = 1_000;

    /** Tracker with space for two deliveries of {@link #SIZE} bytes. */
    private final DirectDeliveryTracker tracker = new DirectDeliveryTracker(2 * (SIZE + 512));

    private enum Unfit {
        UNOWNED,
        NOT_ALONE_AND_NUMBERED_AS_IF,
        ELSEWHERE_IN_ORDER,
        LATER_ACQUISITION,
        REDELIVERED
    }

    private static Change.Enqueue enqueue(long id) {
        return enqueue(delivery(new DeliveryRef(id, id, true, 7, 1), 0));
    }

    private static Change.Enqueue enqueue(Delivery delivery) {
        return new Change.Enqueue(StoreFixture.message(delivery.ref().messageId(), "x"), List.of(delivery));
    }

    private static Delivery delivery(DeliveryRef ref, int count) {
        DeliveryAnnotations none = null;
        return new Delivery(
                ref,
                1,
                DeliveryState.ACQUIRED,
                4,
                ref.messageId(),
                null,
                SIZE,
                true,
                0,
                0,
                Delivery.NEVER,
                count,
                false,
                none);
    }

    private void committed(OperationOutcome outcome, Change... changes) {
        tracker.committed(
                List.of(StoreFixture.operation(Operation.MissedFencePolicy.FAIL_OPERATION, changes)), List.of(outcome));
    }

    private void sendDirect(long... ids) {
        tracker.begin();
        Change[] enqueues =
                Arrays.stream(ids).mapToObj(DirectDeliveryTrackerTest::enqueue).toArray(Change[]::new);
        for (Change enqueue : enqueues) {
            assertThat(tracker.tryAdd(((Change.Enqueue) enqueue).deliveries().get(0)))
                    .isTrue();
        }
        committed(OperationOutcome.Applied.ALL_APPLIED, enqueues);
    }

    private static DeliveryRef ref(long id) {
        return new DeliveryRef(id, id, true, 7, 1);
    }

    @Test
    @DisplayName("the table takes deliveries up to its size, and more after a delivery leaves it")
    void shouldStaySmall() {
        sendDirect(1, 2);
        tracker.begin();
        assertThat(tracker.tryAdd(delivery(ref(3), 0))).isFalse();

        committed(OperationOutcome.Applied.ALL_APPLIED, new Change.Complete(ref(1)));
        tracker.begin();
        assertThat(tracker.tryAdd(delivery(ref(4), 0))).isTrue();
        assertThat(tracker.tryAdd(delivery(ref(5), 0))).isFalse();
    }

    @Test
    @DisplayName("an inserted delivery counts only after its batch is committed")
    void shouldForgetABatchThatIsRunAgain() {
        tracker.begin();
        assertThat(tracker.tryAdd(delivery(ref(1), 0))).isTrue();
        assertThat(tracker.tryAdd(delivery(ref(2), 0))).isTrue();
        tracker.begin();
        assertThat(tracker.tryAdd(delivery(ref(1), 0))).isTrue();
        assertThat(tracker.contains(ref(1))).isFalse();

        committed(OperationOutcome.Applied.ALL_APPLIED, enqueue(1), enqueue(2));
        assertThat(tracker.contains(ref(1))).isTrue();
        assertThat(tracker.contains(ref(2))).isFalse();
    }

    @Test
    @DisplayName("a failed operation neither adds nor removes deliveries")
    void shouldIgnoreFailures() {
        sendDirect(1);
        tracker.begin();
        assertThat(tracker.tryAdd(delivery(ref(2), 0))).isTrue();
        committed(new OperationOutcome.LockLost(99), enqueue(2), new Change.Complete(ref(1)));

        assertThat(tracker.contains(ref(1))).isTrue();
        assertThat(tracker.contains(ref(2))).isFalse();
    }

    @Test
    @DisplayName("a delivery that was deleted elsewhere frees its space")
    void shouldForgetWhatIsGone() {
        sendDirect(1, 2);
        committed(new OperationOutcome.LockLost(1), new Change.Complete(ref(1)));

        assertThat(tracker.contains(ref(1))).isFalse();
        tracker.begin();
        assertThat(tracker.tryAdd(delivery(ref(3), 0))).isTrue();
    }

    @Test
    @DisplayName("deliveries of a shared message need no space for it, and each leaves the table by itself")
    void shouldTakeInSharedOnes() {
        List<Delivery> shared = LongStream.rangeClosed(2, 5)
                .mapToObj(id -> delivery(new DeliveryRef(id, 1, false, 7, 1), 0))
                .toList();
        tracker.begin();
        assertThat(shared).allMatch(tracker::tryAdd);
        committed(OperationOutcome.Applied.ALL_APPLIED, new Change.Enqueue(StoreFixture.message(1, "x"), shared));
        committed(
                OperationOutcome.Applied.ALL_APPLIED,
                new Change.Complete(shared.get(1).ref()));

        assertThat(shared)
                .filteredOn(delivery -> tracker.contains(delivery.ref()))
                .containsExactly(shared.get(0), shared.get(2), shared.get(3));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("the table rejects a delivery that one row cannot describe completely")
    void shouldRefuse(Unfit unfit) {
        Delivery delivery =
                switch (unfit) {
                    case UNOWNED -> delivery(new DeliveryRef(1, 1, true, 0, 0), 0);
                    case NOT_ALONE_AND_NUMBERED_AS_IF -> delivery(new DeliveryRef(1, 1, false, 7, 1), 0);
                    case ELSEWHERE_IN_ORDER -> delivery(new DeliveryRef(2, 1, true, 7, 1), 0);
                    case LATER_ACQUISITION -> delivery(new DeliveryRef(1, 1, true, 7, 2), 0);
                    case REDELIVERED -> delivery(ref(1), 1);
                };
        tracker.begin();
        assertThat(tracker.tryAdd(delivery)).isFalse();
    }
}
