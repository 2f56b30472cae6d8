package dev.restante.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.SubscriptionKind;
import dev.restante.store.Change;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.OperationOutcome;
import dev.restante.store.SubscriptionRepository.RemovedSubscription;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Contract tests of messages with several deliveries, which are removed with their last delivery. */
public abstract class SharedMessageStoreContract extends SubscriptionStoreFixture {

    @Test
    @DisplayName("TOP-01 a message with several deliveries is stored once and removed with the last delivery")
    void shouldCountDeliveriesDown() {
        Entity first = joined(wanted(SubscriptionKind.SHARED_DURABLE, "a"));
        Entity second = joined(wanted(SubscriptionKind.SHARED_DURABLE, "b"));
        Entity third = joined(wanted(SubscriptionKind.SHARED_DURABLE, "c"));
        List<Delivery> sent = deliveries(fixture, first, second, third);
        fixture.applied(enqueue(sent));

        fixture.applied(new Change.Discard(sent.get(1).ref()));
        assertThat(fixture.hasMessage(sent.get(0))).isTrue();
        fixture.applied(
                new Change.Discard(sent.get(0).ref()),
                new Change.Discard(sent.get(2).ref()));
        assertThat(fixture.hasMessage(sent.get(0))).isFalse();
    }

    @Test
    @DisplayName("TOP-01 a removal that misses does not count as the removal of a delivery")
    void shouldNotCountMisses() {
        Entity first = joined(wanted(SubscriptionKind.SHARED_DURABLE, "a"));
        Entity second = joined(wanted(SubscriptionKind.SHARED_DURABLE, "b"));
        List<Delivery> sent = deliveries(fixture, first, second);
        fixture.applied(enqueue(sent));
        Change.Discard discard = new Change.Discard(sent.get(0).ref());
        fixture.applied(discard);

        fixture.write(StoreFixture.operation(MissedFencePolicy.SKIP_CHANGE, discard));
        assertThat(fixture.write(discard)).isInstanceOf(OperationOutcome.LockLost.class);
        assertThat(fixture.hasMessage(sent.get(1))).isTrue();
    }

    @Test
    @DisplayName("TOP-01 a shared message is removed with the last subscription that has its delivery or dead letter")
    void shouldCountDownWhatGoesWithASubscription() {
        Entity first = joined(wanted(SubscriptionKind.SHARED_DURABLE, "a"));
        Entity second = joined(wanted(SubscriptionKind.SHARED_DURABLE, "b"));
        List<Delivery> sent = deliveries(fixture, first, second);
        List<Delivery> dead = deliveries(fixture, first, second);
        fixture.applied(enqueue(sent), enqueue(dead));
        fixture.applied(new Change.Move(
                dead.get(0).ref(),
                first.deadLetterQueueId(),
                1,
                StoreFixture.NOW,
                Delivery.NEVER,
                StoreFixture.annotations("x")));

        remove(first);
        assertThat(fixture.hasMessage(sent.get(0))).isTrue();
        assertThat(fixture.hasMessage(dead.get(0))).isTrue();
        remove(second);
        assertThat(fixture.hasMessage(sent.get(0))).isFalse();
        assertThat(fixture.hasMessage(dead.get(0))).isFalse();
        assertThat(all()).isEmpty();
    }

    /** Returns deliveries as {@link #deliveries} does, but already acquired by this node. */
    private List<Delivery> sendDirect(Entity... entities) {
        return deliveries(fixture, entities).stream()
                .map(delivery -> delivery.withRef(
                        new DeliveryRef(delivery.id(), delivery.ref().messageId(), false, me, 1),
                        DeliveryState.ACQUIRED))
                .toList();
    }

