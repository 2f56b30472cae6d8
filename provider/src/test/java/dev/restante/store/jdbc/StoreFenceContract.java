package dev.restante.store.jdbc;

import static dev.restante.store.jdbc.StoreFixture.NOW;
import static dev.restante.store.jdbc.StoreFixture.annotations;
import static dev.restante.store.jdbc.StoreFixture.operation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.store.Change;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.OperationOutcome;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Contract tests of fencing tokens of deliveries. They list the changes that increment the acquisition count, and check
 * that earlier fencing tokens then miss.
 */
abstract class StoreFenceContract extends StoreBatchFixture {

    private static final long BRANCH = 77;

    /** Effect of a kind of change on the acquisition count. */
    private enum Effect {
        /** Increment, so that changes with earlier fencing tokens miss. */
        COUNTS_UP,
        /** No increment, so that late settlements, repeated receives and joined transactions still find the row. */
        KEEPS,
        /** Removal of the row. */
        REMOVES
    }

    /**
     * Kind of change.
     *
     * @param from the state of a row to which the change applies
     * @param change the function that creates the change for a row
     */
    private record Kind(Effect effect, DeliveryState from, BiFunction<DeliveryRef, StoreFixture, Change> change) {}

    /** Effect of each kind of fenced change. Each new kind needs an entry. */
    private static final Map<Class<?>, Kind> KINDS = Map.ofEntries(
            kind(
                    Change.Complete.class,
                    Effect.REMOVES,
                    DeliveryState.ACQUIRED,
                    (ref, store) -> new Change.Complete(ref)),
            kind(
                    Change.Discard.class,
                    Effect.REMOVES,
                    DeliveryState.AVAILABLE,
                    (ref, store) -> new Change.Discard(ref)),
            kind(
                    Change.Release.class,
                    Effect.KEEPS,
                    DeliveryState.ACQUIRED,
                    (ref, store) -> new Change.Release(ref, 9, NOW + 1, annotations("no"))),
            kind(
                    Change.ReturnUndelivered.class,
                    Effect.KEEPS,
                    DeliveryState.ACQUIRED,
                    (ref, store) -> new Change.ReturnUndelivered(ref)),
            kind(
                    Change.Promote.class,
                    Effect.KEEPS,
                    DeliveryState.SCHEDULED,
                    (ref, store) -> new Change.Promote(ref, store.queue.id())),
            kind(
                    Change.Reschedule.class,
                    Effect.COUNTS_UP,
                    DeliveryState.REPEATING,
                    (ref, store) -> new Change.Reschedule(ref, NOW + 7, 3)),
            kind(Change.Move.class, Effect.COUNTS_UP, DeliveryState.AVAILABLE, StoreFenceContract::move),
            kind(
                    Change.Defer.class,
                    Effect.KEEPS,
                    DeliveryState.ACQUIRED,
                    (ref, store) -> new Change.Defer(ref, 9, annotations("no"))),
            kind(
                    Change.Undefer.class,
                    Effect.COUNTS_UP,
                    DeliveryState.DEFERRED,
                    (ref, store) -> new Change.Undefer(ref, 9)),
            kind(
                    Change.Acquire.class,
                    Effect.COUNTS_UP,
                    DeliveryState.AVAILABLE,
                    (ref, store) -> new Change.Acquire(ref, store.queue.id(), store.node.incarnation(), null)),
            kind(
                    Change.AcquireDeferred.class,
                    Effect.COUNTS_UP,
                    DeliveryState.DEFERRED,
                    (ref, store) -> new Change.AcquireDeferred(ref, store.node.incarnation())),
            kind(
                    Change.TakeOver.class,
                    Effect.COUNTS_UP,
                    DeliveryState.ACQUIRED,
                    (ref, store) -> new Change.TakeOver(ref, store.node.incarnation())),
            kind(
                    Change.Expire.class,
                    Effect.KEEPS,
                    DeliveryState.ACQUIRED,
                    (ref, store) -> new Change.Expire(ref, NOW + 5, annotations("no"))),
            kind(
                    Change.PrepareSettlement.class,
                    Effect.KEEPS,
                    DeliveryState.ACQUIRED,
                    (ref, store) -> new Change.PrepareSettlement(ref, BRANCH)),
            kind(
                    Change.CommitPreparedSend.class,
                    Effect.KEEPS,
                    DeliveryState.PREPARED_ENQUEUE,
                    (ref, store) -> new Change.CommitPreparedSend(ref, store.queue.id())),
            kind(
                    Change.CountAttempt.class,
                    Effect.KEEPS,
                    DeliveryState.AVAILABLE,
                    (ref, store) -> new Change.CountAttempt(ref, 9)));

