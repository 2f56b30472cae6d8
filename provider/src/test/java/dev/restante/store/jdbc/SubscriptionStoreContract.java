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
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.OperationOutcome;
import dev.restante.store.StoreException;
import dev.restante.store.SubscriptionRepository.CreateRejection;
import dev.restante.store.SubscriptionRepository.CreatedSubscription;
import dev.restante.store.SubscriptionRepository.JoinRejection;
import dev.restante.store.SubscriptionRepository.JoinResult;
import dev.restante.store.SubscriptionRepository.JoinedSubscription;
import dev.restante.store.SubscriptionRepository.RemovalRejection;
import dev.restante.store.SubscriptionRepository.SubscriptionTarget;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

public abstract class SubscriptionStoreContract extends SubscriptionStoreFixture {

    private long version() {
        return subscriptions.read(topic.id()).orElseThrow().version();
    }

    @Test
    @DisplayName("an operation for an outdated set of subscriptions has no effect, but its batch commits")
    void shouldRefuseOutdatedOperations() {
        long before = version();
        Entity subscription = joined(wanted(SubscriptionKind.SHARED_DURABLE, "a"));
        List<Delivery> sent = deliveries(fixture, subscription);
        Change.UnchangedSubscriptions outdated = new Change.UnchangedSubscriptions(topic.id(), before);
        Change.UnchangedSubscriptions current = new Change.UnchangedSubscriptions(topic.id(), version());

        List<OperationOutcome> outcomes = fixture.write(
                StoreFixture.operation(
                        MissedFencePolicy.FAIL_OPERATION, outdated, enqueue(deliveries(fixture, subscription))),
                StoreFixture.operation(MissedFencePolicy.FAIL_OPERATION, current, enqueue(sent)),
                StoreFixture.operation(MissedFencePolicy.FAIL_OPERATION, new Change.UnchangedSubscriptions(-1, 0)));
        assertThat(outcomes)
                .containsExactly(
                        new OperationOutcome.SubscriptionsChanged(topic.id()),
                        OperationOutcome.Applied.ALL_APPLIED,
                        new OperationOutcome.SubscriptionsChanged(-1));
        assertThat(fixture.store.deliveries().browse(subscription.id(), null, 10))
                .containsExactlyElementsOf(sent);
    }

    @Test
    @DisplayName("SUB-18 a durable subscription is joined again unchanged, and the set of subscriptions stays current")
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
    @DisplayName(
            "SUB-19 a join with different settings replaces an inactive durable subscription, even on another topic")
    void shouldReplace() {
        Entity other = fixture.store.entities().findOrCreateTopic("sports", EntityOptions.DEFAULT);
        Entity created = joined(wanted(SubscriptionKind.UNSHARED_DURABLE, "a"));
        long version = version();
        subscriptions.leave(created.id(), me);

        JoinedSubscription moved = (JoinedSubscription)
                subscriptions.join(wanted(other, SubscriptionKind.UNSHARED_DURABLE, "a", null, false), me);
        assertThat(moved.subscription().id()).isNotEqualTo(created.id());
        assertThat(moved.replaced()).extracting(Entity::id).containsExactly(created.id());
        assertThat(version()).isGreaterThan(version);
        assertThat(all()).isEmpty();
        subscriptions.purge(created);
        assertThat(subscriptions.read(other.id()).orElseThrow().subscriptions()).containsExactly(moved.subscription());
    }

    @Test
    @DisplayName("SUB-12 SUB-17 SUB-26 SUB-28 a subscription in use rejects other settings, and all joins if unshared")
    void shouldRefuseToJoin() {
        joined(wanted(SubscriptionKind.UNSHARED_DURABLE, "one"));
        joined(wanted(SubscriptionKind.SHARED_DURABLE, "many"));
        joined(wanted(SubscriptionKind.SHARED, "passing"));

        assertThat(join(SubscriptionKind.UNSHARED_DURABLE, "one", null)).isEqualTo(JoinRejection.IN_USE);
        assertThat(join(SubscriptionKind.UNSHARED_DURABLE, "one", "x = 1")).isEqualTo(JoinRejection.IN_USE);
        assertThat(join(SubscriptionKind.SHARED_DURABLE, "one", null)).isEqualTo(JoinRejection.CONFLICT);
        assertThat(join(SubscriptionKind.SHARED_DURABLE, "many", "x = 1")).isEqualTo(JoinRejection.CONFLICT);
        assertThat(join(SubscriptionKind.SHARED, "passing", "x = 1")).isEqualTo(JoinRejection.CONFLICT);
        assertThat(join(SubscriptionKind.SHARED_DURABLE, "many", null)).isInstanceOf(JoinedSubscription.class);
        assertThat(join(SubscriptionKind.SHARED, "passing", null)).isInstanceOf(JoinedSubscription.class);
        SubscriptionTarget nowhere = new SubscriptionTarget(
                -1, "b", new Subscription(SubscriptionKind.SHARED, null, "b", null, false, null));
        assertThat(subscriptions.join(nowhere, me)).isEqualTo(JoinRejection.NO_TOPIC);
    }

    private JoinResult join(SubscriptionKind kind, String name, String selector) {
        return subscriptions.join(wanted(topic, kind, name, selector, false), me);
    }

