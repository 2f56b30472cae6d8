package dev.restante.store.jdbc;

import static dev.restante.store.jdbc.StoreFixture.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.model.CommitOutcome;
import dev.restante.model.Delivery;
import dev.restante.model.OutcomeToken;
import dev.restante.store.BatchWriter;
import dev.restante.store.Change;
import dev.restante.store.CommitGate;
import dev.restante.store.Membership;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import java.util.AbstractList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What every database has to do for nodes that are dead or ask what became of a batch. */
abstract class StoreOutcomeContract extends StoreBatchFixture {

    @Test
    @DisplayName("RCV-14 after its incarnation was declared dead, a writer commits nothing")
    void shouldFenceTheWriter() {
        Delivery acquired = fixture.sendAndAcquire();
        assertThat(fixture.store.membership().declareDead(Long.MIN_VALUE, NOW + 10_001))
                .containsExactly(fixture.node.incarnation());

        assertThatThrownBy(() -> fixture.applied(new Change.Complete(acquired.ref())))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.FENCED));
        assertThatThrownBy(() -> fixture.send()).isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.kind())
                .isEqualTo(Kind.FENCED));
        assertThat(fixture.stored()).containsExactly(acquired);
    }

    @Test
    @DisplayName("the outcome of a batch can be read by its number")
    void shouldTellWhetherABatchCommitted() {
        fixture.send();
        long batch = fixture.lastBatch();
        assertThat(fixture.writer.committed(batch)).isTrue();
        assertThat(fixture.writer.committed(batch + 1)).isFalse();
        fixture.send();
        assertThat(fixture.writer.committed(batch + 1)).isTrue();
    }

    private CommitOutcome answer(long batch) {
        return fixture.store.outcomes().find(new OutcomeToken.Batch(fixture.node.incarnation(), 0, batch));
    }

    @Test
    @DisplayName(
            "SND-09 what became of a batch can be asked for, also after its node is dead and after it was given up, until its time is over")
    void shouldTellWhatBecameOfABatch() {
        fixture.send();
        long committed = fixture.lastBatch();
        assertThat(answer(committed)).isEqualTo(CommitOutcome.COMMITTED);
        assertThat(answer(committed + 1)).isEqualTo(CommitOutcome.NOT_COMMITTED);

        assertThat(fixture.writer.closed(committed)).isTrue();
        assertThat(fixture.writer.closed(committed + 1)).isFalse();
        assertThat(fixture.writer.closed(committed + 1)).as("asked again").isFalse();
        fixture.skipBatch();
        fixture.send();
        assertThat(fixture.lastBatch()).isEqualTo(committed + 2);
        assertThat(answer(committed)).isEqualTo(CommitOutcome.COMMITTED);
        assertThat(answer(committed + 1)).isEqualTo(CommitOutcome.NOT_COMMITTED);
        assertThat(answer(committed + 2)).isEqualTo(CommitOutcome.COMMITTED);

        Membership membership = fixture.store.membership();
        long dead = fixture.node.incarnation();
        membership.declareDead(Long.MIN_VALUE, NOW + 10_001);
        assertThat(membership.releaseDead(dead, 10, NOW + 20_000)).isEmpty();
        assertThat(membership.dead()).isEmpty();
        Membership.Joined next = membership.join("next", NOW + 50_000, 1);
        assertThat(next.nodeNumber()).isEqualTo(fixture.node.nodeNumber());
        assertThat(membership.declareDead(Long.MIN_VALUE, NOW + 20_000)).isEmpty();
        assertThat(answer(committed)).isEqualTo(CommitOutcome.COMMITTED);
        assertThat(answer(committed + 1)).isEqualTo(CommitOutcome.NOT_COMMITTED);
        assertThat(answer(committed + 2)).isEqualTo(CommitOutcome.COMMITTED);
        assertThat(answer(committed + 3)).isEqualTo(CommitOutcome.NOT_COMMITTED);
        assertThat(fixture.writer.committed(committed + 2)).isTrue();
        assertThat(fixture.writer.committed(committed + 3)).isFalse();

        // What the queue's creation has left is as old as this machine's clock says.
        fixture.store.outcomes().forgetExpired(NOW + 19_999, 10);
        assertThat(answer(committed)).isEqualTo(CommitOutcome.COMMITTED);
        assertThat(fixture.store.outcomes().forgetExpired(NOW + 20_000, 10)).isOne();
        assertThat(answer(committed)).isEqualTo(CommitOutcome.UNKNOWN);
        assertThat(answer(committed + 1)).isEqualTo(CommitOutcome.UNKNOWN);
        assertThatThrownBy(() -> fixture.writer.committed(committed))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.OUTCOME_UNKNOWN));
    }

    @Test
    @DisplayName("SND-09 a node that leaves in order leaves a trace only if somebody may ask for it")
    void shouldLeaveATraceIfSomebodyMayAsk() {
        fixture.send();
        fixture.store.membership().leave(fixture.node.incarnation(), NOW + 20_000);
        assertThat(answer(fixture.lastBatch())).isEqualTo(CommitOutcome.COMMITTED);
        long second = fixture.store.membership().join("second", NOW + 10_000, 1).incarnation();
        try (BatchWriter writer = fixture.store.openWriter(second, 0)) {
            assertThat(writer.write(1, fixture.newId(), List.of(), List.of(), new CommitGate())
                            .outcomes())
                    .isEmpty();
        }
        OutcomeToken untold = new OutcomeToken.Batch(second, 0, 1);
        assertThat(fixture.store.outcomes().find(untold)).isEqualTo(CommitOutcome.COMMITTED);
        fixture.store.membership().leave(second, Membership.NOT_KEPT);
        assertThat(fixture.store.outcomes().find(untold)).isEqualTo(CommitOutcome.UNKNOWN);
    }

    /** Operations that can't be looked at any more once the gate has let them pass. */
    private static final class UnreadableAfterTheGate extends AbstractList<Operation> {
        private final List<Operation> operations;
        private int streams;

        UnreadableAfterTheGate(Operation operation) {
            operations = List.of(operation);
        }

        @Override
        public Operation get(int index) {
            if (streams > 1) {
                throw new IllegalStateException("looked at after the COMMIT");
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
    @DisplayName(
            "SND-09 a batch that was committed is not in doubt because what it wrote could not be noted afterwards")
    void shouldTellThatItIsCommittedWhateverFollows() {
        Operation send = StoreFixture.operation(
                Operation.Misses.FAIL, StoreFixture.enqueue(fixture.shape().build()));
        fixture.send();
        long batch = fixture.lastBatch() + 1;
        fixture.skipBatch();
        assertThat(fixture.writer
                        .write(batch, fixture.newId(), new UnreadableAfterTheGate(send), List.of(), new CommitGate())
                        .outcomes())
                .allSatisfy(outcome -> assertThat(outcome).isInstanceOf(Outcome.Applied.class));
        assertThat(fixture.writer.committed(batch)).isTrue();
        assertThat(fixture.stored()).hasSize(2);
    }
}