    private static Map.Entry<Class<?>, Kind> kind(
            Class<?> type, Effect effect, DeliveryState from, BiFunction<DeliveryRef, StoreFixture, Change> change) {
        return Map.entry(type, new Kind(effect, from, change));
    }

    private static Change move(DeliveryRef ref, StoreFixture store) {
        return new Change.Move(ref, store.queue.deadLetterQueueId(), 1, NOW, NOW + 9, annotations("moved"));
    }

    /** Stores a row with a state and an acquisition count. */
    private Delivery stored(DeliveryState state, int acquisition) {
        StoreFixture.Shape shape = fixture.shape();
        shape.state = state;
        shape.acquisition = acquisition;
        shape.owner = switch (state) {
            case ACQUIRED -> fixture.node.incarnation();
            case PREPARED_ENQUEUE, PREPARED_SETTLE, PREPARED_REPEATING -> BRANCH;
            case SCHEDULED, AVAILABLE, DEFERRED, REPEATING -> DeliveryRef.NO_OWNER;
        };
        shape.visibleAt = state == DeliveryState.SCHEDULED || state == DeliveryState.REPEATING ? NOW + 1 : 0;
        return fixture.send(shape);
    }

    private Delivery row(long entityId, Delivery delivery) {
        return fixture.store.inspector().byIds(entityId, Set.of(delivery.id())).get(0);
    }

    private void assertMisses(Change change, Delivery row) {
        assertThat(fixture.write(change)).as(change.toString()).isEqualTo(new OperationOutcome.LockLost(row.id()));
        assertThat(row(row.entityId(), row)).as(change.toString()).isEqualTo(row);
    }

    @Test
    @DisplayName("each kind of fenced change increments the acquisition count, keeps it, or removes the row, as listed")
    void shouldDecideEachKind() {
        assertThat(KINDS.keySet()).containsExactlyInAnyOrder(Change.FencedChange.class.getPermittedSubclasses());
        KINDS.forEach((type, kind) -> {
            Delivery before = stored(kind.from(), 5);
            Change change = kind.change().apply(before.ref(), fixture);
            fixture.applied(change);
            long entityId = change instanceof Change.Move move ? move.toEntityId() : fixture.queue.id();
            List<Delivery> after = fixture.store.inspector().byIds(entityId, Set.of(before.id()));
            switch (kind.effect()) {
                case REMOVES -> assertThat(after).as(type.getSimpleName()).isEmpty();
                case KEEPS ->
                    assertThat(after.get(0).ref().acquisitionCount())
                            .as(type.getSimpleName())
                            .isEqualTo(5);
                case COUNTS_UP ->
                    assertThat(after.get(0).ref().acquisitionCount())
                            .as(type.getSimpleName())
                            .isEqualTo(6);
            }
        });
    }

