package dev.restante.store.jdbc;

import static dev.restante.store.jdbc.StoreFixture.NOW;
import static dev.restante.store.jdbc.StoreFixture.annotations;
import static dev.restante.store.jdbc.StoreFixture.ids;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.store.Change;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Contract tests of deliveries that are released, returned, moved and deferred. */
abstract class StoreReleaseContract extends StoreBatchFixture {

    @Test
    @DisplayName(
            "RCV-06 a released delivery becomes available again at its old position, with the given delivery count")
    void shouldRelease() {
        Delivery acquired = fixture.sendAndAcquire();
        Delivery later = fixture.send();
        fixture.applied(new Change.Release(acquired.ref(), 1, 0, null));

        List<Delivery> again = fixture.acquire(10);
        assertThat(ids(again)).containsExactly(acquired.id(), later.id());
        assertThat(again.get(0).deliveryCount()).isEqualTo(1);
        assertThat(again.get(0).ref().acquisitionCount()).isEqualTo(2);
    }

    @Test
    @DisplayName("RCV-09 a release can change annotations, and a release without annotations keeps them")
    void shouldReleaseWithNote() {
        Delivery acquired = fixture.sendAndAcquire();
        fixture.applied(new Change.Release(acquired.ref(), 1, 0, annotations("first")));
        Delivery again = fixture.acquire(1).get(0);
        assertThat(again.annotations()).isEqualTo(annotations("first"));

        fixture.applied(new Change.Release(again.ref(), 2, 0, null));
        Delivery third = fixture.acquire(1).get(0);
        assertThat(third.annotations()).isEqualTo(annotations("first"));

        fixture.applied(new Change.Release(third.ref(), 3, 0, annotations("second")));
        assertThat(only().annotations()).isEqualTo(annotations("second"));
    }

    @Test
    @DisplayName("RCV-15 a delivery with a delayed release is scheduled, becomes due, and returns to its old position")
    void shouldReleaseWithDelay() {
        Delivery acquired = fixture.sendAndAcquire();
        Delivery later = fixture.send();
        fixture.applied(new Change.Release(acquired.ref(), 1, NOW + 500, null));

        assertThat(fixture.storedIds()).containsExactly(later.id());
        assertThat(fixture.store.deliveries().nextDueMillis(Set.of())).hasValue(NOW + 500);
        assertThat(fixture.store.deliveries().dueDeliveries(NOW + 499, 10, Set.of()))
                .isEmpty();
        Delivery due = fixture.store
                .deliveries()
                .dueDeliveries(NOW + 500, 10, Set.of())
                .get(0);
        assertThat(due.state()).isEqualTo(DeliveryState.SCHEDULED);
        assertThat(due.visibleAtMillis()).isEqualTo(NOW + 500);

        fixture.applied(new Change.Promote(due.ref(), due.entityId()));
        assertThat(ids(fixture.acquire(2))).containsExactly(acquired.id(), later.id());
        assertThat(fixture.store.deliveries().nextDueMillis(Set.of())).isEmpty();
    }

    @Test
    @DisplayName("a delivery that expires before the end of its delay becomes due at its expiry time")
    void shouldComeDueAtTheEarlierInstant() {
        StoreFixture.Shape shape = fixture.shape();
        shape.expiresAt = NOW + 300;
        Delivery acquired = fixture.sendAndAcquire(shape);
        assertThat(fixture.store.deliveries().nextDueMillis(Set.of())).isEmpty();

        fixture.applied(new Change.Release(acquired.ref(), 1, NOW + 500, null));
        assertThat(fixture.store.deliveries().nextDueMillis(Set.of())).hasValue(NOW + 300);
        Delivery again =
                fixture.store.deliveries().dueDeliveries(NOW + 300, 1, Set.of()).get(0);
        fixture.applied(new Change.Promote(again.ref(), again.entityId()));
        assertThat(fixture.store.deliveries().nextDueMillis(Set.of())).hasValue(NOW + 300);

        StoreFixture.Shape longer = fixture.shape();
        longer.expiresAt = NOW + 10_000;
        longer.state = DeliveryState.SCHEDULED;
        longer.visibleAt = NOW + 200;
        fixture.send(longer);
        assertThat(fixture.store.deliveries().nextDueMillis(Set.of())).hasValue(NOW + 200);
    }

