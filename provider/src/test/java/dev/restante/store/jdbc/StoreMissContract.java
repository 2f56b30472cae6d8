package dev.restante.store.jdbc;

import static dev.restante.store.jdbc.StoreFixture.NOW;
import static dev.restante.store.jdbc.StoreFixture.annotations;
import static dev.restante.store.jdbc.StoreFixture.enqueue;
import static dev.restante.store.jdbc.StoreFixture.ids;
import static dev.restante.store.jdbc.StoreFixture.operation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.MessageHeader;
import dev.restante.model.StoredMessage;
import dev.restante.store.AcquireRequest;
import dev.restante.store.AcquireResult;
import dev.restante.store.BatchResult;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.OperationOutcome;
import dev.restante.store.StoreException.StoreFailureKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Contract tests of operations that fail or miss, which alone are undone. */
abstract class StoreMissContract extends StoreBatchFixture {

    private static DeliveryRef stale(Delivery delivery) {
        DeliveryRef ref = delivery.ref();
        return new DeliveryRef(ref.id(), ref.messageId(), ref.onlyDelivery(), ref.owner(), ref.acquisitionCount() - 1);
    }

    @Test
    @DisplayName("RCV-12 every change to a delivery that another owner has acquired is rejected without effect")
    void shouldRefuseMissedFences() {
        Delivery acquired = fixture.sendAndAcquire();
        DeliveryRef stale = stale(acquired);
        List<Change> changes = List.of(
                new Change.Complete(stale),
                new Change.Discard(stale),
                new Change.Release(stale, 9, 0, annotations("no")),
                new Change.Release(stale, 9, NOW + 1, annotations("no")),
                new Change.ReturnUndelivered(stale),
                new Change.Promote(stale, fixture.queue.id()),
                new Change.Reschedule(stale, NOW + 1, 1),
                new Change.Move(stale, fixture.queue.deadLetterQueueId(), 1, NOW, Delivery.NEVER, annotations("no")),
                new Change.Defer(stale, 9, annotations("no")),
                new Change.AcquireDeferred(stale, 5),
                new Change.CountAttempt(stale, 9));
        for (Change change : changes) {
            assertThat(fixture.write(change))
                    .as(change.toString())
                    .isEqualTo(new OperationOutcome.LockLost(acquired.id()));
        }
        assertThat(only()).isEqualTo(acquired);
        assertThat(fixture.hasMessage(acquired)).isTrue();
    }

    @Test
    @DisplayName("a second promotion misses, and so does a deferred acquire of a delivery that is not deferred")
    void shouldCheckTheState() {
        Delivery sent = fixture.send();
        assertThat(fixture.write(new Change.Promote(sent.ref(), sent.entityId())))
                .isEqualTo(new OperationOutcome.LockLost(sent.id()));
        assertThat(fixture.write(new Change.AcquireDeferred(sent.ref(), 1)))
                .isEqualTo(new OperationOutcome.LockLost(sent.id()));
    }

    @Test
    @DisplayName("SCH-02 a repeated send is rescheduled once for each due time, and no other delivery is rescheduled")
    void shouldRescheduleOnce() {
        Delivery sent = fixture.send();
        assertThat(fixture.write(new Change.Reschedule(sent.ref(), NOW + 2, 1)))
                .isEqualTo(new OperationOutcome.LockLost(sent.id()));
        StoreFixture.Shape shape = fixture.shape();
        shape.state = DeliveryState.REPEATING;
        shape.visibleAt = NOW + 1;
        Delivery repeated = fixture.send(shape);
        assertThat(fixture.store.deliveries().counts(fixture.queue.id()).scheduled())
                .isEqualTo(1);
        fixture.applied(new Change.Reschedule(repeated.ref(), NOW + 7, 3));
        assertThat(fixture.write(new Change.Reschedule(repeated.ref(), NOW + 9, 3)))
                .isEqualTo(new OperationOutcome.LockLost(repeated.id()));
        assertThat(fixture.write(new Change.Discard(repeated.ref())))
                .isEqualTo(new OperationOutcome.LockLost(repeated.id()));
        assertThat(fixture.store.deliveries().dueDeliveries(NOW + 6, 10, Set.of()))
                .isEmpty();
        Delivery due =
                fixture.store.deliveries().dueDeliveries(NOW + 7, 10, Set.of()).get(0);
        assertThat(due.visibleAtMillis()).isEqualTo(NOW + 7);
        assertThat(due.position()).isEqualTo(3);
        fixture.applied(new Change.Discard(due.ref()));
        assertThat(fixture.hasMessage(repeated)).isFalse();
    }

