package dev.restante.store.jdbc;

import static dev.restante.store.jdbc.StoreFixture.NOW;
import static dev.restante.store.jdbc.StoreFixture.enqueue;
import static dev.restante.store.jdbc.StoreFixture.ids;
import static dev.restante.store.jdbc.StoreFixture.note;
import static dev.restante.store.jdbc.StoreFixture.operation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.model.CommitOutcome;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.MessageHead;
import dev.restante.model.OutcomeToken;
import dev.restante.model.StateCounts;
import dev.restante.model.StoredMessage;
import dev.restante.store.AcquireRequest;
import dev.restante.store.Acquired;
import dev.restante.store.BatchResult;
import dev.restante.store.BatchWriter;
import dev.restante.store.Change;
import dev.restante.store.CommitGate;
import dev.restante.store.Membership;
import dev.restante.store.Operation;
import dev.restante.store.Operation.Misses;
import dev.restante.store.Outcome;
import dev.restante.store.Store;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every database has to do for batches. */
abstract class StoreContract {

    StoreFixture fixture;

    /** A store on an empty database of this test. */
    abstract Store openEmpty();

    /** Another connection to that database. */
    abstract Connection connect() throws SQLException;

    @BeforeEach
    void openFixture() {
        fixture = new StoreFixture(openEmpty());
    }

    @AfterEach
    void closeFixture() {
        fixture.close();
    }

    private Delivery only() {
        assertThat(fixture.stored()).hasSize(1);
        return fixture.stored().get(0);
    }

    private static DeliveryRef stale(Delivery delivery) {
        DeliveryRef ref = delivery.ref();
        return new DeliveryRef(ref.id(), ref.messageId(), ref.sole(), ref.owner(), ref.acquisition() - 1);
    }

    @Test
    @DisplayName("BEY-05 one delivery is acquired where it is available in its entity, once")
    void shouldAcquireOne() {
        Delivery first = fixture.send();
        Delivery second = fixture.send();
        long here = fixture.queue.id();
        long owner = fixture.node.incarnation();
        assertThat(fixture.write(new Change.Acquire(second.ref(), fixture.queue.deadLetterQueueId(), owner, null)))
                .isEqualTo(new Outcome.LockLost(second.id()));
        fixture.applied(new Change.Acquire(second.ref(), here, owner, null));
        assertThat(fixture.write(StoreFixture.operation(
                        Operation.Misses.SKIP,
                        new Change.Acquire(first.ref(), here, owner, null),
                        new Change.Acquire(second.ref(), here, owner, null))))
                .containsExactly(new Outcome.Applied(Set.of(second.id()), Set.of()));
        assertThat(fixture.acquire(10)).isEmpty();

        DeliveryRef held = new DeliveryRef(second.id(), second.id(), true, owner, 1);
        fixture.applied(new Change.Complete(held));
        assertThat(fixture.storedIds()).containsExactly(first.id());
    }

    @Test
    @DisplayName("SND-01 a sent message is stored with its head, its body and its delivery")
    void shouldStoreMessageAndDelivery() {
        StoreFixture.Shape shape = fixture.shape();
        shape.priority = 7;
        shape.expiresAt = NOW + 60_000;
        Delivery sent = fixture.send(shape);

        assertThat(only()).isEqualTo(sent);
        StoredMessage stored =
                fixture.store.deliveries().messages(List.of(sent.id())).get(sent.id());
        assertThat(stored.head()).isEqualTo(StoreFixture.message(sent.id(), "").head());
        assertThat(stored.body()).asString().isEqualTo("body " + sent.id());
    }

