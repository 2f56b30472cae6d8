package dev.restante.store.jdbc;

import static dev.restante.store.jdbc.StoreFixture.NOW;
import static dev.restante.store.jdbc.StoreFixture.enqueue;
import static dev.restante.store.jdbc.StoreFixture.ids;
import static dev.restante.store.jdbc.StoreFixture.note;
import static dev.restante.store.jdbc.StoreFixture.operation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.MessageHead;
import dev.restante.model.StoredMessage;
import dev.restante.store.AcquireRequest;
import dev.restante.store.Acquired;
import dev.restante.store.BatchResult;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Operation.Misses;
import dev.restante.store.Outcome;
import dev.restante.store.StoreException.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What every database has to do for operations that fail or miss: they alone are undone. */
abstract class StoreMissContract extends StoreBatchFixture {

    private static DeliveryRef stale(Delivery delivery) {
        DeliveryRef ref = delivery.ref();
        return new DeliveryRef(ref.id(), ref.messageId(), ref.sole(), ref.owner(), ref.acquisition() - 1);
    }

    @Test
    @DisplayName("RCV-12 every change to a delivery that somebody else has meanwhile is refused and changes nothing")
    void shouldRefuseMissedFences() {
        Delivery acquired = fixture.sendAndAcquire();
        DeliveryRef stale = stale(acquired);
        List<Change> changes = List.of(
                new Change.Complete(stale),
                new Change.Discard(stale),
                new Change.Release(stale, 9, 0, note("no")),
                new Change.Release(stale, 9, NOW + 1, note("no")),
                new Change.GiveBack(stale),
                new Change.Promote(stale, fixture.queue.id()),
                new Change.Reschedule(stale, NOW + 1, 1),
                new Change.Move(stale, fixture.queue.deadLetterQueueId(), 1, NOW, Delivery.NEVER, note("no")),
                new Change.Defer(stale, 9, note("no")),
                new Change.Reacquire(stale, 5),
                new Change.CountAttempt(stale, 9));
        for (Change change : changes) {
            assertThat(fixture.write(change)).as(change.toString()).isEqualTo(new Outcome.LockLost(acquired.id()));
        }
        assertThat(only()).isEqualTo(acquired);
        assertThat(fixture.hasMessage(acquired)).isTrue();
    }

    @Test
    @DisplayName("a promotion that comes twice, and a reacquisition of what is not deferred, miss")
    void shouldCheckTheState() {
        Delivery sent = fixture.send();
        assertThat(fixture.write(new Change.Promote(sent.ref(), sent.entityId())))
                .isEqualTo(new Outcome.LockLost(sent.id()));
        assertThat(fixture.write(new Change.Reacquire(sent.ref(), 1))).isEqualTo(new Outcome.LockLost(sent.id()));
    }

    @Test
    @DisplayName(
            "SCH-02 a repeated send is put on once from each due time, and comes due again; nothing else is put on")
    void shouldRescheduleOnce() {
        Delivery sent = fixture.send();
        assertThat(fixture.write(new Change.Reschedule(sent.ref(), NOW + 2, 1)))
                .isEqualTo(new Outcome.LockLost(sent.id()));
        StoreFixture.Shape shape = fixture.shape();
        shape.state = DeliveryState.REPEATING;
        shape.visibleAt = NOW + 1;
        Delivery repeated = fixture.send(shape);
        assertThat(fixture.store.deliveries().counts(fixture.queue.id()).scheduled())
                .isEqualTo(1);
        fixture.applied(new Change.Reschedule(repeated.ref(), NOW + 7, 3));
        assertThat(fixture.write(new Change.Reschedule(repeated.ref(), NOW + 9, 3)))
                .isEqualTo(new Outcome.LockLost(repeated.id()));
        assertThat(fixture.write(new Change.Discard(repeated.ref()))).isEqualTo(new Outcome.LockLost(repeated.id()));
        assertThat(fixture.store.deliveries().due(NOW + 6, 10, Set.of())).isEmpty();
        Delivery due = fixture.store.deliveries().due(NOW + 7, 10, Set.of()).get(0);
        assertThat(due.visibleAt()).isEqualTo(NOW + 7);
        assertThat(due.position()).isEqualTo(3);
        fixture.applied(new Change.Discard(due.ref()));
        assertThat(fixture.hasMessage(repeated)).isFalse();
    }

    @Test
    @DisplayName("one operation that lost a lock is undone alone; the others of the batch commit")
    void shouldUndoOnlyTheOperationThatLostItsLock() {
        List<Delivery> acquired = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            fixture.send();
        }
        acquired.addAll(fixture.acquire(3));
        Delivery added = fixture.shape().build();
        Delivery undone = fixture.shape().build();

        List<Outcome> outcomes = fixture.write(
                operation(Misses.FAIL, new Change.Complete(acquired.get(0).ref()), enqueue(added)),
                operation(
                        Misses.FAIL,
                        enqueue(undone),
                        new Change.Complete(acquired.get(1).ref()),
                        new Change.Complete(stale(acquired.get(2)))));