    @Test
    @DisplayName("an operation that lost a lock is undone alone, and the other operations of the batch commit")
    void shouldUndoOnlyTheOperationThatLostItsLock() {
        List<Delivery> acquired = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            fixture.send();
        }
        acquired.addAll(fixture.acquire(3));
        Delivery added = fixture.shape().build();
        Delivery undone = fixture.shape().build();

        List<OperationOutcome> outcomes = fixture.write(
                operation(
                        MissedFencePolicy.FAIL_OPERATION,
                        new Change.Complete(acquired.get(0).ref()),
                        enqueue(added)),
                operation(
                        MissedFencePolicy.FAIL_OPERATION,
                        enqueue(undone),
                        new Change.Complete(acquired.get(1).ref()),
                        new Change.Complete(stale(acquired.get(2)))));

        assertThat(outcomes)
                .containsExactly(
                        OperationOutcome.Applied.ALL_APPLIED,
                        new OperationOutcome.LockLost(acquired.get(2).id()));
        assertThat(fixture.storedIds())
                .containsExactly(acquired.get(1).id(), acquired.get(2).id(), added.id());
        assertThat(fixture.hasMessage(undone)).isFalse();
    }

    @Test
    @DisplayName("an operation that may skip changes omits missed changes with their annotations and messages")
    void shouldSkipMisses() {
        fixture.send();
        fixture.send();
        fixture.send();
        List<Delivery> acquired = fixture.acquire(3);
        Delivery kept = acquired.get(1);

        List<OperationOutcome> outcomes = fixture.write(operation(
                MissedFencePolicy.SKIP_CHANGE,
                new Change.Discard(acquired.get(0).ref()),
                new Change.Discard(stale(kept)),
                new Change.Move(
                        acquired.get(2).ref(),
                        fixture.queue.deadLetterQueueId(),
                        1,
                        NOW,
                        Delivery.NEVER,
                        annotations("moved")),
                new Change.Move(
                        stale(kept), fixture.queue.deadLetterQueueId(), 1, NOW, Delivery.NEVER, annotations("no"))));

        assertThat(outcomes).containsExactly(new OperationOutcome.Applied(Set.of(kept.id()), Set.of()));
        assertThat(fixture.stored()).containsExactly(kept);
        assertThat(fixture.hasMessage(kept)).isTrue();
        assertThat(fixture.store.deliveries().browse(fixture.queue.deadLetterQueueId(), null, 5))
                .extracting(Delivery::annotations)
                .containsExactly(annotations("moved"));
        fixture.applied(new Change.ReturnUndelivered(kept.ref()));
        assertThat(fixture.acquire(1).get(0).annotations()).isNull();
    }

    @Test
    @DisplayName("only one of two operations that settle a delivery in one batch succeeds")
    void shouldLetOneOfTwoWin() {
        Delivery acquired = fixture.sendAndAcquire();
        List<OperationOutcome> outcomes = fixture.write(
                operation(MissedFencePolicy.FAIL_OPERATION, new Change.Complete(acquired.ref())),
                operation(MissedFencePolicy.FAIL_OPERATION, new Change.Complete(acquired.ref())));
        assertThat(outcomes)
                .containsExactly(OperationOutcome.Applied.ALL_APPLIED, new OperationOutcome.LockLost(acquired.id()));
        assertThat(fixture.stored()).isEmpty();
    }

    @Test
    @DisplayName("an operation that is undone does not make another operation of the batch fail")
    void shouldNotLoseALockToAnUndoneOperation() {
        fixture.send();
        fixture.send();
        List<Delivery> acquired = fixture.acquire(2);
        List<OperationOutcome> outcomes = fixture.write(
                operation(
                        MissedFencePolicy.FAIL_OPERATION,
                        new Change.Complete(acquired.get(0).ref()),
                        new Change.Complete(stale(acquired.get(1)))),
                operation(
                        MissedFencePolicy.FAIL_OPERATION,
                        new Change.Complete(acquired.get(0).ref())));
        assertThat(outcomes)
                .containsExactly(
                        new OperationOutcome.LockLost(acquired.get(1).id()), OperationOutcome.Applied.ALL_APPLIED);
        assertThat(fixture.storedIds()).containsExactly(acquired.get(1).id());
    }

    @Test
    @DisplayName("a row that violates a constraint fails only its own operation")
    void shouldIsolateRefusedOperation() {
        Delivery existing = fixture.send();
        Delivery before = fixture.shape().build();
        Delivery after = fixture.shape().build();
        List<OperationOutcome> outcomes = fixture.write(
                operation(MissedFencePolicy.FAIL_OPERATION, enqueue(before)),
                operation(MissedFencePolicy.FAIL_OPERATION, enqueue(existing)),
                operation(MissedFencePolicy.FAIL_OPERATION, new Change.Complete(new DeliveryRef(5, 5, true, 1, 1))),
                operation(MissedFencePolicy.FAIL_OPERATION, enqueue(after)));

        assertThat(outcomes.get(0)).isEqualTo(OperationOutcome.Applied.ALL_APPLIED);
        assertThat(outcomes.get(1)).isInstanceOfSatisfying(OperationOutcome.Failed.class, failed -> assertThat(
                        failed.cause().kind())
                .isEqualTo(StoreFailureKind.CONSTRAINT));
        assertThat(outcomes.get(2)).isEqualTo(new OperationOutcome.LockLost(5));
        assertThat(outcomes.get(3)).isEqualTo(OperationOutcome.Applied.ALL_APPLIED);
        assertThat(fixture.storedIds()).containsExactly(existing.id(), before.id(), after.id());
    }

    @Test
    @DisplayName("a message that cannot be encoded fails only its own operation, for direct and other deliveries")
    void shouldIsolateWhatCannotBeBound() {
        for (long owner : new long[] {0, fixture.node.incarnation()}) {
            List<Operation> operations = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                StoreFixture.Shape shape = fixture.shape();
                shape.owner = owner;
                shape.acquisition = owner == 0 ? 0 : 1;
                shape.state = owner == 0 ? DeliveryState.AVAILABLE : DeliveryState.ACQUIRED;
                Delivery delivery = shape.build();
                StoredMessage message = StoreFixture.message(delivery.id(), "body");
                MessageHeader header = message.header();
                MessageHeader unwritable = new MessageHeader(
                        header.messageId(),
                        header.destination(),
                        header.bodyKind(),
                        null,
                        null,
                        null,
                        NOW,
                        NOW,
                        0,
                        4,
                        true,
                        Map.of("colour", new Object()));
                operations.add(operation(
                        MissedFencePolicy.FAIL_OPERATION,
                        new Change.Enqueue(
                                i == 1 ? new StoredMessage(message.id(), unwritable, message.body()) : message,
                                List.of(delivery))));
            }
            List<OperationOutcome> outcomes = fixture.write(operations.toArray(Operation[]::new));

            assertThat(outcomes.get(0)).isEqualTo(OperationOutcome.Applied.ALL_APPLIED);
            assertThat(outcomes.get(1)).isInstanceOfSatisfying(OperationOutcome.Failed.class, failed -> assertThat(
                            failed.cause().kind())
                    .isEqualTo(StoreFailureKind.CONSTRAINT));
            assertThat(outcomes.get(2)).isEqualTo(OperationOutcome.Applied.ALL_APPLIED);
        }
        assertThat(fixture.stored()).hasSize(4);
    }

    @Test
    @DisplayName("an acquire that fails affects neither the sends nor the other acquires of its batch")
    void shouldIsolateAFailedAcquire() throws SQLException {
        fixture.send();
        Entity other = fixture.store.entities().findOrCreateQueue("other", EntityOptions.DEFAULT);
        StoreFixture.Shape elsewhere = fixture.shape();
        elsewhere.entityId = other.id();
        Delivery free = fixture.send(elsewhere);
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER TABLE restante_delivery ADD CONSTRAINT no_acquiring CHECK (NOT (entity = "
                    + fixture.queue.id() + " AND state = 3))");
        }
        Delivery sent = fixture.shape().build();
        BatchResult result = fixture.write(
                List.of(operation(MissedFencePolicy.FAIL_OPERATION, enqueue(sent))),
                List.of(
                        fixture.request(10, Long.MAX_VALUE),
                        new AcquireRequest(
                                other.id(),
                                10,
                                Long.MAX_VALUE,
                                Long.MAX_VALUE,
                                Set.of(),
                                (acquireResult, failure) -> {})));

        assertThat(result.outcomes()).containsExactly(OperationOutcome.Applied.ALL_APPLIED);
        assertThat(fixture.storedIds()).contains(sent.id());
        assertThat(result.failedAcquires()).containsOnlyKeys(0);
        assertThat(result.acquireResults().get(0)).isEqualTo(AcquireResult.EMPTY);
        assertThat(ids(result.acquireResults().get(1).deliveries())).containsExactly(free.id());
    }
}