    @Test
    @DisplayName("a message without a body, and one of a megabyte, come back as they are")
    void shouldStoreAnyBody() {
        byte[] large = new byte[1 << 20];
        for (int i = 0; i < large.length; i++) {
            large[i] = (byte) (i * 31);
        }
        Delivery empty = fixture.shape().build();
        Delivery full = fixture.shape().build();
        fixture.applied(
                new Change.Enqueue(
                        new StoredMessage(
                                empty.id(), StoreFixture.message(1, "").head(), null),
                        List.of(empty)),
                new Change.Enqueue(
                        new StoredMessage(full.id(), StoreFixture.message(1, "").head(), large), List.of(full)));

        Map<Long, StoredMessage> stored = fixture.store.deliveries().messages(List.of(empty.id(), full.id(), 1L));
        assertThat(stored).containsOnlyKeys(empty.id(), full.id());
        assertThat(stored.get(empty.id()).body()).isNull();
        assertThat(stored.get(full.id()).body()).isEqualTo(large);
    }

    private StoreFixture.Shape bornAcquired(int size) {
        StoreFixture.Shape shape = fixture.shape();
        shape.state = DeliveryState.ACQUIRED;
        shape.owner = fixture.node.incarnation();
        shape.acquisition = 1;
        shape.size = size;
        return shape;
    }

    @ParameterizedTest
    @ValueSource(ints = {100, Integer.MAX_VALUE})
    @DisplayName(
            "a born-acquired delivery, whatever its size, belongs to its node at once and is settled by its first acquisition")
    void shouldStoreBornAcquired(int size) {
        Delivery born = fixture.send(bornAcquired(size));

        assertThat(fixture.acquire(10)).isEmpty();
        assertThat(fixture.stored()).containsExactly(born);
        assertThat(fixture.store.deliveries().counts(fixture.queue.id()).acquired())
                .isEqualTo(1);
        assertThat(fixture.hasMessage(born)).isTrue();
        fixture.applied(new Change.Complete(born.ref()));
        assertThat(fixture.stored()).isEmpty();
        assertThat(fixture.hasMessage(born)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {100, Integer.MAX_VALUE})
    @DisplayName("a born-acquired delivery takes any change like another one, and keeps its message")
    void shouldChangeBornAcquired(int size) {
        Delivery returned = fixture.send(bornAcquired(size));
        Delivery deferred = fixture.send(bornAcquired(size));
        fixture.applied(
                new Change.GiveBack(returned.ref()), new Change.Defer(deferred.ref(), deferred.deliveryCount(), null));

        assertThat(fixture.storedIds()).containsExactly(returned.id());
        assertThat(fixture.store.deliveries().listDeferred(fixture.queue.id(), 0, 10))
                .extracting(Delivery::id)
                .containsExactly(deferred.id());
        List<Delivery> again = fixture.acquire(10);
        assertThat(again).extracting(Delivery::id).containsExactly(returned.id());
        assertThat(fixture.hasMessage(returned)).isTrue();
        assertThat(fixture.hasMessage(deferred)).isTrue();
        fixture.applied(new Change.Complete(again.get(0).ref()));
        assertThat(fixture.hasMessage(returned)).isFalse();
    }

    @Test
    @DisplayName("of many born-acquired deliveries settled at once, only what is no longer there is missed")
    void shouldMissOneOfARun() {
        Entity other = fixture.store.entities().createQueue("other", EntityOptions.DEFAULT);
        List<Delivery> born = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            StoreFixture.Shape shape = bornAcquired(100);
            shape.entityId = i == 3 ? other.id() : fixture.queue.id();
            born.add(fixture.send(shape));
        }
        Delivery neighbour = born.remove(6);
        assertThat(fixture.store.entities().delete(other.id())).isTrue();

        List<Outcome> outcomes = fixture.write(born.stream()
                .map(delivery -> operation(Misses.FAIL, new Change.Complete(delivery.ref())))
                .toArray(Operation[]::new));

        assertThat(outcomes)
                .filteredOn(outcome -> !outcome.equals(Outcome.Applied.WHOLE))
                .containsExactly(new Outcome.LockLost(born.get(3).id()));
        assertThat(outcomes.get(3)).isInstanceOf(Outcome.LockLost.class);
        assertThat(fixture.stored()).containsExactly(neighbour);
    }

