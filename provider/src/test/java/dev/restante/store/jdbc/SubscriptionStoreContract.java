package dev.restante.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.Subscription;
import dev.restante.model.SubscriptionKind;
import dev.restante.option.QueueOption;
import dev.restante.store.Change;
import dev.restante.store.Operation.Misses;
import dev.restante.store.Outcome;
import dev.restante.store.Store;
import dev.restante.store.StoreException;
import dev.restante.store.SubscriptionRepository;
import dev.restante.store.SubscriptionRepository.Created;
import dev.restante.store.SubscriptionRepository.Gone;
import dev.restante.store.SubscriptionRepository.Joined;
import dev.restante.store.SubscriptionRepository.Joining;
import dev.restante.store.SubscriptionRepository.NotCreated;
import dev.restante.store.SubscriptionRepository.Refused;
import dev.restante.store.SubscriptionRepository.Stays;
import dev.restante.store.SubscriptionRepository.Wanted;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What every database has to do for topics: subscriptions and their users, and messages with several deliveries. */
public abstract class SubscriptionStoreContract {

    StoreFixture fixture;
    private SubscriptionRepository subscriptions;
    private Entity topic;
    private long me;

    /** A store on an empty database of this test. */
    abstract Store openEmpty();

    @BeforeEach
    void openFixture() {
        fixture = new StoreFixture(openEmpty());
        subscriptions = fixture.store.subscriptions();
        topic = fixture.store.entities().createTopic("news", EntityOptions.DEFAULT);
        me = fixture.node.incarnation();
    }

    @AfterEach
    void closeFixture() {
        fixture.close();
    }

    private static Wanted wanted(Entity topic, SubscriptionKind kind, String name, String selector, boolean noLocal) {
        return new Wanted(
                topic.id(),
                name,
                topic.name() + "/Subscriptions/" + name + "/$DeadLetterQueue",
                new Subscription(kind, "client", name, selector, noLocal, null));
    }

    private Wanted wanted(SubscriptionKind kind, String name) {
        return wanted(topic, kind, name, null, false);
    }

    private Entity joined(Wanted wanted) {
        return ((Joined) subscriptions.join(wanted, me)).subscription();
    }

    private long version() {
        return subscriptions.read(topic.id()).orElseThrow().version();
    }

    private List<Entity> all() {
        return subscriptions.read(topic.id()).orElseThrow().subscriptions();
    }

    /** One message with a delivery to each of some entities. */
    public static List<Delivery> deliveries(StoreFixture fixture, Entity... entities) {
        long messageId = fixture.newId();
        List<Delivery> deliveries = new ArrayList<>();
        for (Entity entity : entities) {
            StoreFixture.Shape shape = fixture.shape();
            shape.entityId = entity.id();
            shape.position = messageId;
            Delivery single = shape.build();
            DeliveryRef ref = new DeliveryRef(single.id(), messageId, false, DeliveryRef.NOBODY, 0);
            deliveries.add(single.with(ref, DeliveryState.AVAILABLE));
        }
        return deliveries;
    }

    public static Change.Enqueue enqueue(List<Delivery> deliveries) {
        return new Change.Enqueue(StoreFixture.message(deliveries.get(0).ref().messageId(), "shared"), deliveries);
    }

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

    @Test
    @DisplayName("an operation that was made for another set of subscriptions takes no effect, others of its batch do")
    void shouldRefuseOutdatedOperations() {
        long before = version();
        Entity subscription = joined(wanted(SubscriptionKind.SHARED_DURABLE, "a"));
        List<Delivery> sent = deliveries(fixture, subscription);
        Change.SameSubscriptions outdated = new Change.SameSubscriptions(topic.id(), before);
        Change.SameSubscriptions current = new Change.SameSubscriptions(topic.id(), version());

        List<Outcome> outcomes = fixture.write(
                StoreFixture.operation(Misses.FAIL, outdated, enqueue(deliveries(fixture, subscription))),
                StoreFixture.operation(Misses.FAIL, current, enqueue(sent)),
                StoreFixture.operation(Misses.FAIL, new Change.SameSubscriptions(-1, 0)));
        assertThat(outcomes)
                .containsExactly(new Outcome.Outdated(topic.id()), Outcome.Applied.WHOLE, new Outcome.Outdated(-1));
        assertThat(fixture.store.deliveries().browse(subscription.id(), null, 10))
                .containsExactlyElementsOf(sent);
    }

