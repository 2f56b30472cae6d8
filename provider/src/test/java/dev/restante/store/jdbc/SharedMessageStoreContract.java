package dev.restante.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.SubscriptionKind;
import dev.restante.store.Change;
import dev.restante.store.Operation.Misses;
import dev.restante.store.Outcome;
import dev.restante.store.SubscriptionRepository.Gone;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What every database has to do for messages with several deliveries, which go with the last of them. */
public abstract class SharedMessageStoreContract extends SubscriptionStoreFixture {

    @Test
    @DisplayName("TOP-01 a message with several deliveries is stored once, and goes with the last of them")
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
    @DisplayName("TOP-01 a removal that misses does not count")
    void shouldNotCountMisses() {
        Entity first = joined(wanted(SubscriptionKind.SHARED_DURABLE, "a"));
        Entity second = joined(wanted(SubscriptionKind.SHARED_DURABLE, "b"));
        List<Delivery> sent = deliveries(fixture, first, second);
        fixture.applied(enqueue(sent));
        Change.Discard discard = new Change.Discard(sent.get(0).ref());
        fixture.applied(discard);

        fixture.write(StoreFixture.operation(Misses.SKIP, discard));
        assertThat(fixture.write(discard)).isInstanceOf(Outcome.LockLost.class);
        assertThat(fixture.hasMessage(sent.get(1))).isTrue();
    }

    @Test
    @DisplayName("TOP-01 what goes with its subscription counts too, its dead letters included")
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
                StoreFixture.note("x")));

        remove(first);
        assertThat(fixture.hasMessage(sent.get(0))).isTrue();
        assertThat(fixture.hasMessage(dead.get(0))).isTrue();
        remove(second);
        assertThat(fixture.hasMessage(sent.get(0))).isFalse();
        assertThat(fixture.hasMessage(dead.get(0))).isFalse();
        assertThat(all()).isEmpty();
    }

    /** As {@link #deliveries}, each acquired by this node from the beginning. */
    private List<Delivery> born(Entity... entities) {
        return deliveries(fixture, entities).stream()
                .map(delivery -> delivery.with(
                        new DeliveryRef(delivery.id(), delivery.ref().messageId(), false, me, 1),
                        DeliveryState.ACQUIRED))
                .toList();
    }

    @Test
    @DisplayName("TOP-01 deliveries that are born acquired share their message too, and it goes with the last of them")
    void shouldShareAmongTheBorn() {
        Entity first = joined(wanted(SubscriptionKind.SHARED_DURABLE, "a"));
        Entity second = joined(wanted(SubscriptionKind.SHARED_DURABLE, "b"));
        Entity third = joined(wanted(SubscriptionKind.SHARED_DURABLE, "c"));
        List<Delivery> sent = born(first, second, third);
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
    @DisplayName("TOP-01 a delivery born acquired can be given back and completed later, and the message stays for it")
    void shouldGiveBackOneOfTheBorn() {
        Entity first = joined(wanted(SubscriptionKind.SHARED_DURABLE, "a"));
        Entity second = joined(wanted(SubscriptionKind.SHARED_DURABLE, "b"));
        List<Delivery> sent = born(first, second);
        fixture.applied(enqueue(sent));
        fixture.applied(
                new Change.GiveBack(sent.get(0).ref()),
                new Change.Complete(sent.get(1).ref()));

        List<Delivery> there = fixture.store.deliveries().browse(first.id(), null, 10);
        assertThat(there)
                .extracting(Delivery::position)
                .containsExactly(sent.get(0).position());
        assertThat(there.get(0).ref().sole()).isFalse();
        assertThat(fixture.hasMessage(sent.get(0))).isTrue();
        fixture.applied(new Change.Discard(there.get(0).ref()));
        assertThat(fixture.hasMessage(sent.get(0))).isFalse();
    }

    @Test
    @DisplayName("TOP-01 what goes with its subscription counts too if it was born acquired")
    void shouldCountDownTheBornOfASubscription() {
        Entity first = joined(wanted(SubscriptionKind.SHARED_DURABLE, "a"));
        Entity second = joined(wanted(SubscriptionKind.SHARED_DURABLE, "b"));
        List<Delivery> sent = born(first, second);
        fixture.applied(enqueue(sent));

        remove(first);
        assertThat(fixture.hasMessage(sent.get(0))).isTrue();
        assertThat(fixture.write(new Change.Complete(sent.get(0).ref()))).isInstanceOf(Outcome.LockLost.class);
        fixture.applied(new Change.Complete(sent.get(1).ref()));
        assertThat(fixture.hasMessage(sent.get(0))).isFalse();
    }

    @Test
    @DisplayName("TOP-01 of a message that some have at birth and others later, every delivery counts")
    void shouldMixBirths() {
        Entity first = joined(wanted(SubscriptionKind.SHARED_DURABLE, "a"));
        Entity second = joined(wanted(SubscriptionKind.SHARED_DURABLE, "b"));
        List<Delivery> plain = deliveries(fixture, first, second);
        Delivery acquired = plain.get(1)
                .with(
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
        Gone gone = (Gone) subscriptions.remove(subscription.name());
        assertThat(fixture.store.entities().find(subscription.id())).isEmpty();
        subscriptions.purge(gone.entity());
    }
}