    @Test
    @DisplayName("TOP-01 a message with several deliveries is stored once and survives the first completion")
    void shouldKeepSharedMessage() {
        StoreFixture.Shape first = fixture.shape();
        StoreFixture.Shape second = fixture.shape();
        first.sole = false;
        DeliveryRef shared = new DeliveryRef(second.id, first.id, false, 0, 0);
        Delivery other = second.build();
        Delivery sibling = new Delivery(
                shared,
                fixture.queue.deadLetterQueueId(),
                other.state(),
                other.priority(),
                other.position(),
                null,
                other.size(),
                true,
                0,
                NOW,
                Delivery.NEVER,
                0,
                false,
                null);
        fixture.applied(new Change.Enqueue(StoreFixture.message(first.id, "x"), List.of(first.build(), sibling)));

        fixture.applied(new Change.Discard(first.build().ref()));
        assertThat(fixture.stored()).isEmpty();
        assertThat(fixture.hasMessage(sibling)).isTrue();
    }

    @Test
    @DisplayName("RCV-08 complete removes delivery, note and message")
    void shouldComplete() {
        StoreFixture.Shape shape = fixture.shape();
        shape.note = note("Earlier");
        Delivery acquired = fixture.sendAndAcquire(shape);
        assertThat(acquired.note()).isEqualTo(shape.note);

        fixture.applied(new Change.Complete(acquired.ref()));

        assertThat(fixture.stored()).isEmpty();
        assertThat(fixture.hasMessage(acquired)).isFalse();
    }

    @Test
    @DisplayName("acquire takes by priority, then position, and fences with the incarnation and a new acquisition")
    void shouldAcquireInOrder() {
        List<Long> expected = new ArrayList<>();
        for (int priority = 9; priority >= 0; priority--) {
            for (int i = 0; i < 3; i++) {
                StoreFixture.Shape shape = fixture.shape();
                shape.priority = priority;
                expected.add(shape.id);
                fixture.send(shape);
            }
        }
        List<Delivery> first = fixture.acquire(7);
        List<Delivery> rest = fixture.acquire(100);

        assertThat(ids(first)).isEqualTo(expected.subList(0, 7));
        assertThat(ids(rest)).isEqualTo(expected.subList(7, expected.size()));
        assertThat(first).allSatisfy(delivery -> {
            assertThat(delivery.state()).isEqualTo(DeliveryState.ACQUIRED);
            assertThat(delivery.ref().owner()).isEqualTo(fixture.node.incarnation());
            assertThat(delivery.ref().acquisition()).isEqualTo(1);
        });
        assertThat(fixture.stored()).containsExactlyElementsOf(concat(first, rest));
    }