    @Test
    @DisplayName("TOP-01 direct deliveries share their message, which is removed with the last delivery")
    void shouldShareAmongTheBorn() {
        Entity first = joined(wanted(SubscriptionKind.SHARED_DURABLE, "a"));
        Entity second = joined(wanted(SubscriptionKind.SHARED_DURABLE, "b"));
        Entity third = joined(wanted(SubscriptionKind.SHARED_DURABLE, "c"));
        List<Delivery> sent = sendDirect(first, second, third);
        fixture.applied(enqueue(sent));

        assertThat(fixture.store.deliveries().browse(second.id(), null, 10)).containsExactly(sent.get(1));
        assertThat(fixture.store.deliveries().counts(second.id()).acquired()).isEqualTo(1);
        fixture.applied(
                new Change.Complete(sent.get(0).ref()),
                new Change.Complete(sent.get(1).ref()));
        assertThat(fixture.hasMessage(sent.get(2))).isTrue();
        fixture.applied(new Change.Complete(sent.get(2).ref()));
        assertThat(fixture.hasMessage(sent.get(2))).isFalse();
    }

    @Test
    @DisplayName("TOP-01 a direct delivery that is returned to the store keeps the shared message until its removal")
    void shouldGiveBackOneOfTheBorn() {
        Entity first = joined(wanted(SubscriptionKind.SHARED_DURABLE, "a"));
        Entity second = joined(wanted(SubscriptionKind.SHARED_DURABLE, "b"));
        List<Delivery> sent = sendDirect(first, second);
        fixture.applied(enqueue(sent));
        fixture.applied(
                new Change.ReturnUndelivered(sent.get(0).ref()),
                new Change.Complete(sent.get(1).ref()));

        List<Delivery> there = fixture.store.deliveries().browse(first.id(), null, 10);
        assertThat(there)
                .extracting(Delivery::position)
                .containsExactly(sent.get(0).position());
        assertThat(there.get(0).ref().onlyDelivery()).isFalse();
        assertThat(fixture.hasMessage(sent.get(0))).isTrue();
        fixture.applied(new Change.Discard(there.get(0).ref()));
        assertThat(fixture.hasMessage(sent.get(0))).isFalse();
    }

    @Test
    @DisplayName("TOP-01 the deletion of a subscription also removes its direct delivery of a shared message")
    void shouldCountDownTheBornOfASubscription() {
        Entity first = joined(wanted(SubscriptionKind.SHARED_DURABLE, "a"));
        Entity second = joined(wanted(SubscriptionKind.SHARED_DURABLE, "b"));
        List<Delivery> sent = sendDirect(first, second);
        fixture.applied(enqueue(sent));

        remove(first);
        assertThat(fixture.hasMessage(sent.get(0))).isTrue();
        assertThat(fixture.write(new Change.Complete(sent.get(0).ref()))).isInstanceOf(OperationOutcome.LockLost.class);
        fixture.applied(new Change.Complete(sent.get(1).ref()));
        assertThat(fixture.hasMessage(sent.get(0))).isFalse();
    }

    @Test
    @DisplayName("TOP-01 a message with direct and other deliveries is removed with the last delivery")
    void shouldMixBirths() {
        Entity first = joined(wanted(SubscriptionKind.SHARED_DURABLE, "a"));
        Entity second = joined(wanted(SubscriptionKind.SHARED_DURABLE, "b"));
        List<Delivery> plain = deliveries(fixture, first, second);
        Delivery acquired = plain.get(1)
                .withRef(
                        new DeliveryRef(plain.get(1).id(), plain.get(1).ref().messageId(), false, me, 1),
                        DeliveryState.ACQUIRED);
        fixture.applied(enqueue(List.of(plain.get(0), acquired)));

        fixture.applied(new Change.Complete(acquired.ref()));
        assertThat(fixture.hasMessage(acquired)).isTrue();
        fixture.applied(new Change.Discard(plain.get(0).ref()));
        assertThat(fixture.hasMessage(acquired)).isFalse();
    }

    private void remove(Entity subscription) {
        assertThat(subscriptions.leave(subscription.id(), me)).isEmpty();
        RemovedSubscription removed = (RemovedSubscription) subscriptions.removeIfUnused(subscription.name());
        assertThat(fixture.store.entities().find(subscription.id())).isEmpty();
        subscriptions.purge(removed.entity());
    }
}