        assertThat(outcomes)
                .containsExactly(
                        Outcome.Applied.WHOLE,
                        new Outcome.LockLost(acquired.get(2).id()));
        assertThat(fixture.storedIds())
                .containsExactly(acquired.get(1).id(), acquired.get(2).id(), added.id());
        assertThat(fixture.hasMessage(undone)).isFalse();
    }

    @Test
    @DisplayName("a tolerant operation leaves out what it missed, notes and messages included")
    void shouldSkipMisses() {
        fixture.send();
        fixture.send();
        fixture.send();
        List<Delivery> acquired = fixture.acquire(3);
        Delivery kept = acquired.get(1);

        List<Outcome> outcomes = fixture.write(operation(
                Misses.SKIP,
                new Change.Discard(acquired.get(0).ref()),
                new Change.Discard(stale(kept)),
                new Change.Move(
                        acquired.get(2).ref(),
                        fixture.queue.deadLetterQueueId(),
                        1,
                        NOW,
                        Delivery.NEVER,
                        note("moved")),
                new Change.Move(stale(kept), fixture.queue.deadLetterQueueId(), 1, NOW, Delivery.NEVER, note("no"))));

        assertThat(outcomes).containsExactly(new Outcome.Applied(Set.of(kept.id()), Set.of()));
        assertThat(fixture.stored()).containsExactly(kept);
        assertThat(fixture.hasMessage(kept)).isTrue();
        assertThat(fixture.store.deliveries().browse(fixture.queue.deadLetterQueueId(), null, 5))
                .extracting(Delivery::note)
                .containsExactly(note("moved"));
        fixture.applied(new Change.GiveBack(kept.ref()));
        assertThat(fixture.acquire(1).get(0).note()).isNull();
    }

    @Test
    @DisplayName("of two operations that settle the same delivery in one batch, one wins")
    void shouldLetOneOfTwoWin() {
        Delivery acquired = fixture.sendAndAcquire();
        List<Outcome> outcomes = fixture.write(
                operation(Misses.FAIL, new Change.Complete(acquired.ref())),
                operation(Misses.FAIL, new Change.Complete(acquired.ref())));
        assertThat(outcomes).containsExactly(Outcome.Applied.WHOLE, new Outcome.LockLost(acquired.id()));
        assertThat(fixture.stored()).isEmpty();
    }

    @Test
    @DisplayName("an operation that is itself undone takes nothing from the others")
    void shouldNotLoseALockToAnUndoneOperation() {
        fixture.send();
        fixture.send();
        List<Delivery> acquired = fixture.acquire(2);
        List<Outcome> outcomes = fixture.write(
                operation(
                        Misses.FAIL,
                        new Change.Complete(acquired.get(0).ref()),
                        new Change.Complete(stale(acquired.get(1)))),
                operation(Misses.FAIL, new Change.Complete(acquired.get(0).ref())));
        assertThat(outcomes)
                .containsExactly(new Outcome.LockLost(acquired.get(1).id()), Outcome.Applied.WHOLE);
        assertThat(fixture.storedIds()).containsExactly(acquired.get(1).id());
    }

    @Test
    @DisplayName("a row that a constraint refuses fails its own operation only")
    void shouldIsolateRefusedOperation() {
        Delivery existing = fixture.send();
        Delivery before = fixture.shape().build();
        Delivery after = fixture.shape().build();
        List<Outcome> outcomes = fixture.write(
                operation(Misses.FAIL, enqueue(before)),
                operation(Misses.FAIL, enqueue(existing)),
                operation(Misses.FAIL, new Change.Complete(new DeliveryRef(5, 5, true, 1, 1))),
                operation(Misses.FAIL, enqueue(after)));

        assertThat(outcomes.get(0)).isEqualTo(Outcome.Applied.WHOLE);
        assertThat(outcomes.get(1)).isInstanceOfSatisfying(Outcome.Failed.class, failed -> assertThat(
                        failed.cause().kind())
                .isEqualTo(Kind.CONSTRAINT));
        assertThat(outcomes.get(2)).isEqualTo(new Outcome.LockLost(5));
        assertThat(outcomes.get(3)).isEqualTo(Outcome.Applied.WHOLE);
        assertThat(fixture.storedIds()).containsExactly(existing.id(), before.id(), after.id());
    }

    @Test
    @DisplayName("a message that can't be bound fails its own operation only, born acquired or not")
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
                MessageHead head = message.head();
                MessageHead unwritable = new MessageHead(
                        head.messageId(),
                        head.destination(),
                        head.bodyKind(),
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
                        Misses.FAIL,
                        new Change.Enqueue(
                                i == 1 ? new StoredMessage(message.id(), unwritable, message.body()) : message,
                                List.of(delivery))));
            }
            List<Outcome> outcomes = fixture.write(operations.toArray(Operation[]::new));

            assertThat(outcomes.get(0)).isEqualTo(Outcome.Applied.WHOLE);
            assertThat(outcomes.get(1)).isInstanceOfSatisfying(Outcome.Failed.class, failed -> assertThat(
                            failed.cause().kind())
                    .isEqualTo(Kind.CONSTRAINT));
            assertThat(outcomes.get(2)).isEqualTo(Outcome.Applied.WHOLE);
        }
        assertThat(fixture.stored()).hasSize(4);
    }

    @Test
    @DisplayName(
            "an acquire that fails does so alone: what was sent with it is stored, and others bring what they ask for")
    void shouldIsolateAFailedAcquire() throws SQLException {
        fixture.send();
        Entity other = fixture.store.entities().createQueue("other", EntityOptions.DEFAULT);
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
                List.of(operation(Misses.FAIL, enqueue(sent))),
                List.of(
                        fixture.request(10, Long.MAX_VALUE),
                        new AcquireRequest(
                                other.id(), 10, Long.MAX_VALUE, Long.MAX_VALUE, Set.of(), (acquired, failure) -> {})));

        assertThat(result.outcomes()).containsExactly(Outcome.Applied.WHOLE);
        assertThat(fixture.storedIds()).contains(sent.id());
        assertThat(result.failedAcquires()).containsOnlyKeys(0);
        assertThat(result.acquired().get(0)).isEqualTo(Acquired.NOTHING);
        assertThat(ids(result.acquired().get(1).deliveries())).containsExactly(free.id());
    }
}