    private static List<Delivery> concat(List<Delivery> first, List<Delivery> second) {
        List<Delivery> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    @Test
    @DisplayName("position decides within a priority, whatever the id")
    void shouldAcquireByPosition() {
        StoreFixture.Shape early = fixture.shape();
        StoreFixture.Shape late = fixture.shape();
        early.position = late.id + 10;
        fixture.send(early);
        fixture.send(late);

        assertThat(ids(fixture.acquire(2))).containsExactly(late.id, early.id);
    }

    @Test
    @DisplayName("acquire stops at the byte limit, but takes at least one")
    void shouldLimitBytes() {
        for (int i = 0; i < 5; i++) {
            fixture.send();
        }
        assertThat(fixture.acquire(10, 1)).hasSize(1);
        assertThat(fixture.acquire(10, 150)).hasSize(2);
        assertThat(fixture.acquire(10, 10_000)).hasSize(2);
    }

    @Test
    @DisplayName("acquire knows that it left nothing if neither of its limits kept anything back")
    void shouldKnowWhetherItLeftAnything() {
        fixture.send();
        fixture.send();
        assertThat(acquiredBy(fixture.request(2, Long.MAX_VALUE)).exhausted()).isFalse();
        fixture.send();
        assertThat(acquiredBy(fixture.request(2, 1)).exhausted()).isFalse();
        fixture.send();
        assertThat(acquiredBy(fixture.request(2, Long.MAX_VALUE)).exhausted()).isTrue();
    }

    private Acquired acquiredBy(AcquireRequest request) {
        return fixture.write(List.of(), List.of(request)).acquired().get(0);
    }

    @Test
    @DisplayName("acquires of a batch see its changes, and two of one entity never get the same delivery")
    void shouldAcquireWhatTheBatchEnqueued() {
        Delivery first = fixture.shape().build();
        Delivery second = fixture.shape().build();
        List<Acquired> acquired = fixture.write(
                        List.of(operation(Misses.FAIL, enqueue(first), enqueue(second))),
                        List.of(fixture.request(1, 1_000), fixture.request(5, 1_000)))
                .acquired();

        assertThat(ids(acquired.get(0).deliveries())).containsExactly(first.id());
        assertThat(ids(acquired.get(1).deliveries())).containsExactly(second.id());
    }

    @Test
    @DisplayName("RCV-06 a released delivery is available again at its old place, with the given count")
    void shouldRelease() {
        Delivery acquired = fixture.sendAndAcquire();
        Delivery later = fixture.send();
        fixture.applied(new Change.Release(acquired.ref(), 1, 0, null));

        List<Delivery> again = fixture.acquire(10);
        assertThat(ids(again)).containsExactly(acquired.id(), later.id());
        assertThat(again.get(0).deliveryCount()).isEqualTo(1);
        assertThat(again.get(0).ref().acquisition()).isEqualTo(2);
    }

    @Test
    @DisplayName("RCV-09 a release can change properties; a later one without a note leaves them")
    void shouldReleaseWithNote() {
        Delivery acquired = fixture.sendAndAcquire();
        fixture.applied(new Change.Release(acquired.ref(), 1, 0, note("first")));
        Delivery again = fixture.acquire(1).get(0);
        assertThat(again.note()).isEqualTo(note("first"));

        fixture.applied(new Change.Release(again.ref(), 2, 0, null));
        Delivery third = fixture.acquire(1).get(0);
        assertThat(third.note()).isEqualTo(note("first"));

        fixture.applied(new Change.Release(third.ref(), 3, 0, note("second")));
        assertThat(only().note()).isEqualTo(note("second"));
    }

    @Test
    @DisplayName("RCV-15 a delayed release is scheduled, comes due, and keeps its place when promoted")
    void shouldReleaseWithDelay() {
        Delivery acquired = fixture.sendAndAcquire();
        Delivery later = fixture.send();
        fixture.applied(new Change.Release(acquired.ref(), 1, NOW + 500, null));

        assertThat(fixture.storedIds()).containsExactly(later.id());
        assertThat(fixture.store.deliveries().nextDue(Set.of())).hasValue(NOW + 500);
        assertThat(fixture.store.deliveries().due(NOW + 499, 10, Set.of())).isEmpty();
        Delivery due = fixture.store.deliveries().due(NOW + 500, 10, Set.of()).get(0);
        assertThat(due.state()).isEqualTo(DeliveryState.SCHEDULED);
        assertThat(due.visibleAt()).isEqualTo(NOW + 500);

        fixture.applied(new Change.Promote(due.ref()));
        assertThat(ids(fixture.acquire(2))).containsExactly(acquired.id(), later.id());
        assertThat(fixture.store.deliveries().nextDue(Set.of())).isEmpty();
    }

    @Test
    @DisplayName("a delivery that expires before its delay ends comes due when it expires")
    void shouldComeDueAtTheEarlierInstant() {
        StoreFixture.Shape shape = fixture.shape();
        shape.expiresAt = NOW + 300;
        Delivery acquired = fixture.sendAndAcquire(shape);
        assertThat(fixture.store.deliveries().nextDue(Set.of())).isEmpty();

        fixture.applied(new Change.Release(acquired.ref(), 1, NOW + 500, null));
        assertThat(fixture.store.deliveries().nextDue(Set.of())).hasValue(NOW + 300);
        Delivery again = fixture.store.deliveries().due(NOW + 300, 1, Set.of()).get(0);
        fixture.applied(new Change.Promote(again.ref()));
        assertThat(fixture.store.deliveries().nextDue(Set.of())).hasValue(NOW + 300);

        StoreFixture.Shape longer = fixture.shape();
        longer.expiresAt = NOW + 10_000;
        longer.state = DeliveryState.SCHEDULED;
        longer.visibleAt = NOW + 200;
        fixture.send(longer);
        assertThat(fixture.store.deliveries().nextDue(Set.of())).hasValue(NOW + 200);
    }

    @Test
    @DisplayName("RCV-07 a delivery given back keeps count, place and suspicion")
    void shouldGiveBack() {
        StoreFixture.Shape shape = fixture.shape();
        shape.count = 3;
        shape.suspect = true;
        shape.expiresAt = NOW + 5;
        Delivery acquired = fixture.sendAndAcquire(shape);

        fixture.applied(new Change.GiveBack(acquired.ref()));

        Delivery back = only();
        assertThat(back.state()).isEqualTo(DeliveryState.AVAILABLE);
        assertThat(back.deliveryCount()).isEqualTo(3);
        assertThat(back.suspect()).isTrue();
        assertThat(back.ref().owned()).isFalse();
        assertThat(fixture.store.deliveries().nextDue(Set.of())).hasValue(NOW + 5);
    }

    @Test
    @DisplayName("a settled delivery is no longer suspect")
    void shouldClearSuspicion() {
        StoreFixture.Shape shape = fixture.shape();
        shape.suspect = true;
        Delivery acquired = fixture.sendAndAcquire(shape);
        assertThat(acquired.suspect()).isTrue();
        fixture.applied(new Change.Release(acquired.ref(), 1, 0, null));
        assertThat(only().suspect()).isFalse();
    }

    @Test
    @DisplayName("TTL-16 a move takes a delivery out of one queue and into another, with its note")
    void shouldMove() {
        StoreFixture.Shape shape = fixture.shape();
        shape.count = 4;
        shape.suspect = true;
        shape.expiresAt = NOW + 1;
        Delivery sent = fixture.send(shape);
        long dlq = fixture.queue.deadLetterQueueId();

        fixture.applied(new Change.Move(sent.ref(), dlq, sent.position() + 5, NOW + 2, Delivery.NEVER, note("TTL")));

        assertThat(fixture.stored()).isEmpty();
        Delivery moved = fixture.store.deliveries().browse(dlq, null, 10).get(0);
        assertThat(moved.id()).isEqualTo(sent.id());
        assertThat(moved.deliveryCount()).isZero();
        assertThat(moved.suspect()).isFalse();
        assertThat(moved.position()).isEqualTo(sent.position() + 5);
        assertThat(moved.enqueuedAt()).isEqualTo(NOW + 2);
        assertThat(moved.expiresAt()).isEqualTo(Delivery.NEVER);
        assertThat(moved.note()).isEqualTo(note("TTL"));
        assertThat(fixture.store.deliveries().nextDue(Set.of())).isEmpty();
        assertThat(fixture.hasMessage(moved)).isTrue();

        fixture.applied(new Change.Move(moved.ref(), fixture.queue.id(), 7, NOW, NOW + 9, note("back")));
        assertThat(only().note()).isEqualTo(note("back"));
        assertThat(fixture.store.deliveries().nextDue(Set.of())).hasValue(NOW + 9);
    }

    @Test
    @DisplayName("RCV-11 a deferred delivery is found by its sequence number only, and can be acquired again")
    void shouldDeferAndReacquire() {
        Delivery acquired = fixture.sendAndAcquire();
        fixture.applied(new Change.Defer(acquired.ref(), 1, note("later")));

        assertThat(fixture.acquire(10)).isEmpty();
        assertThat(fixture.stored()).isEmpty();
        List<Delivery> listed = fixture.store.deliveries().listDeferred(fixture.queue.id(), 0, 10);
        assertThat(listed)
                .isEqualTo(fixture.store.deliveries().deferred(fixture.queue.id(), List.of(acquired.id(), 1L)));
        Delivery deferred = listed.get(0);
        assertThat(deferred.state()).isEqualTo(DeliveryState.DEFERRED);
        assertThat(deferred.deliveryCount()).isEqualTo(1);
        assertThat(deferred.note()).isEqualTo(note("later"));

        fixture.applied(new Change.Reacquire(deferred.ref(), fixture.node.incarnation()));
        Delivery again = only();
        assertThat(again.ref().owner()).isEqualTo(fixture.node.incarnation());
        assertThat(again.ref().acquisition()).isEqualTo(2);
        fixture.applied(new Change.Complete(again.ref()));
        assertThat(fixture.stored()).isEmpty();
    }

    @Test
    @DisplayName("the count of a suspect delivery is written without changing its fence")
    void shouldCountAttempt() {
        Delivery acquired = fixture.sendAndAcquire();
        fixture.applied(new Change.CountAttempt(acquired.ref(), 6));
        assertThat(only().deliveryCount()).isEqualTo(6);
        fixture.applied(new Change.Complete(acquired.ref()));
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
                new Change.Promote(stale),
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
        assertThat(fixture.write(new Change.Promote(sent.ref()))).isEqualTo(new Outcome.LockLost(sent.id()));
        assertThat(fixture.write(new Change.Reacquire(sent.ref(), 1))).isEqualTo(new Outcome.LockLost(sent.id()));
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

    @Test
    @DisplayName("a large batch of everything at once has the outcome of its parts")
    void shouldExecuteMixedBatch() {
        List<Delivery> acquired = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            fixture.send();
        }
        acquired.addAll(fixture.acquire(200));
        List<dev.restante.store.Operation> operations = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            DeliveryRef ref = acquired.get(i).ref();
            Change change =
                    switch (i % 4) {
                        case 0 -> new Change.Complete(ref);
                        case 1 -> new Change.Release(ref, 1, 0, i % 8 == 1 ? note("n" + i) : null);
                        case 2 -> new Change.Release(ref, 1, NOW + i, null);
                        default -> new Change.Defer(ref, 1, null);
                    };
            operations.add(
                    operation(Misses.FAIL, change, enqueue(fixture.shape().build())));
        }
        Collections.shuffle(operations, new java.util.Random(5));

        assertThat(fixture.write(operations, List.of()).outcomes()).containsOnly(Outcome.Applied.WHOLE);
        assertThat(fixture.store.deliveries().counts(fixture.queue.id())).isEqualTo(new StateCounts(250, 0, 50, 50));
        assertThat(fixture.stored().stream().filter(delivery -> delivery.note() != null))
                .hasSize(25);
    }

    @Test
    @DisplayName("every type of property survives, in its order, in heads and in notes")
    void shouldKeepProperties() {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("z", true);
        properties.put("y", (byte) -3);
        properties.put("x", (short) -300);
        properties.put("w", -70_000);
        properties.put("v", Long.MIN_VALUE);
        properties.put("u", 1.5f);
        properties.put("t", -0.0d);
        properties.put("s", "ä\u0000€😀");
        properties.put("r", null);
        properties.put("q", false);
        StoreFixture.Shape shape = fixture.shape();
        shape.note = DeliveryNote.ofProperties(properties);
        fixture.send(shape);

        DeliveryNote stored = only().note();
        assertThat(stored).isEqualTo(shape.note);
        assertThat(stored.changedProperties().keySet()).containsExactlyElementsOf(properties.keySet());
    }
}