    @Test
    @DisplayName("BEY-03 every change with a fencing token from before a move misses, wherever the row was stored")
    void shouldMissAfterAMove() {
        // A direct delivery has the acquisition count 1.
        for (int acquisition : new int[] {0, 1, 5, Integer.MAX_VALUE}) {
            KINDS.values().forEach(kind -> {
                Delivery before = stored(kind.from(), acquisition);
                fixture.applied(move(before.ref(), fixture));
                Delivery moved = row(fixture.queue.deadLetterQueueId(), before);
                assertThat(moved.ref().acquisitionCount())
                        .isEqualTo(before.ref().nextAcquisition());
                assertMisses(kind.change().apply(before.ref(), fixture), moved);
                fixture.applied(new Change.Discard(moved.ref()));
            });
        }
        assertThat(fixture.stored()).isEmpty();
    }

    @Test
    @DisplayName("DEF-04 every change with a fencing token from before an undeferral misses")
    void shouldMissAfterAnUndeferral() {
        for (DeliveryState state : new DeliveryState[] {DeliveryState.DEFERRED, DeliveryState.ACQUIRED}) {
            KINDS.values().forEach(kind -> {
                Delivery before = stored(state, 1);
                fixture.applied(new Change.Undefer(before.ref(), 3));
                Delivery undeferred = row(fixture.queue.id(), before);
                assertThat(undeferred.ref().acquisitionCount()).isEqualTo(2);
                assertMisses(kind.change().apply(before.ref(), fixture), undeferred);
                fixture.applied(new Change.Discard(undeferred.ref()));
            });
        }
    }

    @Test
    @DisplayName("BEY-04 only one of a purge and two moves of a delivery in one batch takes effect")
    void shouldLetOneOfABatchWin() {
        Delivery sent = fixture.send();
        List<OperationOutcome> outcomes = fixture.write(
                operation(MissedFencePolicy.SKIP_CHANGE, new Change.Discard(sent.ref())),
                operation(MissedFencePolicy.SKIP_CHANGE, move(sent.ref(), fixture)),
                operation(
                        MissedFencePolicy.SKIP_CHANGE,
                        new Change.Move(
                                sent.ref(), fixture.queue.id(), 2, NOW, Delivery.NEVER, annotations("not moved"))));
        OperationOutcome missed = new OperationOutcome.Applied(Set.of(sent.id()), Set.of());
        assertThat(outcomes).containsExactly(missed, OperationOutcome.Applied.ALL_APPLIED, missed);
        assertThat(row(fixture.queue.deadLetterQueueId(), sent).annotations()).isEqualTo(annotations("moved"));
    }

    @Test
    @DisplayName("TTL-02 an expiry or a cancellation misses a row with another state or expiry time than expected")
    void shouldMissWhatChangedSinceItWasSeen() {
        Delivery scheduled = stored(DeliveryState.SCHEDULED, 0);
        fixture.applied(new Change.Promote(scheduled.ref(), fixture.queue.id()));
        Delivery promoted = row(fixture.queue.id(), scheduled);
        assertMisses(new Change.Discard(scheduled.refWithExpectation()), promoted);
        assertMisses(move(scheduled.refWithExpectation(), fixture), promoted);
        DeliveryRef laterDeadline = promoted.ref().expecting(DeliveryState.AVAILABLE, NOW + 3);
        assertMisses(new Change.Discard(laterDeadline), promoted);
        assertMisses(move(laterDeadline, fixture), promoted);

        Delivery other = fixture.send();
        OperationOutcome outcome = fixture.write(operation(
                        MissedFencePolicy.SKIP_CHANGE,
                        new Change.Discard(promoted.refWithExpectation()),
                        move(other.ref().expecting(DeliveryState.SCHEDULED, Delivery.NEVER), fixture)))
                .get(0);
        assertThat(outcome).isEqualTo(new OperationOutcome.Applied(Set.of(other.id()), Set.of()));
        fixture.applied(move(other.refWithExpectation(), fixture));
        Delivery moved = row(fixture.queue.deadLetterQueueId(), other);
        assertThat(moved.expiresAtMillis()).isEqualTo(NOW + 9);
        fixture.applied(new Change.Discard(moved.refWithExpectation()));
        assertThat(fixture.stored()).isEmpty();
    }
}