    @Test
    @DisplayName("RCV-07 a returned delivery keeps its delivery count and its suspect mark")
    void shouldGiveBack() {
        StoreFixture.Shape shape = fixture.shape();
        shape.count = 3;
        shape.suspect = true;
        shape.expiresAt = NOW + 5;
        Delivery acquired = fixture.sendAndAcquire(shape);

        fixture.applied(new Change.ReturnUndelivered(acquired.ref()));

        Delivery back = only();
        assertThat(back.state()).isEqualTo(DeliveryState.AVAILABLE);
        assertThat(back.deliveryCount()).isEqualTo(3);
        assertThat(back.redeliverySuspected()).isTrue();
        assertThat(back.ref().owned()).isFalse();
        assertThat(fixture.store.deliveries().nextDueMillis(Set.of())).hasValue(NOW + 5);
    }

    @Test
    @DisplayName("a delivery is no longer suspect after its release")
    void shouldClearSuspicion() {
        StoreFixture.Shape shape = fixture.shape();
        shape.suspect = true;
        Delivery acquired = fixture.sendAndAcquire(shape);
        assertThat(acquired.redeliverySuspected()).isTrue();
        fixture.applied(new Change.Release(acquired.ref(), 1, 0, null));
        assertThat(only().redeliverySuspected()).isFalse();
    }

    @Test
    @DisplayName("TTL-16 a move transfers a delivery from one queue to another queue with its annotations")
    void shouldMove() {
        StoreFixture.Shape shape = fixture.shape();
        shape.count = 4;
        shape.suspect = true;
        shape.expiresAt = NOW + 1;
        Delivery sent = fixture.send(shape);
        long dlq = fixture.queue.deadLetterQueueId();

        fixture.applied(
                new Change.Move(sent.ref(), dlq, sent.position() + 5, NOW + 2, Delivery.NEVER, annotations("TTL")));

        assertThat(fixture.stored()).isEmpty();
        Delivery moved = fixture.store.deliveries().browse(dlq, null, 10).get(0);
        assertThat(moved.id()).isEqualTo(sent.id());
        assertThat(moved.deliveryCount()).isZero();
        assertThat(moved.redeliverySuspected()).isFalse();
        assertThat(moved.position()).isEqualTo(sent.position() + 5);
        assertThat(moved.enqueuedAtMillis()).isEqualTo(NOW + 2);
        assertThat(moved.expiresAtMillis()).isEqualTo(Delivery.NEVER);
        assertThat(moved.annotations()).isEqualTo(annotations("TTL"));
        assertThat(fixture.store.deliveries().nextDueMillis(Set.of())).isEmpty();
        assertThat(fixture.hasMessage(moved)).isTrue();

        fixture.applied(new Change.Move(moved.ref(), fixture.queue.id(), 7, NOW, NOW + 9, annotations("back")));
        assertThat(only().annotations()).isEqualTo(annotations("back"));
        assertThat(fixture.store.deliveries().nextDueMillis(Set.of())).hasValue(NOW + 9);
    }

    @Test
    @DisplayName("RCV-11 a deferred delivery is found only by its sequence number and can be acquired again")
    void shouldDeferAndReacquire() {
        Delivery acquired = fixture.sendAndAcquire();
        fixture.applied(new Change.Defer(acquired.ref(), 1, annotations("later")));

        assertThat(fixture.acquire(10)).isEmpty();
        assertThat(fixture.stored()).isEmpty();
        List<Delivery> listed = fixture.store.deliveries().deferredAfter(fixture.queue.id(), 0, 10);
        assertThat(listed)
                .isEqualTo(fixture.store.deliveries().deferredByNumber(fixture.queue.id(), List.of(acquired.id(), 1L)));
        Delivery deferred = listed.get(0);
        assertThat(deferred.state()).isEqualTo(DeliveryState.DEFERRED);
        assertThat(deferred.deliveryCount()).isEqualTo(1);
        assertThat(deferred.annotations()).isEqualTo(annotations("later"));

        fixture.applied(new Change.AcquireDeferred(deferred.ref(), fixture.node.incarnation()));
        Delivery again = only();
        assertThat(again.ref().owner()).isEqualTo(fixture.node.incarnation());
        assertThat(again.ref().acquisitionCount()).isEqualTo(2);
        fixture.applied(new Change.Complete(again.ref()));
        assertThat(fixture.stored()).isEmpty();
    }

