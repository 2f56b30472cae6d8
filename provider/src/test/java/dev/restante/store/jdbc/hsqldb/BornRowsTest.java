package dev.restante.store.jdbc.hsqldb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.jdbc.StoreFixture;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("which messages are in the table of the born")
final class BornRowsTest {

    private static final int SIZE = 1_000;

    /** Room for two of {@link #SIZE}. */
    private final BornRows rows = new BornRows(2 * (SIZE + 512));

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
        DeliveryNote none = null;
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

    private void committed(Outcome outcome, Change... changes) {
        rows.committed(List.of(StoreFixture.operation(Operation.Misses.FAIL, changes)), List.of(outcome));
    }

    private void born(long... ids) {
        rows.begin();
        Change[] enqueues = Arrays.stream(ids).mapToObj(BornRowsTest::enqueue).toArray(Change[]::new);
        for (Change enqueue : enqueues) {
            assertThat(rows.admit(((Change.Enqueue) enqueue).deliveries().get(0)))
                    .isTrue();
        }
        committed(Outcome.Applied.WHOLE, enqueues);
    }

    private static DeliveryRef ref(long id) {
        return new DeliveryRef(id, id, true, 7, 1);
    }

    @Test
    @DisplayName("no more than fits, until something has left")
    void shouldStaySmall() {
        born(1, 2);
        rows.begin();
        assertThat(rows.admit(delivery(ref(3), 0))).isFalse();

        committed(Outcome.Applied.WHOLE, new Change.Complete(ref(1)));
        rows.begin();
        assertThat(rows.admit(delivery(ref(4), 0))).isTrue();
        assertThat(rows.admit(delivery(ref(5), 0))).isFalse();
    }

    @Test
    @DisplayName("what a batch inserted counts only once that is committed")
    void shouldForgetABatchThatIsRunAgain() {
        rows.begin();
        assertThat(rows.admit(delivery(ref(1), 0))).isTrue();
        assertThat(rows.admit(delivery(ref(2), 0))).isTrue();
        rows.begin();
        assertThat(rows.admit(delivery(ref(1), 0))).isTrue();
        assertThat(rows.contains(ref(1))).isFalse();

        committed(Outcome.Applied.WHOLE, enqueue(1), enqueue(2));
        assertThat(rows.contains(ref(1))).isTrue();
        assertThat(rows.contains(ref(2))).isFalse();
    }

    @Test
    @DisplayName("what a failed operation would have inserted or removed changes nothing")
    void shouldIgnoreFailures() {
        born(1);
        rows.begin();
        assertThat(rows.admit(delivery(ref(2), 0))).isTrue();
        committed(new Outcome.LockLost(99), enqueue(2), new Change.Complete(ref(1)));

        assertThat(rows.contains(ref(1))).isTrue();
        assertThat(rows.contains(ref(2))).isFalse();
    }

    @Test
    @DisplayName("what somebody else deleted makes room")
    void shouldForgetWhatIsGone() {
        born(1, 2);
        committed(new Outcome.LockLost(1), new Change.Complete(ref(1)));

        assertThat(rows.contains(ref(1))).isFalse();
        rows.begin();
        assertThat(rows.admit(delivery(ref(3), 0))).isTrue();
    }

    @Test
    @DisplayName("deliveries of a shared message need no room for it, and each leaves by itself")
    void shouldTakeInSharedOnes() {
        List<Delivery> shared = LongStream.rangeClosed(2, 5)
                .mapToObj(id -> delivery(new DeliveryRef(id, 1, false, 7, 1), 0))
                .toList();
        rows.begin();
        assertThat(shared).allMatch(rows::admit);
        committed(Outcome.Applied.WHOLE, new Change.Enqueue(StoreFixture.message(1, "x"), shared));
        committed(Outcome.Applied.WHOLE, new Change.Complete(shared.get(1).ref()));

        assertThat(shared)
                .filteredOn(delivery -> rows.contains(delivery.ref()))
                .containsExactly(shared.get(0), shared.get(2), shared.get(3));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("only what one row says everything about")
    void shouldRefuse(Unfit unfit) {
        Delivery delivery =
                switch (unfit) {
                    case UNOWNED -> delivery(new DeliveryRef(1, 1, true, 0, 0), 0);
                    case NOT_ALONE_AND_NUMBERED_AS_IF -> delivery(new DeliveryRef(1, 1, false, 7, 1), 0);
                    case ELSEWHERE_IN_ORDER -> delivery(new DeliveryRef(2, 1, true, 7, 1), 0);
                    case LATER_ACQUISITION -> delivery(new DeliveryRef(1, 1, true, 7, 2), 0);
                    case REDELIVERED -> delivery(ref(1), 1);
                };
        rows.begin();
        assertThat(rows.admit(delivery)).isFalse();
    }
}
