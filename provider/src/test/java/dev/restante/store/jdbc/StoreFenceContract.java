package dev.restante.store.jdbc;

import static dev.restante.store.jdbc.StoreFixture.NOW;
import static dev.restante.store.jdbc.StoreFixture.note;
import static dev.restante.store.jdbc.StoreFixture.operation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.store.Change;
import dev.restante.store.Operation.Misses;
import dev.restante.store.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Fences of deliveries on every database: which changes count the acquisition up, and that a ref read before such a
 * change misses after it.
 */
abstract class StoreFenceContract extends StoreBatchFixture {

    private static final long BRANCH = 77;

    /** Consequence of a kind of change for the acquisition of its row. */
    private enum Effect {
        /** Refs read before it miss after it. */
        COUNTS_UP,
        /** Late settlements, repeated receives and joined transactions still find the row by its number. */
        KEEPS,
        /** No row is left. */
        REMOVES
    }

    /**
     * A kind of change.
     *
     * @param from the state of a row to which it applies
     * @param change makes it for the ref of such a row
     */
    private record Kind(Effect effect, DeliveryState from, BiFunction<DeliveryRef, StoreFixture, Change> change) {}

    /** The decision for each kind of fenced change. A new kind needs one. */
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
                    (ref, store) -> new Change.Release(ref, 9, NOW + 1, note("no"))),
            kind(Change.GiveBack.class, Effect.KEEPS, DeliveryState.ACQUIRED, (ref, store) -> new Change.GiveBack(ref)),
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
                    (ref, store) -> new Change.Defer(ref, 9, note("no"))),
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
                    Change.Reacquire.class,
                    Effect.COUNTS_UP,
                    DeliveryState.DEFERRED,
                    (ref, store) -> new Change.Reacquire(ref, store.node.incarnation())),
            kind(
                    Change.TakeOver.class,
                    Effect.COUNTS_UP,
                    DeliveryState.ACQUIRED,
                    (ref, store) -> new Change.TakeOver(ref, store.node.incarnation())),
            kind(
                    Change.Expire.class,
                    Effect.KEEPS,
                    DeliveryState.ACQUIRED,
                    (ref, store) -> new Change.Expire(ref, NOW + 5, note("no"))),
            kind(
                    Change.Reserve.class,
                    Effect.KEEPS,
                    DeliveryState.ACQUIRED,
                    (ref, store) -> new Change.Reserve(ref, BRANCH)),
            kind(
                    Change.Publish.class,
                    Effect.KEEPS,
                    DeliveryState.PREPARED_ENQUEUE,
                    (ref, store) -> new Change.Publish(ref, store.queue.id())),
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
        return new Change.Move(ref, store.queue.deadLetterQueueId(), 1, NOW, NOW + 9, note("moved"));
    }

    /** Stores a row in a state, with an acquisition. */
    private Delivery stored(DeliveryState state, int acquisition) {
        StoreFixture.Shape shape = fixture.shape();
        shape.state = state;
        shape.acquisition = acquisition;
        shape.owner = switch (state) {
            case ACQUIRED -> fixture.node.incarnation();
            case PREPARED_ENQUEUE, PREPARED_SETTLE, PREPARED_REPEATING -> BRANCH;
            case SCHEDULED, AVAILABLE, DEFERRED, REPEATING -> DeliveryRef.NOBODY;
        };
        shape.visibleAt = state == DeliveryState.SCHEDULED || state == DeliveryState.REPEATING ? NOW + 1 : 0;
        return fixture.send(shape);
    }

    private Delivery row(long entityId, Delivery delivery) {
        return fixture.store.inspector().find(entityId, Set.of(delivery.id())).get(0);
    }

    private void assertMisses(Change change, Delivery row) {
        assertThat(fixture.write(change)).as(change.toString()).isEqualTo(new Outcome.LockLost(row.id()));
        assertThat(row(row.entityId(), row)).as(change.toString()).isEqualTo(row);
    }

    @Test
    @DisplayName("every kind of fenced change is decided: it counts the acquisition up, keeps it, or removes the row")
    void shouldDecideEachKind() {
        assertThat(KINDS.keySet()).containsExactlyInAnyOrder(Change.Fenced.class.getPermittedSubclasses());
        KINDS.forEach((type, kind) -> {
            Delivery before = stored(kind.from(), 5);
            Change change = kind.change().apply(before.ref(), fixture);
            fixture.applied(change);
            long entityId = change instanceof Change.Move move ? move.toEntityId() : fixture.queue.id();
            List<Delivery> after = fixture.store.inspector().find(entityId, Set.of(before.id()));
            switch (kind.effect()) {
                case REMOVES -> assertThat(after).as(type.getSimpleName()).isEmpty();
                case KEEPS ->
                    assertThat(after.get(0).ref().acquisition())
                            .as(type.getSimpleName())
                            .isEqualTo(5);
                case COUNTS_UP ->
                    assertThat(after.get(0).ref().acquisition())
                            .as(type.getSimpleName())
                            .isEqualTo(6);
            }
        });
    }

    @Test
    @DisplayName("BEY-03 every change with a ref read before a move misses after it, wherever the row was kept")
    void shouldMissAfterAMove() {
        // A delivery that was born acquired has the acquisition 1.
        for (int acquisition : new int[] {0, 1, 5, Integer.MAX_VALUE}) {
            KINDS.values().forEach(kind -> {
                Delivery before = stored(kind.from(), acquisition);
                fixture.applied(move(before.ref(), fixture));
                Delivery moved = row(fixture.queue.deadLetterQueueId(), before);
                assertThat(moved.ref().acquisition()).isEqualTo(before.ref().nextAcquisition());
                assertMisses(kind.change().apply(before.ref(), fixture), moved);
                fixture.applied(new Change.Discard(moved.ref()));
            });
        }
        assertThat(fixture.stored()).isEmpty();
    }

    @Test
    @DisplayName("DEF-04 every change with a ref read before an undeferral misses after it")
    void shouldMissAfterAnUndeferral() {
        for (DeliveryState state : new DeliveryState[] {DeliveryState.DEFERRED, DeliveryState.ACQUIRED}) {
            KINDS.values().forEach(kind -> {
                Delivery before = stored(state, 1);
                fixture.applied(new Change.Undefer(before.ref(), 3));
                Delivery undeferred = row(fixture.queue.id(), before);
                assertThat(undeferred.ref().acquisition()).isEqualTo(2);
                assertMisses(kind.change().apply(before.ref(), fixture), undeferred);
                fixture.applied(new Change.Discard(undeferred.ref()));
            });
        }
    }

    @Test
    @DisplayName("BEY-04 of a purge and two moves of one delivery in one batch, one takes effect and two miss")
    void shouldLetOneOfABatchWin() {
        Delivery sent = fixture.send();
        List<Outcome> outcomes = fixture.write(
                operation(Misses.SKIP, new Change.Discard(sent.ref())),
                operation(Misses.SKIP, move(sent.ref(), fixture)),
                operation(
                        Misses.SKIP,
                        new Change.Move(sent.ref(), fixture.queue.id(), 2, NOW, Delivery.NEVER, note("not moved"))));
        Outcome missed = new Outcome.Applied(Set.of(sent.id()), Set.of());
        assertThat(outcomes).containsExactly(missed, Outcome.Applied.WHOLE, missed);
        assertThat(row(fixture.queue.deadLetterQueueId(), sent).note()).isEqualTo(note("moved"));
    }

    @Test
    @DisplayName("TTL-02 an expiry or a cancellation misses a row whose state or deadline is not the one it read")
    void shouldMissWhatChangedSinceItWasSeen() {
        Delivery scheduled = stored(DeliveryState.SCHEDULED, 0);
        fixture.applied(new Change.Promote(scheduled.ref(), fixture.queue.id()));
        Delivery promoted = row(fixture.queue.id(), scheduled);
        assertMisses(new Change.Discard(scheduled.refAsRead()), promoted);
        assertMisses(move(scheduled.refAsRead(), fixture), promoted);
        DeliveryRef laterDeadline = promoted.ref().seenAs(DeliveryState.AVAILABLE, NOW + 3);
        assertMisses(new Change.Discard(laterDeadline), promoted);
        assertMisses(move(laterDeadline, fixture), promoted);

        Delivery other = fixture.send();
        Outcome outcome = fixture.write(operation(
                        Misses.SKIP,
                        new Change.Discard(promoted.refAsRead()),
                        move(other.ref().seenAs(DeliveryState.SCHEDULED, Delivery.NEVER), fixture)))
                .get(0);
        assertThat(outcome).isEqualTo(new Outcome.Applied(Set.of(other.id()), Set.of()));
        fixture.applied(move(other.refAsRead(), fixture));
        Delivery moved = row(fixture.queue.deadLetterQueueId(), other);
        assertThat(moved.expiresAt()).isEqualTo(NOW + 9);
        fixture.applied(new Change.Discard(moved.refAsRead()));
        assertThat(fixture.stored()).isEmpty();
    }
}