    @Test
    @DisplayName("SUB-18 a durable subscription is found again as it is, and that changes nothing for senders")
    void shouldResume() {
        Entity created = joined(wanted(topic, SubscriptionKind.UNSHARED_DURABLE, "a", "colour = 'red'", true));
        long version = version();
        subscriptions.leave(created.id(), me);

        assertThat(joined(wanted(topic, SubscriptionKind.UNSHARED_DURABLE, "a", "colour = 'red'", true)))
                .isEqualTo(created);
        assertThat(version()).isEqualTo(version);
        assertThat(all()).containsExactly(created);
        assertThat(fixture.store
                        .entities()
                        .find(created.deadLetterQueueId())
                        .orElseThrow()
                        .name())
                .isEqualTo("news/Subscriptions/a/$DeadLetterQueue");
    }

    @Test
    @DisplayName("SUB-19 an inactive durable subscription that differs is replaced by a new one, also on another topic")
    void shouldReplace() {
        Entity other = fixture.store.entities().createTopic("sports", EntityOptions.DEFAULT);
        Entity created = joined(wanted(SubscriptionKind.UNSHARED_DURABLE, "a"));
        long version = version();
        subscriptions.leave(created.id(), me);

        Joined moved =
                (Joined) subscriptions.join(wanted(other, SubscriptionKind.UNSHARED_DURABLE, "a", null, false), me);
        assertThat(moved.subscription().id()).isNotEqualTo(created.id());
        assertThat(moved.replaced()).extracting(Entity::id).containsExactly(created.id());
        assertThat(version()).isGreaterThan(version);
        assertThat(all()).isEmpty();
        subscriptions.purge(created);
        assertThat(subscriptions.read(other.id()).orElseThrow().subscriptions()).containsExactly(moved.subscription());
    }

    @Test
    @DisplayName("SUB-12 SUB-17 SUB-26 SUB-28 what is in use can't be joined differently, an unshared one not at all")
    void shouldRefuseToJoin() {
        joined(wanted(SubscriptionKind.UNSHARED_DURABLE, "one"));
        joined(wanted(SubscriptionKind.SHARED_DURABLE, "many"));
        joined(wanted(SubscriptionKind.SHARED, "passing"));

        assertThat(join(SubscriptionKind.UNSHARED_DURABLE, "one", null)).isEqualTo(Refused.IN_USE);
        assertThat(join(SubscriptionKind.UNSHARED_DURABLE, "one", "x = 1")).isEqualTo(Refused.IN_USE);
        assertThat(join(SubscriptionKind.SHARED_DURABLE, "one", null)).isEqualTo(Refused.CONFLICT);
        assertThat(join(SubscriptionKind.SHARED_DURABLE, "many", "x = 1")).isEqualTo(Refused.CONFLICT);
        assertThat(join(SubscriptionKind.SHARED, "passing", "x = 1")).isEqualTo(Refused.CONFLICT);
        assertThat(join(SubscriptionKind.SHARED_DURABLE, "many", null)).isInstanceOf(Joined.class);
        assertThat(join(SubscriptionKind.SHARED, "passing", null)).isInstanceOf(Joined.class);
        Wanted nowhere =
                new Wanted(-1, "b", "b", new Subscription(SubscriptionKind.SHARED, null, "b", null, false, null));
        assertThat(subscriptions.join(nowhere, me)).isEqualTo(Refused.NO_TOPIC);
    }

    private Joining join(SubscriptionKind kind, String name, String selector) {
        return subscriptions.join(wanted(topic, kind, name, selector, false), me);
    }

    @Test
    @DisplayName("SUB-04 a subscription that is created has its options and no user; one that exists stays as it is")
    void shouldCreateWithOptions() {
        EntityOptions options = EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 7);
        Wanted wanted = wanted(SubscriptionKind.UNSHARED_DURABLE, "a");
        long before = version();
        Created created = (Created) subscriptions.create(wanted, options);
        assertThat(version()).isEqualTo(before + 1);
        assertThat(all()).containsExactly(created.subscription());
        assertThat(created.subscription().options()).isEqualTo(options);
        assertThat(fixture.store.entities().find(created.subscription().deadLetterQueueId()))
                .isPresent();

        Entity olds = fixture.store.entities().createTopic("olds", EntityOptions.DEFAULT);
        assertThat(subscriptions.create(wanted, EntityOptions.DEFAULT)).isEqualTo(NotCreated.EXISTS);
        assertThat(subscriptions.create(wanted(olds, SubscriptionKind.SHARED_DURABLE, "a", null, false), options))
                .isEqualTo(NotCreated.EXISTS);
        assertThat(subscriptions.create(wanted(SubscriptionKind.SHARED_DURABLE, "b"), EntityOptions.DEFAULT))
                .isInstanceOf(Created.class);
        assertThat(joined(wanted)).isEqualTo(created.subscription());