    @Test
    @DisplayName("the delivery count can be written without a change of the fencing token")
    void shouldCountAttempt() {
        Delivery acquired = fixture.sendAndAcquire();
        fixture.applied(new Change.CountAttempt(acquired.ref(), 6));
        assertThat(only().deliveryCount()).isEqualTo(6);
        fixture.applied(new Change.Complete(acquired.ref()));
    }

    private List<Delivery> deferred() {
        return fixture.store.deliveries().deferredAfter(fixture.queue.id(), 0, 10);
    }

    private Delivery reacquired() {
        fixture.applied(new Change.Defer(fixture.sendAndAcquire().ref(), 1, null));
        fixture.applied(new Change.AcquireDeferred(deferred().get(0).ref(), fixture.node.incarnation()));
        return only();
    }

    private void assertOnlyDeferred(int deliveryCount) {
        assertThat(fixture.stored()).isEmpty();
        assertThat(deferred()).singleElement().satisfies(delivery -> {
            assertThat(delivery.deliveryCount()).isEqualTo(deliveryCount);
            assertThat(delivery.visibleAtMillis()).isZero();
            assertThat(delivery.ref().owned()).isFalse();
        });
        assertThat(fixture.store.deliveries().nextDueMillis(Set.of())).isEmpty();
    }

    @Test
    @DisplayName("DEF-01 a deferred delivery that a consumer acquires is deferred again after every kind of release")
    void shouldReleaseToTheDeferred() {
        reacquired();
        List<Function<DeliveryRef, Change>> releases = List.of(
                Change.ReturnUndelivered::new,
                ref -> new Change.Release(ref, 1, 0, null),
                ref -> new Change.Release(ref, 1, NOW + 500, null));
        for (Function<DeliveryRef, Change> release : releases) {
            fixture.applied(release.apply(only().ref()));
            assertOnlyDeferred(1);
            fixture.applied(new Change.AcquireDeferred(deferred().get(0).ref(), fixture.node.incarnation()));
        }
    }

    @Test
    @DisplayName("DEF-01 RCV-13 a deferred delivery that a dead node had acquired is deferred again, and suspect")
    void shouldReleaseOfTheDeadToTheDeferred() {
        reacquired();
        fixture.store.membership().declareDead(Long.MIN_VALUE, NOW + 10_001);
        fixture.store.membership().releaseOfDead(fixture.node.incarnation(), 10, NOW + 20_000);
        assertOnlyDeferred(1);
        assertThat(deferred()).allMatch(Delivery::redeliverySuspected);
    }

    @Test
    @DisplayName("DEF-01 XA-04 a deferred delivery that a prepared branch had received is deferred again")
    void shouldReleaseOfABranchToTheDeferred() {
        Delivery again = reacquired();
        fixture.applied(new Change.PrepareSettlement(again.ref(), 77));
        fixture.applied(new Change.Release(again.ref().preparedBy(77), 2, NOW + 500, null));
        assertOnlyDeferred(2);
    }

    @Test
    @DisplayName("DEF-04 a delivery is no longer deferred after it was undeferred or moved, even while acquired")
    void shouldUndefer() {
        Delivery again = reacquired();
        fixture.applied(new Change.Undefer(again.ref(), 2));
        assertThat(only().state()).isEqualTo(DeliveryState.AVAILABLE);
        assertThat(only().deliveryCount()).isEqualTo(2);
        Delivery acquired = fixture.acquire(1).get(0);
        fixture.applied(new Change.Release(acquired.ref(), 3, 0, null));
        assertThat(only().state()).isEqualTo(DeliveryState.AVAILABLE);

        fixture.applied(new Change.Defer(fixture.acquire(1).get(0).ref(), 4, null));
        fixture.applied(new Change.Undefer(deferred().get(0).ref(), 4));
        assertThat(only().state()).isEqualTo(DeliveryState.AVAILABLE);

        fixture.applied(new Change.Complete(fixture.acquire(1).get(0).ref()));
        fixture.applied(new Change.Move(reacquired().ref(), fixture.queue.id(), 7, NOW, Delivery.NEVER, null));
        fixture.applied(new Change.ReturnUndelivered(fixture.acquire(1).get(0).ref()));
        assertThat(only().state()).isEqualTo(DeliveryState.AVAILABLE);
    }
}