    @Test
    @DisplayName(
            "SUB-04 a new subscription has the given options and no user, and an existing subscription stays unchanged")
    void shouldCreateWithOptions() {
        EntityOptions options = EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 7);
        SubscriptionTarget target = wanted(SubscriptionKind.UNSHARED_DURABLE, "a");
        long before = version();
        CreatedSubscription created = (CreatedSubscription)
                subscriptions.create(target, options, List.of(SubscriptionRule.defaultRule(null)));
        assertThat(version()).isEqualTo(before + 1);
        assertThat(all()).containsExactly(created.subscription());
        assertThat(created.subscription().options()).isEqualTo(options);
        assertThat(fixture.store.entities().find(created.subscription().deadLetterQueueId()))
                .isPresent();

        Entity olds = fixture.store.entities().findOrCreateTopic("olds", EntityOptions.DEFAULT);
        assertThat(subscriptions.create(target, EntityOptions.DEFAULT, List.of(SubscriptionRule.defaultRule(null))))
                .isEqualTo(CreateRejection.EXISTS);
        assertThat(subscriptions.create(
                        wanted(olds, SubscriptionKind.SHARED_DURABLE, "a", null, false),
                        options,
                        List.of(SubscriptionRule.defaultRule(null))))
                .isEqualTo(CreateRejection.EXISTS);
        assertThat(subscriptions.create(
                        wanted(SubscriptionKind.SHARED_DURABLE, "b"),
                        EntityOptions.DEFAULT,
                        List.of(SubscriptionRule.defaultRule(null))))
                .isInstanceOf(CreatedSubscription.class);
        assertThat(joined(target)).isEqualTo(created.subscription());

        fixture.store.entities().delete(olds.id());
        assertThat(subscriptions.create(
                        wanted(olds, SubscriptionKind.SHARED_DURABLE, "c", null, false),
                        options,
                        List.of(SubscriptionRule.defaultRule(null))))
                .isEqualTo(CreateRejection.NO_TOPIC);
    }

    @Test
    @DisplayName(
            "SUB-11 a subscription that is not durable is removed with its last user, a durable subscription stays")
    void shouldGoWithTheLastUser() {
        Entity passing = joined(wanted(SubscriptionKind.SHARED, "a"));
        Entity durable = joined(wanted(SubscriptionKind.SHARED_DURABLE, "a durable"));
        long other = fixture.store
                .membership()
                .join("other", StoreFixture.NOW + 1, 1)
                .incarnation();
        if (!fixture.store.capabilities().exclusive()) {
            subscriptions.join(wanted(SubscriptionKind.SHARED, "a"), other);
            assertThat(subscriptions.leave(passing.id(), me)).isEmpty();
            assertThat(subscriptions.leave(passing.id(), other)).contains(passing);
        } else {
            // A node that joins an embedded store replaces all earlier nodes.
            assertThat(subscriptions.removeUnusedTemporary()).containsExactly(passing);
        }

        assertThat(subscriptions.leave(durable.id(), other)).isEmpty();
        assertThat(all()).containsExactly(durable);
        assertThat(subscriptions.removeUnusedTemporary()).extracting(Entity::id).containsExactly(passing.id());
        subscriptions.purge(passing);
        assertThat(subscriptions.removeUnusedTemporary()).isEmpty();
    }

    @Test
    @DisplayName("IDLE-07 temporary entities of a dead node are removed, and the node cannot add new ones")
    void shouldFindWhatADeadNodeLeft() {
        Entity queue = subscriptions.createTemporary(EntityKind.QUEUE, "$Temporary/c/1", me);
        Entity temporaryTopic = subscriptions.createTemporary(EntityKind.TOPIC, "$Temporary/c/2", me);
        Entity passing = joined(wanted(temporaryTopic, SubscriptionKind.SHARED, "a", null, false));
        Entity durable = joined(wanted(SubscriptionKind.UNSHARED_DURABLE, "a durable"));
        assertThat(subscriptions.removeUnusedTemporary()).isEmpty();

        fixture.store.membership().declareDead(Long.MIN_VALUE, Long.MAX_VALUE);
        assertThat(subscriptions.removeUnusedTemporary())
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
    @DisplayName("SUB-31 SUB-32 only a durable subscription without users can be removed")
    void shouldRefuseToRemove() {
        joined(wanted(SubscriptionKind.SHARED, "passing"));
        joined(wanted(SubscriptionKind.SHARED_DURABLE, "durable"));

        assertThat(subscriptions.removeIfUnused("passing")).isEqualTo(RemovalRejection.UNKNOWN);
        assertThat(subscriptions.removeIfUnused("nothing")).isEqualTo(RemovalRejection.UNKNOWN);
        assertThat(subscriptions.removeIfUnused("durable")).isEqualTo(RemovalRejection.IN_USE);
    }

    @Test
    @DisplayName("a topic is deleted with its subscriptions and their messages")
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
        assertThat(subscriptions.removeUnusedTemporary()).isEmpty();
        assertThat(fixture.write(new Change.UnchangedSubscriptions(topic.id(), version)))
                .isInstanceOf(OperationOutcome.SubscriptionsChanged.class);
    }
}