        fixture.store.entities().delete(olds.id());
        assertThat(subscriptions.create(wanted(olds, SubscriptionKind.SHARED_DURABLE, "c", null, false), options))
                .isEqualTo(NotCreated.NO_TOPIC);
    }

    @Test
    @DisplayName("SUB-11 a subscription that is not durable goes with its last user, a durable one stays")
    void shouldGoWithTheLastUser() {
        Entity passing = joined(wanted(SubscriptionKind.SHARED, "a"));
        Entity durable = joined(wanted(SubscriptionKind.SHARED_DURABLE, "a durable"));
        long other = fixture.store
                .membership()
                .join("other", StoreFixture.NOW + 1, 1)
                .incarnation();
        if (!fixture.store.traits().exclusive()) {
            subscriptions.join(wanted(SubscriptionKind.SHARED, "a"), other);
            assertThat(subscriptions.leave(passing.id(), me)).isEmpty();
            assertThat(subscriptions.leave(passing.id(), other)).contains(passing);
        } else {
            // A node that joins an embedded store is the successor of all before.
            assertThat(subscriptions.abandoned()).containsExactly(passing);
        }

        assertThat(subscriptions.leave(durable.id(), other)).isEmpty();
        assertThat(all()).containsExactly(durable);
        assertThat(subscriptions.abandoned()).extracting(Entity::id).containsExactly(passing.id());
        subscriptions.purge(passing);
        assertThat(subscriptions.abandoned()).isEmpty();
    }

    @Test
    @DisplayName(
            "IDLE-07 temporary destinations and passing subscriptions of a node that died are abandoned; it enters nothing more")
    void shouldFindWhatADeadNodeLeft() {
        Entity queue = subscriptions.createTemporary(EntityKind.QUEUE, "$Temporary/c/1", me);
        Entity temporaryTopic = subscriptions.createTemporary(EntityKind.TOPIC, "$Temporary/c/2", me);
        Entity passing = joined(wanted(temporaryTopic, SubscriptionKind.SHARED, "a", null, false));
        Entity durable = joined(wanted(SubscriptionKind.UNSHARED_DURABLE, "a durable"));
        assertThat(subscriptions.abandoned()).isEmpty();

        fixture.store.membership().declareDead(Long.MIN_VALUE, Long.MAX_VALUE);
        assertThat(subscriptions.abandoned())
                .extracting(Entity::id)
                .contains(queue.id(), temporaryTopic.id(), passing.id())
                .doesNotContain(durable.id());
        assertThat(fixture.store.entities().list())
                .extracting(Entity::name)
                .doesNotContain(queue.name(), temporaryTopic.name(), passing.name());
        assertThatThrownBy(() -> subscriptions.join(wanted(SubscriptionKind.SHARED, "b"), me))
                .isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> subscriptions.createTemporary(EntityKind.QUEUE, "$Temporary/c/3", me))
                .isInstanceOf(StoreException.class);
    }

    @Test
    @DisplayName("SUB-31 SUB-32 only a durable subscription that nobody uses is removed")
    void shouldRefuseToRemove() {
        joined(wanted(SubscriptionKind.SHARED, "passing"));
        joined(wanted(SubscriptionKind.SHARED_DURABLE, "durable"));

        assertThat(subscriptions.remove("passing")).isEqualTo(Stays.UNKNOWN);
        assertThat(subscriptions.remove("nothing")).isEqualTo(Stays.UNKNOWN);
        assertThat(subscriptions.remove("durable")).isEqualTo(Stays.IN_USE);
    }

    @Test
    @DisplayName("a topic is deleted with its subscriptions and what they have")
    void shouldDeleteTopics() {
        Entity subscription = joined(wanted(SubscriptionKind.SHARED_DURABLE, "a"));
        Entity other = joined(wanted(SubscriptionKind.SHARED, "b"));
        List<Delivery> sent = deliveries(fixture, subscription, other);
        long version = version();
        fixture.applied(enqueue(sent));

        assertThat(fixture.store.entities().delete(topic.id())).isTrue();
        assertThat(fixture.store.entities().delete(topic.id())).isFalse();
        assertThat(subscriptions.read(topic.id())).isEmpty();
        assertThat(fixture.store.entities().find(subscription.id())).isEmpty();
        assertThat(fixture.hasMessage(sent.get(0))).isFalse();
        assertThat(subscriptions.abandoned()).isEmpty();
        assertThat(fixture.write(new Change.SameSubscriptions(topic.id(), version)))
                .isInstanceOf(Outcome.Outdated.class);
    }
}
