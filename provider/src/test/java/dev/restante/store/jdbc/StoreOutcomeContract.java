package dev.restante.store.jdbc;

import static dev.restante.store.jdbc.StoreFixture.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.model.Delivery;
import dev.restante.model.InDoubtOutcome;
import dev.restante.model.OutcomeToken;
import dev.restante.store.BatchWriter;
import dev.restante.store.Change;
import dev.restante.store.CommitGate;
import dev.restante.store.Membership;
import dev.restante.store.Operation;
import dev.restante.store.OperationOutcome;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import java.util.AbstractList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Contract tests of dead nodes and of queries for the outcome of a batch. */
abstract class StoreOutcomeContract extends StoreBatchFixture {

    @Test
    @DisplayName("RCV-14 a writer commits nothing after its incarnation was declared dead")
    void shouldFenceTheWriter() {
        Delivery acquired = fixture.sendAndAcquire();
        assertThat(fixture.store.membership().declareDead(Long.MIN_VALUE, NOW + 10_001))
                .containsExactly(fixture.node.incarnation());

        assertThatThrownBy(() -> fixture.applied(new Change.Complete(acquired.ref())))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreFailureKind.FENCED));
        assertThatThrownBy(() -> fixture.send()).isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.kind())
                .isEqualTo(StoreFailureKind.FENCED));
        assertThat(fixture.stored()).containsExactly(acquired);
    }

    @Test
    @DisplayName("a writer can query the outcome of a batch by the number of the batch")
    void shouldTellWhetherABatchCommitted() {
        fixture.send();
        long batch = fixture.lastBatch();
        assertThat(fixture.writer.isCommitted(batch)).isTrue();
        assertThat(fixture.writer.isCommitted(batch + 1)).isFalse();
        fixture.send();
        assertThat(fixture.writer.isCommitted(batch + 1)).isTrue();
    }

    private InDoubtOutcome answer(long batch) {
        return fixture.store.commitOutcomes().find(new OutcomeToken.BatchToken(fixture.node.incarnation(), 0, batch));
    }

    @Test
    @DisplayName("SND-09 the outcome of a batch can be queried until it expires, even for a dead node or a void batch")
    void shouldTellWhatBecameOfABatch() {
        fixture.send();
        long committed = fixture.lastBatch();
        assertThat(answer(committed)).isEqualTo(InDoubtOutcome.COMMITTED);
        assertThat(answer(committed + 1)).isEqualTo(InDoubtOutcome.NOT_COMMITTED);

        assertThat(fixture.writer.voidUnlessCommitted(committed)).isTrue();
        assertThat(fixture.writer.voidUnlessCommitted(committed + 1)).isFalse();
        assertThat(fixture.writer.voidUnlessCommitted(committed + 1))
                .as("second call for the committed batch")
                .isFalse();
        fixture.skipBatch();
        fixture.send();
        assertThat(fixture.lastBatch()).isEqualTo(committed + 2);
        assertThat(answer(committed)).isEqualTo(InDoubtOutcome.COMMITTED);
        assertThat(answer(committed + 1)).isEqualTo(InDoubtOutcome.NOT_COMMITTED);
        assertThat(answer(committed + 2)).isEqualTo(InDoubtOutcome.COMMITTED);

        Membership membership = fixture.store.membership();
        long dead = fixture.node.incarnation();
        membership.declareDead(Long.MIN_VALUE, NOW + 10_001);
        assertThat(membership.releaseOfDead(dead, 10, NOW + 20_000)).isEmpty();
        assertThat(membership.deadIncarnations()).isEmpty();
        Membership.JoinedNode next = membership.join("next", NOW + 50_000, 1);
        assertThat(next.nodeNumber()).isEqualTo(fixture.node.nodeNumber());
        assertThat(membership.declareDead(Long.MIN_VALUE, NOW + 20_000)).isEmpty();
        assertThat(answer(committed)).isEqualTo(InDoubtOutcome.COMMITTED);
        assertThat(answer(committed + 1)).isEqualTo(InDoubtOutcome.NOT_COMMITTED);
        assertThat(answer(committed + 2)).isEqualTo(InDoubtOutcome.COMMITTED);
        assertThat(answer(committed + 3)).isEqualTo(InDoubtOutcome.NOT_COMMITTED);
        assertThat(fixture.writer.isCommitted(committed + 2)).isTrue();
        assertThat(fixture.writer.isCommitted(committed + 3)).isFalse();

        // This call may delete the outcome of the creation of the queue, which has the time of the machine clock.
        fixture.store.commitOutcomes().deleteExpired(NOW + 19_999, 10);
        assertThat(answer(committed)).isEqualTo(InDoubtOutcome.COMMITTED);
        assertThat(fixture.store.commitOutcomes().deleteExpired(NOW + 20_000, 10))
                .isOne();
        assertThat(answer(committed)).isEqualTo(InDoubtOutcome.UNKNOWN);
        assertThat(answer(committed + 1)).isEqualTo(InDoubtOutcome.UNKNOWN);
        assertThatThrownBy(() -> fixture.writer.isCommitted(committed))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreFailureKind.OUTCOME_UNKNOWN));
    }

    @Test
    @DisplayName("SND-09 a node that leaves keeps its outcomes in the store only if a caller may query them")
    void shouldLeaveATraceIfSomebodyMayAsk() {
        fixture.send();
        fixture.store.membership().leave(fixture.node.incarnation(), NOW + 20_000);
        assertThat(answer(fixture.lastBatch())).isEqualTo(InDoubtOutcome.COMMITTED);
        long second = fixture.store.membership().join("second", NOW + 10_000, 1).incarnation();
        try (BatchWriter writer = fixture.store.openWriter(second, 0)) {
            assertThat(writer.write(1, fixture.newId(), List.of(), List.of(), new CommitGate())
                            .outcomes())
                    .isEmpty();
        }
        OutcomeToken untold = new OutcomeToken.BatchToken(second, 0, 1);
        assertThat(fixture.store.commitOutcomes().find(untold)).isEqualTo(InDoubtOutcome.COMMITTED);
        fixture.store.membership().leave(second, Membership.OUTCOMES_NOT_KEPT);
        assertThat(fixture.store.commitOutcomes().find(untold)).isEqualTo(InDoubtOutcome.UNKNOWN);
    }

    /** List of operations that cannot be read after the commit gate. */
    private static final class UnreadableAfterTheGate extends AbstractList<Operation> {
        private final List<Operation> operations;
        private int streams;

        UnreadableAfterTheGate(Operation operation) {
            operations = List.of(operation);
        }

        @Override
        public Operation get(int index) {
            if (streams > 1) {
                throw new IllegalStateException("the batch reads an operation after the COMMIT");
            }
            return operations.get(index);
        }

        @Override
        public int size() {
            return operations.size();
        }

        @Override
        public Stream<Operation> stream() {
            streams++;
            return operations.stream();
        }
    }

    @Test
    @DisplayName("SND-09 a committed batch is not in doubt because of a failure after the COMMIT")
    void shouldTellThatItIsCommittedWhateverFollows() {
        Operation send = StoreFixture.operation(
                Operation.MissedFencePolicy.FAIL_OPERATION,
                StoreFixture.enqueue(fixture.shape().build()));
        fixture.send();
        long batch = fixture.lastBatch() + 1;
        fixture.skipBatch();
        assertThat(fixture.writer
                        .write(batch, fixture.newId(), new UnreadableAfterTheGate(send), List.of(), new CommitGate())
                        .outcomes())
                .allSatisfy(outcome -> assertThat(outcome).isInstanceOf(OperationOutcome.Applied.class));
        assertThat(fixture.writer.isCommitted(batch)).isTrue();
        assertThat(fixture.stored()).hasSize(2);
    }
}
