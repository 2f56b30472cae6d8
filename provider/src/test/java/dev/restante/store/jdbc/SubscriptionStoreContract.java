package dev.restante.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.Subscription;
import dev.restante.model.SubscriptionKind;
import dev.restante.option.QueueOption;
import dev.restante.rule.SubscriptionRule;
import dev.restante.store.Change;
import dev.restante.store.Operation.Misses;
import dev.restante.store.Outcome;
import dev.restante.store.StoreException;
import dev.restante.store.SubscriptionRepository.Created;
import dev.restante.store.SubscriptionRepository.Joined;
import dev.restante.store.SubscriptionRepository.Joining;
import dev.restante.store.SubscriptionRepository.NotCreated;
import dev.restante.store.SubscriptionRepository.Refused;
import dev.restante.store.SubscriptionRepository.Stays;
import dev.restante.store.SubscriptionRepository.Wanted;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What every database has to do for subscriptions and their users. */
public abstract class SubscriptionStoreContract extends SubscriptionStoreFixture {

    private long version() {
        return subscriptions.read(topic.id()).orElseThrow().version();
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
        Created created = (Created) subscriptions.create(wanted, options, List.of(SubscriptionRule.byDefault(null)));
        assertThat(version()).isEqualTo(before + 1);
        assertThat(all()).containsExactly(created.subscription());
        assertThat(created.subscription().options()).isEqualTo(options);
        assertThat(fixture.store.entities().find(created.subscription().deadLetterQueueId()))
                .isPresent();

        Entity olds = fixture.store.entities().createTopic("olds", EntityOptions.DEFAULT);
        assertThat(subscriptions.create(wanted, EntityOptions.DEFAULT, List.of(SubscriptionRule.byDefault(null))))
                .isEqualTo(NotCreated.EXISTS);
        assertThat(subscriptions.create(
                        wanted(olds, SubscriptionKind.SHARED_DURABLE, "a", null, false),
                        options,
                        List.of(SubscriptionRule.byDefault(null))))
                .isEqualTo(NotCreated.EXISTS);
        assertThat(subscriptions.create(
                        wanted(SubscriptionKind.SHARED_DURABLE, "b"),
                        EntityOptions.DEFAULT,
                        List.of(SubscriptionRule.byDefault(null))))
                .isInstanceOf(Created.class);
        assertThat(joined(wanted)).isEqualTo(created.subscription());

        fixture.store.entities().delete(olds.id());
        assertThat(subscriptions.create(
                        wanted(olds, SubscriptionKind.SHARED_DURABLE, "c", null, false),
                        options,
                        List.of(SubscriptionRule.byDefault(null))))
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
